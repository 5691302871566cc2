package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/visible"
	"concord/planning/assumed"
	"concord/study"
)

// assumption is the values of --assume, by name, in their order.
type assumption struct {
	text  string
	names []string
	value map[string]string
}

// judgeKeys are the names that a plan for a judge knows, scoreKeys of one for a score, and studyKeys of one of a study.
func judgeKeys() []string { return []string{"icc", "worth", "r", "share", "labeler-icc", "people"} }

func scoreKeys() []string { return []string{"r", "icc", "share", "judge-share", "sd"} }

func studyKeys() []string {
	return []string{"icc", "icc-c", "kappa", "alpha", "ac1", "rate", "labels", "labelers", "labeler-icc", "difference",
		"rho"}
}

// completeAssumption offers the names of values, and of kinds of labels and labelers.
func completeAssumption(cmd *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	before := begun[:strings.LastIndex(begun, ",")+1]
	var offered []cobra.Completion
	words := append(studyKeys(), "worth", "r", "share")
	values := []string{"labels=binary", "labels=numbers", "labels=ordinal:5", "labels=categories:4", "labelers=same",
		"labelers=other"}
	if cmd.Name() == "score" {
		words, values = scoreKeys(), nil
	}
	for i, name := range words {
		words[i] = name + "="
	}
	for _, word := range append(words, values...) {
		if strings.HasPrefix(word, begun[len(before):]) {
			offered = append(offered, before+word)
		}
	}
	return offered, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// planKeys are the names that a text can have: those of a judge if it has its worth or r.
func planKeys(text string) []string {
	if strings.Contains(text, "worth=") || strings.Contains(","+text, ",r=") {
		return judgeKeys()
	}
	return distinct(append(studyKeys(), judgeKeys()...))
}

// newAssumption splits the values of --assume, of which some names are known. Names may be written with _ for -.
func newAssumption(text, example string, known ...string) (assumption, error) {
	a := assumption{text: text, value: map[string]string{}}
	for _, field := range strings.Split(text, ",") {
		name, value, ok := strings.Cut(field, "=")
		name = strings.ReplaceAll(strings.TrimSpace(name), "_", "-")
		value = strings.TrimSpace(value)
		_, twice := a.value[name]
		switch {
		case !ok || value == "":
			return a, a.wrong("write it as %s", example)
		case !slices.Contains(known, name):
			return a, a.checked(&study.NameError{Kind: "assumption", Name: name, Names: known})
		case twice:
			return a, a.wrong("%s is given twice", name)
		}
		a.names, a.value[name] = append(a.names, name), value
	}
	return a, nil
}

// wrong says what is wrong with the values.
func (as assumption) wrong(format string, args ...any) error {
	return usage("--assume %s: %w", visible.Text(as.text), fmt.Errorf(format, args...))
}

// checked is the error of a check, as one about the values.
func (as assumption) checked(err error) error {
	if err != nil {
		return as.wrong("%w", err)
	}
	return nil
}

// has reports whether a value has one of some names.
func (as assumption) has(names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return as.value[n] != "" })
}

// ofJudge reports whether the values are about a judge.
func (as assumption) ofJudge() bool { return as.has("worth", "r") }

// read reads the numbers that are given, by their names.
func (as assumption) read(into map[string]*float64) error {
	for _, name := range as.names {
		x, err := parseFloat(as.value[name])
		switch {
		case into[name] == nil:
		case err != nil || math.IsNaN(x) || math.IsInf(x, 0):
			return as.wrong("%s=%s is no number", name, visible.Text(as.value[name]))
		default:
			*into[name] = x
		}
	}
	return nil
}

// study reads the assumptions about a study.
func (as assumption) study() (assumed.Assumption, error) {
	a := assumed.Assumption{Groups: 1}
	numbers := map[string]*float64{"labeler-icc": &a.LabelerICC, "difference": &a.Difference, "rho": &a.Rho}
	for _, c := range assumed.Coefficients() {
		if !as.has(string(c)) {
			continue
		}
		if a.Coefficient != "" {
			return a, as.wrong("%s and %s are two questions: assume one of them, fit plan --assume %s=%s",
				a.Coefficient,
				c, a.Coefficient, as.value[string(a.Coefficient)])
		}
		a.Coefficient, numbers[string(c)] = c, &a.Value
	}
	if a.Coefficient == "" {
		return a, as.wrong("it needs a coefficient: fit plan --assume icc=0.6, or kappa, alpha or ac1")
	}
	if err := as.read(numbers); err != nil {
		return a, err
	}
	if as.has("difference", "rho") {
		a.Groups = 2
	}
	if err := as.labels(&a); err != nil {
		return a, err
	}
	if err := as.labelers(&a); err != nil {
		return a, err
	}
	return a, as.checked(a.Check())
}

// labels reads the kind of labels and the shares of categories.
func (as assumption) labels(a *assumed.Assumption) error {
	kind, number, several := strings.Cut(as.value["labels"], ":")
	rate := as.value["rate"]
	if rate == "" {
		rate = as.value["share"]
	}
	if kind == "" {
		switch numbers := a.Coefficient == assumed.ICC || a.Coefficient == assumed.Consistency ||
			a.Coefficient == assumed.Alpha; {
		case strings.Contains(rate, "/"):
			kind = "categories"
		case numbers && rate == "":
			kind = "numbers"
		default:
			kind = "binary"
		}
	}
	kinds := map[string]study.Kind{"binary": study.Binary, "numbers": study.Numeric, "ordinal": study.Ordinal,
		"categories": study.Nominal}
	if a.Kind = kinds[kind]; a.Kind == 0 {
		return as.checked(&study.NameError{Kind: "kind of labels", Name: kind,
			Names: []string{"binary", "numbers", "ordinal", "categories"}})
	}
	shares := strings.Split(rate, "/")
	if rate == "" {
		shares = nil
	}
	if several && (a.Kind == study.Ordinal || a.Kind == study.Nominal) {
		n, err := strconv.Atoi(number)
		if err != nil || n < 3 || n > 20 {
			return as.wrong("labels=%s has from 3 to 20 categories, such as %s:5", visible.Text(as.value["labels"]),
				kind)
		}
		if shares != nil && len(shares) != n {
			return as.wrong("rate has %d shares for %d categories", len(shares), n)
		}
		for range n - len(shares) {
			a.Rates = append(a.Rates, 1/float64(n))
		}
	} else if several {
		return as.wrong("only ordinal and categories have a number: labels=%s", kind)
	}
	for _, text := range shares {
		r, err := parseFloat(strings.TrimSpace(text))
		if err != nil {
			return as.wrong("rate is the share of yes, rate=0.3, or the shares of categories, rate=0.2/0.3/0.5")
		}
		a.Rates = append(a.Rates, r)
	}
	switch {
	case a.Kind == study.Binary && rate == "":
		a.Rates = []float64{0.5, 0.5}
	case a.Kind == study.Binary && len(shares) == 1:
		a.Rates = []float64{1 - a.Rates[0], a.Rates[0]}
	case a.Kind == study.Numeric && rate != "":
		return as.wrong("numbers have no rate; labels of yes and no have one: labels=binary")
	case a.Rates == nil && a.Kind != study.Numeric:
		return as.wrong("how many categories? labels=%s:5", kind)
	}
	return nil
}

// labelers reads who labels. By default the same people label all items if their levels matter.
func (as assumption) labelers(a *assumed.Assumption) error {
	text := as.value["labelers"]
	if text == "" {
		text = as.value["people"]
	}
	switch text {
	case "same":
		a.Labelers = assumed.Same
	case "other":
		a.Labelers = assumed.Other
	case "":
		a.Labelers = assumed.Other
		if a.LabelerICC > 0 || a.Groups == 1 && a.Kind == study.Numeric && a.Coefficient != assumed.Alpha {
			a.Labelers = assumed.Same
		}
	default:
		n, err := strconv.Atoi(text)
		if err != nil || n < 2 {
			return as.wrong("labelers=%s: it is a number of people, 2 or more, or same (the same people label all "+
				"items) or other (other people label each item)", visible.Text(text))
		}
		a.Labelers = n
	}
	return nil
}

// assumedStudy plans a study without a pilot.
func (pf *work) assumedStudy(as assumption) error {
	for _, given := range changed(pf.cmd) {
		if !slices.Contains([]string{"assume", "width", "target", "power", "interval", "max-labels", "people",
			"item-cost", "also", "format", "full", "quiet", "seed"}, given.Name) {
			return usage("--%s does not go with --assume %s: fit plan --assume %s", given.Name, as.text, as.text)
		}
	}
	a, err := as.study()
	if err != nil {
		return err
	}
	if people, err := pf.plannedPeople(); err != nil {
		return err
	} else if people != nil {
		if as.has("labelers", "people") {
			return as.wrong("it has the number of labelers too: leave out --people")
		}
		a.Labelers = people[""]
	}
	o := pf.planOptions(ask.PlanOfStudy)
	o.Within, o.Seed = option.Width.In(pf), option.Seed.In(pf)
	target, width := option.Given(pf, option.Targets), option.Given(pf, option.Width)
	switch {
	case target && width:
		return usage("--width and --target are two questions: give one of them")
	case target && len(option.Targets.In(pf)) != 1:
		return usage("--target: a plan from assumptions takes one value, --target 0.7")
	case target && a.Groups == 2:
		return usage("--target: the difference of two groups is compared with 0: leave it out")
	case option.Given(pf, option.Power) && !target && a.Difference == 0:
		return usage("--power goes with a target: fit plan --assume %s --target %.2g --power %v", as.text,
			max(0.1, a.Value-0.1), option.Power.In(pf))
	case target:
		o.Target, o.Within = option.Targets.In(pf)[0], 0
	case a.Difference != 0 && !width:
		o.Within = 0
	}
	if err := o.Check(); err != nil {
		return usage("%w", err)
	}
	ctx, stop := interruptible()
	defer stop()
	bar := newTaskProgress(pf.news(), o.Steps(a))
	bar.unit = "designs"
	o.Progress = func() { bar.fitted(false) }
	plan, err := ask.PlanStudy(ctx, a, o)
	bar.finish()
	var impossible *assumed.ImpossibleError
	switch {
	case errors.As(err, &impossible):
		return as.wrong("%w; try fit plan --assume %s", impossible, as.possible(a, impossible))
	case errors.Is(err, ask.ErrNothingToShow):
		return usage("--target %v: %w; try --target %.2g", o.Target, err, a.Value-0.1)
	case ctx.Err() != nil:
		return interrupted("")
	case err != nil:
		return usage("%w", err)
	}
	return pf.answer(plan)
}

// possible returns the assumptions as text, with a possible value in place of the impossible one.
func (as assumption) possible(a assumed.Assumption, e *assumed.ImpossibleError) string {
	middle := min(max(a.Value, e.Least+0.1*(e.Most-e.Least)), e.Most-0.1*(e.Most-e.Least))
	if middle == a.Value { // the impossible value is the other group's, or the labelers'
		middle = (e.Least + e.Most) / 2
	}
	return strings.Replace(as.text, string(a.Coefficient)+"="+as.value[string(a.Coefficient)],
		fmt.Sprintf("%s=%.2f", a.Coefficient, middle), 1)
}
