package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/result"
)

// result returns the result of fit judge in a file; nil if the file is anything else.
func (jp *judgePlanFlags) result(path string) (*result.Judges, error) {
	if jp.judge == "" || !strings.EqualFold(filepath.Ext(path), ".json") {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil // the reader of labels reports the fault
	}
	var keys map[string]json.RawMessage
	if json.Unmarshal(text, &keys) != nil || keys["people"] == nil {
		return nil, nil
	}
	switch {
	case keys["tasks"] != nil:
		return nil, usage("%s compares judges task by task: plan from the labels of one, --where COLUMN=VALUE", path)
	case keys["categories"] != nil:
		return nil, usage("%s compares judges category by category: plan from the labels of one, "+
			"--positive CATEGORY --negative LIST", path)
	case keys["judges"] == nil:
		return nil, nil
	}
	var compared result.Judges
	if err := json.Unmarshal(text, &compared); err != nil {
		return nil, &exitError{exitInput, inFile(fileName(path), problem("it is no result of fit judge: %w", err))}
	}
	return &compared, nil
}

// fromResult plans from the medians of a result of fit judge.
func (pf *planFlags) fromResult(cmd *cobra.Command, compared *result.Judges, s streams) error {
	pilot := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(planFlags).pilot(pilot)
	for _, given := range changed(cmd) {
		if pilot.Lookup(given.Name) != nil || given.Name == "assurance" {
			return usage("--%s goes with the labels of a pilot; those of a result of fit judge have been fitted",
				given.Name)
		}
	}
	if pf.judge.people != "" && pf.judge.people != compared.People.Study {
		return usage("--humans %s: the people of that result are %s", pf.judge.people, compared.People.Study)
	}
	assumption, err := result.AssumptionOf(compared, pf.judge.judge)
	if err != nil {
		return usage("--judge %s: %w", pf.judge.judge, err)
	}
	options, err := pf.judge.options(pf)
	if err != nil {
		return err
	}
	plan, err := result.NewAssumedJudgePlan(assumption, options)
	if err != nil {
		return usage("%w", err)
	}
	plan.Warnings = slices.Insert(plan.Warnings, 0, "These are the medians of what fit judge said of "+
		pf.judge.judge+"; a plan from the labels themselves says what follows from how sure they are.")
	return pf.printJudge(s, plan)
}
