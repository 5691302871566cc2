package main

import (
	"slices"
	"strings"

	"concord/internal/option"
	"concord/internal/quoting"
	"concord/model"
	"concord/model/simulate"
	"concord/study"
)

// covariateTruths reads the coefficients.
func (sc *work) covariateTruths(p simulate.Plan) ([]simulate.CovariateTruth, error) {
	var all []simulate.CovariateTruth
	for _, text := range option.CovariateTruth.In(sc) {
		column, values, ok := strings.Cut(text, "=")
		name, of, named := strings.Cut(strings.TrimSpace(column), ":")
		units := []string{study.ItemFactor, study.LabelerFactor, simulate.LabelUnit}
		switch {
		case !ok || !named || name == "" || !slices.Contains(units, of):
			return nil, usage("--covariate %s: write a column, what it is a property of (item, labeler or label), and "+
				"its effect, as length:item=0.5", text)
		case of == study.LabelerFactor && p.Labelers == model.NoLabelers:
			return nil, usage("--covariate %s: labelers have no names; with names: --labeler-effects nested", text)
		}
		c := simulate.CovariateTruth{Covariate: model.Covariate{Factor: name}}
		var err error
		if strings.Contains(values, ":") {
			c.Levels, c.Coefficients, err = effectsOf(text, values, len(p.Studies))
			c.Kind = model.CategoryCovariate
		} else {
			var numbers []float64
			numbers, err = perStudy("covariate "+column, values, len(p.Studies), parseFloat)
			for _, x := range numbers {
				c.Coefficients = append(c.Coefficients, []float64{x})
			}
			c.Kind = model.NumberCovariate
		}
		if err != nil {
			return nil, err
		}
		all, sc.of = append(all, c), append(sc.of, of)
	}
	return all, sc.addSlopes(all, p)
}

// addSlopes reads how far labelers' slopes differ.
func (sc *work) addSlopes(all []simulate.CovariateTruth, p simulate.Plan) error {
	for _, text := range option.SlopeSD.In(sc) {
		name, values, ok := strings.Cut(text, "=")
		name = strings.TrimSpace(name)
		i := slices.IndexFunc(all, func(c simulate.CovariateTruth) bool { return c.Factor == name })
		switch {
		case !ok:
			return usage("--slopes %s: write a covariate and a standard deviation, as week=0.5", text)
		case i < 0:
			return usage("--slopes %s: it is no covariate; add it: --covariate %s:label=0", text, quoting.Shell(name))
		case p.Labelers == model.NoLabelers:
			return usage("--slopes %s: labelers have no names; with names: --labeler-effects nested", text)
		case all[i].Levels != nil:
			return usage("--slopes %s: slopes are by numbers, and %s has categories", text, name)
		case sc.of[i] == study.LabelerFactor:
			return usage("--slopes %s: each labeler has one value of %s; a property of labels: --covariate %s:label=0",
				text, name, quoting.Shell(name))
		}
		deviations, err := perStudy("slopes "+name, values, len(p.Studies), parseFloat)
		if err != nil {
			return err
		}
		all[i].Slopes, all[i].SlopeSD = true, deviations
	}
	return nil
}

// effectsOf reads the names of categories and their effects in each group. The effects are less their mean.
func effectsOf(text, values string, studies int) (names []string, effects [][]float64, err error) {
	lists := strings.Split(values, "/")
	if len(lists) != 1 && len(lists) != studies {
		return nil, nil, usage("--covariate %s: %d lists for %d groups; give one, or one for each", text, len(lists),
			studies)
	}
	for s := range studies {
		var own []string
		var of []float64
		mean := 0.0
		fields := strings.Split(lists[min(s, len(lists)-1)], ",")
		for _, field := range fields {
			name, number, _ := strings.Cut(strings.TrimSpace(field), ":")
			x, err := parseFloat(strings.TrimSpace(number))
			if err != nil || name == "" || slices.Contains(own, name) {
				return nil, nil, usage("--covariate %s: give each category once, with its effect, as BR:-0.6,US:0.6",
					text)
			}
			own, of, mean = append(own, name), append(of, x), mean+x/float64(len(fields))
		}
		for c := range of {
			of[c] -= mean
		}
		if names == nil {
			names = own
		}
		if len(own) < 2 || !slices.Equal(names, own) {
			return nil, nil, usage("--covariate %s: name the same two categories or more in each group", text)
		}
		effects = append(effects, of)
	}
	return names, effects, nil
}

// addSimulatedCovariates adds the columns to a design.
func (sc *work) addSimulatedCovariates(
	d simulate.Design, covariates []simulate.CovariateTruth, seed uint64,
) (simulate.Design, error) {
	var err error
	for i, c := range covariates {
		if d, err = d.WithCovariate(c.Factor, sc.of[i], c.Levels, seed); err != nil {
			return d, usage("--covariate %s: %w", option.CovariateTruth.In(sc)[i], err)
		}
	}
	return d, nil
}
