package main

import (
	"slices"
	"strings"

	"concord/criteria"
	"concord/internal/option"
	"concord/model"
	"concord/model/simulate"
	"concord/study"
)

// byCriteria draws labels by criteria, if the flags name some; ok is false otherwise.
func (sf *work) byCriteria0() (table *study.Table, ok bool, err error) {
	sc := sf
	if option.CriteriaNames.In(sc) == "" {
		if option.CriteriaCorrelation.In(sc) != "" || option.HaloSD.In(sc) != "" {
			return nil, false, usage("--criteria-correlation and --halo-sd go with --criteria")
		}
		return nil, false, nil
	}
	t := criteria.Truth{Criteria: strings.Split(option.CriteriaNames.In(sc), ",")}
	for c, name := range t.Criteria {
		t.Criteria[c] = strings.TrimSpace(name)
		if t.Criteria[c] == "" || slices.Contains(t.Criteria[:c], t.Criteria[c]) {
			return nil, true, usage("--criteria %s: give each criterion a name of its own", option.CriteriaNames.In(sc))
		}
	}
	for _, f := range []struct {
		flag  string
		given bool
	}{{"columns", option.LabelColumns.In(sf) != 0}, {"truth", option.Truth.In(sf) != ""},
		{"discrimination-sd", option.DiscriminationSD.In(sf) != ""}, {"noise-sd", option.NoiseSD.In(sf) != ""},
		{"step", option.Step.In(sf) != 0},
		{"item-df", option.ItemDF.In(sf) != 0},
		{"labels-again", option.LabelsAgain.In(sf) != 1}, {"factor", len(option.Factor.In(sf)) > 0},
		{"facet", len(option.FacetSD.In(sf)) > 0},
		{"covariate", len(option.CovariateTruth.In(sf)) > 0}, {"cluster", option.Clusters.In(sf) != ""}} {
		if f.given {
			return nil, true, usage("--%s does not go with --criteria; leave it out", f.flag)
		}
	}
	if len(t.Criteria) < 2 {
		return nil, true, usage("--criteria %s: there are at least two", option.CriteriaNames.In(sc))
	}
	if t.Items, err = correlations("criteria-correlation", option.CriteriaCorrelation.In(sc),
		len(t.Criteria)); err != nil {
		return nil, true, err
	}
	if t.Levels, err = correlations("labeler-correlation", option.LabelerCorrelation.In(sf),
		len(t.Criteria)); err != nil {
		return nil, true, err
	}
	if option.LabelerCorrelation.Set(sf, ""); option.HaloSD.In(sc) == "" {
		option.HaloSD.Set(sc, "0")
	}
	plan, err := sf.simulatedPlan()
	if err != nil {
		return nil, true, err
	}
	if plan.Labelers != model.Nested {
		return nil, true, usage("--labeler-effects %s: with --criteria it is nested", option.SimulatedLabelers.In(sf))
	}
	groups, err := sf.simulatedTruth(plan)
	if err != nil {
		return nil, true, err
	}
	if t.Halo, err = perStudy("halo-sd", option.HaloSD.In(sc), len(plan.Studies), parseFloat); err != nil {
		return nil, true, err
	}
	t.Family, t.Studies = groups.Family, groups.Studies
	t.Items = kronecker(orIdentity(groups.ItemCorrelation, len(plan.Studies)), orIdentity(t.Items, len(t.Criteria)))
	t.Levels = orIdentity(t.Levels, len(t.Criteria))
	design, err := plan.Generate(option.Seed.In(sf))
	if err != nil {
		return nil, true, usage("%w", err)
	}
	if table, err = t.Simulate(design, option.Seed.In(sf)); err != nil {
		return nil, true, usage("%w", err)
	}
	return table, true, nil
}

// orIdentity is a correlation matrix, or that of n independent effects if there is none.
func orIdentity(r [][]float64, n int) [][]float64 {
	if r != nil {
		return r
	}
	return simulate.CommonCorrelation(n, 0)
}

// kronecker is the Kronecker product of two matrices.
func kronecker(a, b [][]float64) [][]float64 {
	k := len(b)
	out := make([][]float64, len(a)*k)
	for i := range out {
		for j := range out {
			out[i] = append(out[i], a[i/k][j/k]*b[i%k][j%k])
		}
	}
	return out
}
