package regime

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model/family"
	"concord/model/internal/labels"
	"concord/model/spec"
)

// compiled has so many labels, studies and items, and no more.
func compiled(n, studies, items int) *labels.Compiled {
	return &labels.Compiled{
		Labels: &family.Labels{Studies: studies, Value: make([]float64, n)},
		Terms:  []*labels.Grouping{{Levels: items, Cell: make([][]int32, studies)}},
	}
}

func TestRegimes(t *testing.T) {
	binary, numbers := spec.Spec{Family: family.Bernoulli{}}, spec.Spec{Family: family.Gaussian{}}
	for name, c := range map[string]struct {
		got, want Regime
	}{
		"few":      {Of(compiled(3000, 2, 100), binary), Regime{FewLabels: true, Draws: 1000}},
		"ordinary": {Of(compiled(3001, 2, 100), numbers), Regime{Draws: 1000}},
		"studies":  {Of(compiled(100, 10, 600), binary), Regime{ManyStudies: true, Draws: 666}},
		"thirty":   {Of(compiled(100, 30, 5), numbers), Regime{ManyStudies: true, VeryManyStudies: true, Draws: 666}},
		"effects":  {Of(compiled(20_000, 2, 2500), numbers), Regime{Blocked: true, ManyEffects: true, Draws: 1000}},
		"many":     {Of(compiled(200_000, 1, 9), numbers), Regime{Blocked: true, ManyLabels: true, Draws: 320}},
		"very many": {Of(compiled(250_000, 1, 9), numbers), Regime{Blocked: true, ManyLabels: true, Split: true,
			Draws: 300}},
		"both many": {Of(compiled(250_000, 10, 9), numbers), Regime{Blocked: true, ManyLabels: true, Split: true,
			ManyStudies: true, Draws: 300}},
		"one judge": {Of(compiled(100, 2, 9), spec.Spec{Family: family.Bernoulli{},
			Studies: []spec.StudyModel{{}, {OneLabel: true}}}), Regime{FewLabels: true, Draws: 1000}},
	} {
		assert.Equal(t, c.want, c.got, name)
	}
}
