package result

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/result/catalogue"
	"concord/study"
)

// The next step follows from the result: first more draws, then more labels, then who to look at, and then the items.
func TestNextStep(t *testing.T) {
	of := func(change func(r *Result)) study.Fix {
		one := func(quantity string, mean, lower, upper Number) Estimate {
			return Estimate{Quantity: quantity, Studies: []string{"all"}, Scale: ScaleLabel, K: 6, Mean: mean,
				Lower: lower, Upper: upper}
		}
		r := &Result{Data: Data{Studies: []Study{{Name: "all"}}}, Model: &Model{},
			Estimates:    []Estimate{one(catalogue.ICC, 0.4, 0.3, 0.5), one(catalogue.ICCk, 0.8, 0.7, 0.9)},
			LabelsNeeded: []LabelsNeeded{{Study: "all", Median: 6, Lower: 4, Upper: 8}}}
		change(r)
		return Look(r).Next()
	}
	assert.Equal(t, "consensus", of(func(*Result) {}).Command)
	assert.Equal(t, "next", of(func(r *Result) { r.LabelsNeeded[0].Median = 7 }).Command)
	assert.Equal(t, "next", of(func(r *Result) { r.LabelsNeeded[0].Median = Undefined() }).Command)
	assert.Equal(t, "plan", of(func(r *Result) { r.Estimates[0].Upper = 0.8 }).Command)
	assert.Equal(t, "labelers", of(func(r *Result) {
		r.Doubts = []Doubt{{Statistics: []string{StatisticDiscrimination}}}
	}).Command)
	assert.Equal(t, "warmup", of(func(r *Result) { r.Sampler = &Sampler{Partial: true} }).Set[0].Option)
	assert.Equal(t, "html", of(func(r *Result) {
		r.Data.Studies = append(r.Data.Studies, Study{Name: "b"})
		r.Estimates = append(r.Estimates, Estimate{Quantity: catalogue.Rho, Studies: []string{"all", "b"}, Mean: 0.5,
			Lower: 0.4, Upper: 0.6, Scale: ScaleLabel})
	}).Set[0].Option)
}
