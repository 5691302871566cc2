package simulate

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/model/spec"
)

// Whatever the plan: items and people get what the plan says, nobody labels an item twice, and the work is shared out
// evenly.
func TestPlanIsKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items, labelers := rapid.IntRange(1, 30).Draw(t, "items"), rapid.IntRange(1, 12).Draw(t, "labelers")
		sp := StudyPlan{Name: "a", Labelers: labelers, Missing: rapid.Float64Range(0, 0.6).Draw(t, "missing")}
		perItem := rapid.Bool().Draw(t, "per item")
		present := items - int(sp.Missing*float64(items)+0.5)
		if present == 0 {
			sp.LabelsPerItem = 1
			_, err := Plan{Items: items, Studies: []StudyPlan{sp}}.Generate(1)
			require.ErrorContains(t, err, "leaves none of 1 items")
			return
		}
		each := 0
		if perItem {
			each = rapid.IntRange(1, labelers).Draw(t, "labels per item")
			sp.LabelsPerItem = each
		} else {
			each = rapid.IntRange(1, present).Draw(t, "labels per labeler")
			sp.LabelsPerLabeler = each
		}
		other := sp
		other.Name = "b"
		effects := rapid.SampledFrom([]spec.LabelerEffects{spec.Nested, spec.Shared}).Draw(t, "effects")
		d, err := Plan{Items: items, Labelers: effects, Studies: []StudyPlan{sp, other}}.Generate(rapid.Uint64().Draw(t,
			"seed"))
		require.NoError(t, err)
		require.NoError(t, d.validate())
		seen := map[[3]int32]bool{}
		byItem, byLabeler := map[[2]int32]int{}, map[[2]int32]int{}
		for n := range d.Study {
			key := [3]int32{d.Study[n], d.Item[n], d.Labeler[n]}
			assert.False(t, seen[key], "one label of an item by a person in a group")
			seen[key] = true
			byItem[[2]int32{d.Study[n], d.Item[n]}]++
			byLabeler[[2]int32{d.Study[n], d.Labeler[n]}]++
		}
		exact, even := byItem, byLabeler
		if !perItem {
			exact, even = byLabeler, byItem
		}
		for _, count := range exact {
			assert.Equal(t, each, count)
		}
		least, most := len(d.Study), 0
		for _, count := range even {
			least, most = min(least, count), max(most, count)
		}
		assert.LessOrEqual(t, most-least, 1, "the work is even")
		if perItem {
			assert.Len(t, byItem, 2*present)
		}
	})
}

func TestPlanLabelers(t *testing.T) {
	plan := everyone(4, 3, spec.Nested, "a", "b")
	nested, err := plan.Generate(1)
	require.NoError(t, err)
	assert.Len(t, nested.Labelers, 6, "each group has people of its own")
	plan.Labelers = spec.Shared
	shared, err := plan.Generate(1)
	require.NoError(t, err)
	assert.Len(t, shared.Labelers, 3, "one pool of people")
	plan.Labelers = spec.NoLabelers
	none, err := plan.Generate(1)
	require.NoError(t, err)
	assert.Nil(t, none.Labelers)
	assert.Nil(t, none.Labeler)
	assert.Equal(t, "item_1", none.Items[0])
}

func TestPlanRefuses(t *testing.T) {
	for want, change := range map[string]func(*Plan){
		"at least one item":     func(p *Plan) { p.Items = 0 },
		"at least one group":    func(p *Plan) { p.Studies = nil },
		"a different name":      func(p *Plan) { p.Studies[1].Name = "a" },
		"it must be at least 0": func(p *Plan) { p.Studies[0].Missing = 1 },
		"leaves none of 10":     func(p *Plan) { p.Studies[0].Missing = 0.99 },
		"0 labelers":            func(p *Plan) { p.Studies[0].Labelers = 0 },
		"either the labels per": func(p *Plan) { p.Studies[0].LabelsPerLabeler = 2 },
		"as many labelers":      func(p *Plan) { p.Studies[0].LabelsPerItem = 9 },
		"as many items":         func(p *Plan) { p.Studies[0].LabelsPerItem, p.Studies[0].LabelsPerLabeler = 0, 11 },
		"set the labels per item": func(p *Plan) {
			p.Labelers, p.Studies[0].LabelsPerItem, p.Studies[0].LabelsPerLabeler = spec.NoLabelers, 0, 2
		},
	} {
		p := everyone(10, 3, spec.Nested, "a", "b")
		change(&p)
		_, err := p.Generate(1)
		assert.ErrorContains(t, err, want)
	}
}
