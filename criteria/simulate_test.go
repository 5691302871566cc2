package criteria

import (
	"errors"
	"slices"

	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/study"
)

// Truth is one value of every parameter.
type Truth struct {
	Family   family.Family
	Criteria []string
	// Studies are the parameters of each group, on all criteria.
	Studies []simulate.StudyTruth
	// Halo is τ of each group, on the scale of the linear predictor.
	Halo []float64
	// Items and Levels are correlations: of items' true scores over groups and criteria, group by group, and of a
	// labeler's levels over criteria.
	Items, Levels [][]float64
}

// Simulate draws labels: the labelers of a design label each of their items on all criteria. No labeler of the design
// is in two groups.
func (t Truth) Simulate(d simulate.Design, seed uint64) (*study.Table, error) {
	if len(t.Studies) != len(d.Studies) || len(t.Halo) != len(d.Studies) {
		return nil, errors.New("criteria: a group of the design has no parameters")
	}
	return simulated(t.wide(), t.Criteria, d, seed)
}

// wide has a study for each group and criterion, group by group.
func (t Truth) wide() simulate.Truth {
	k := len(t.Criteria)
	halo := simulate.FacetTruth{Facet: spec.ItemByLabeler()}
	halo.Covariance = spec.Common
	wide := simulate.Truth{Family: t.Family, Labelers: spec.Shared, ItemCorrelation: t.Items}
	for g, of := range t.Studies {
		for c := range k {
			wide.Studies = append(wide.Studies, of)
			halo.SD = append(halo.SD, t.Halo[g])
			row := make([]float64, len(t.Studies)*k)
			copy(row[g*k:], t.Levels[c])
			wide.LabelerCorrelation = append(wide.LabelerCorrelation, row)
		}
	}
	if slices.ContainsFunc(t.Halo, func(tau float64) bool { return tau > 0 }) {
		wide.Facets = append(wide.Facets, halo)
	}
	return wide
}

// simulated draws labels of a truth that has a study for each group of a design and each criterion.
func simulated(wide simulate.Truth, criteria []string, d simulate.Design, seed uint64) (*study.Table, error) {
	k := len(criteria)
	all := simulate.Design{Items: d.Items, Labelers: d.Labelers}
	values := study.Factor{Name: Factor, Levels: criteria}
	for g, name := range d.Studies {
		for c, criterion := range criteria {
			all.Studies = append(all.Studies, name+"\x00"+criterion)
			for n, s := range d.Study {
				if int(s) != g {
					continue
				}
				all.Study = append(all.Study, int32(g*k+c))
				all.Item, all.Labeler = append(all.Item, d.Item[n]), append(all.Labeler, d.Labeler[n])
				values.Index = append(values.Index, int32(c))
			}
		}
	}
	table, err := simulate.Simulate(wide, all, seed)
	if err != nil {
		return nil, err
	}
	long := table.Indexed()
	long.Studies, long.Factors = d.Studies, []study.Factor{values}
	for n, s := range long.Study {
		long.Study[n] = s / int32(k)
	}
	return study.NewTable(long)
}
