package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/option"
	"concord/internal/result"
)

// judgeResult returns the result of fit judge in a file; nil if the file is anything else.
func (jp *work) judgeResult() (*result.Judges, error) {
	if option.PilotJudge.In(jp) == "" || !strings.EqualFold(filepath.Ext(jp.path), ".json") {
		return nil, nil
	}
	text, err := os.ReadFile(jp.path)
	if err != nil {
		return nil, nil // the reader of labels reports the fault
	}
	var keys map[string]json.RawMessage
	if json.Unmarshal(text, &keys) != nil || keys["people"] == nil {
		return nil, nil
	}
	switch {
	case keys["tasks"] != nil:
		return nil, usage("%s compares judges task by task: plan from the labels of one, --where COLUMN=VALUE", jp.path)
	case keys["categories"] != nil:
		return nil, usage("%s compares judges category by category: plan from the labels of one, "+
			"--positive CATEGORY --negative LIST", jp.path)
	case keys["judges"] == nil:
		return nil, nil
	}
	var compared result.Judges
	if err := json.Unmarshal(text, &compared); err != nil {
		return nil, &exitError{exitInput, jp.inFile(problem("it is no result of fit judge: %w", err))}
	}
	return &compared, nil
}

// fromResult plans from the medians of a result of fit judge.
func (pf *work) fromResult(compared *result.Judges) error {
	for _, k := range option.Join(pilotOptions(), option.Assurance) {
		if option.Given(pf, k) {
			return usage("--%s goes with the labels of a pilot; those of a result of fit judge have been fitted",
				option.Name(k))
		}
	}
	if option.Humans.In(pf) != "" && option.Humans.In(pf) != compared.People.Study {
		return usage("--humans %s: the people of that result are %s", option.Humans.In(pf), compared.People.Study)
	}
	assumption, err := result.AssumptionOf(compared, option.PilotJudge.In(pf))
	if err != nil {
		return usage("--judge %s: %w", option.PilotJudge.In(pf), err)
	}
	options, err := pf.judgePlanOptions()
	if err != nil {
		return err
	}
	plan, err := result.NewAssumedJudgePlan(assumption, options)
	if err != nil {
		return usage("%w", err)
	}
	plan.Warnings = slices.Insert(plan.Warnings, 0, "These are the medians of what fit judge said of "+
		option.PilotJudge.In(pf)+"; a plan from the labels themselves says what follows from how sure they are.")
	return pf.printJudge(plan)
}
