package main

import (
	"slices"
	"strings"

	"concord/criteria"
	"concord/model"
	"concord/model/simulate"
	"concord/study"
)

// simulatedCriteria say by which criteria items are rated.
type simulatedCriteria struct {
	names, correlation, halo string
}

// byCriteria draws labels by criteria, if the flags name some; ok is false otherwise.
func (sf *simulateFlags) byCriteria() (table *study.Table, ok bool, err error) {
	sc := &sf.criteria
	if sc.names == "" {
		if sc.correlation != "" || sc.halo != "" {
			return nil, false, usage("--criteria-correlation and --halo-sd go with --criteria")
		}
		return nil, false, nil
	}
	t := criteria.Truth{Criteria: strings.Split(sc.names, ",")}
	for c, name := range t.Criteria {
		t.Criteria[c] = strings.TrimSpace(name)
		if t.Criteria[c] == "" || slices.Contains(t.Criteria[:c], t.Criteria[c]) {
			return nil, true, usage("--criteria %s: give each criterion a name of its own", sc.names)
		}
	}
	for _, f := range []struct {
		flag  string
		given bool
	}{{"columns", sf.columns != 0}, {"truth", sf.truth != ""},
		{"discrimination-sd", sf.discriminationSD != ""}, {"noise-sd", sf.noiseSD != ""}, {"step", sf.step != 0},
		{"item-df", sf.itemDF != 0}, {"item-share", sf.itemShare != 0}, {"item-gap", sf.itemGap != ""},
		{"labels-again", sf.terms.again != 1}, {"factor", len(sf.terms.factors) > 0},
		{"facet", len(sf.terms.sd) > 0},
		{"covariate", len(sf.covariates.texts) > 0}, {"cluster", sf.terms.clusters != ""}} {
		if f.given {
			return nil, true, usage("--%s does not go with --criteria; leave it out", f.flag)
		}
	}
	if len(t.Criteria) < 2 {
		return nil, true, usage("--criteria %s: there are at least two", sc.names)
	}
	if t.Items, err = correlations("criteria-correlation", sc.correlation, len(t.Criteria)); err != nil {
		return nil, true, err
	}
	if t.Levels, err = correlations("labeler-correlation", sf.labelerCorrelation, len(t.Criteria)); err != nil {
		return nil, true, err
	}
	if sf.labelerCorrelation = ""; sc.halo == "" {
		sc.halo = "0"
	}
	plan, err := sf.plan()
	if err != nil {
		return nil, true, err
	}
	if plan.Labelers != model.Nested {
		return nil, true, usage("--labeler-effects %s: with --criteria it is nested", sf.effects)
	}
	groups, err := sf.parameters(plan)
	if err != nil {
		return nil, true, err
	}
	if t.Halo, err = perStudy("halo-sd", sc.halo, len(plan.Studies), parseFloat); err != nil {
		return nil, true, err
	}
	t.Family, t.Studies = groups.Family, groups.Studies
	t.Items = kronecker(orIdentity(groups.ItemCorrelation, len(plan.Studies)), orIdentity(t.Items, len(t.Criteria)))
	t.Levels = orIdentity(t.Levels, len(t.Criteria))
	design, err := plan.Generate(sf.seed)
	if err != nil {
		return nil, true, usage("%w", err)
	}
	if table, err = t.Simulate(design, sf.seed); err != nil {
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
