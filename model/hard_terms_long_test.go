//go:build long

package model_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/study"
)

// hardTerms are designs in which labelers' discriminations are hard to sample: of one labeler hardly anything is known,
// all are alike, a third of them do not follow the items at all, and there are few.
func hardTerms() []hardDesign {
	var all []hardDesign
	for _, f := range []family.Family{family.Bernoulli{}, family.Gaussian{}} {
		add := func(name string, spread float64, plan simulate.Plan,
			labels func(*testing.T, simulate.Truth, simulate.Design) *study.Table) {
			p := simulate.StudyTruth{Mean: 0.5, ItemSD: 1.5, LabelerSD: 0.7, DiscriminationSD: spread}
			if f == (family.Gaussian{}) {
				p.ResidualSD = 1
			}
			truth := simulate.Truth{Family: f, Labelers: plan.Labelers, Studies: []simulate.StudyTruth{p},
				ItemCorrelation: simulate.CommonCorrelation(1, 0)}
			all = append(all, hardDesign{name: f.String() + ", discrimination, " + name, truth: truth, plan: plan,
				discrimination: true, labels: labels})
		}
		one := designed(150, 1, 24, 6, spec.Nested)
		add("a labeler of 2 labels", 0.5, one, twoOfTheFirst)
		add("all alike, ω = 0", 0, one, nil)
		add("a third random", 0.2, one, aThirdRandom)
		for _, labelers := range []int{3, 4, 6, 8} {
			add(fmt.Sprint(labelers, " labelers"), 0.5, designed(150, 1, labelers, min(labelers, 4), spec.Nested), nil)
		}
	}
	return all
}

// twoOfTheFirst leaves two labels of the first labeler.
func twoOfTheFirst(t *testing.T, truth simulate.Truth, all simulate.Design) *study.Table {
	some, first := all, 0
	some.Study, some.Item, some.Labeler = nil, nil, nil
	for n, l := range all.Labeler {
		if l == 0 {
			if first++; first > 2 {
				continue
			}
		}
		some.Study, some.Item = append(some.Study, all.Study[n]), append(some.Item, all.Item[n])
		some.Labeler = append(some.Labeler, l)
	}
	require.Greater(t, first, 2)
	table, err := simulate.Simulate(truth, some, 1)
	require.NoError(t, err)
	return table
}

// aThirdRandom has labels of every third labeler that know nothing of the items.
func aThirdRandom(t *testing.T, truth simulate.Truth, design simulate.Design) *study.Table {
	values, err := truth.Labels(design, rand.New(rand.NewPCG(1, 2)))
	require.NoError(t, err)
	truth.Studies = []simulate.StudyTruth{truth.Studies[0]}
	truth.Studies[0].ItemSD, truth.Studies[0].DiscriminationSD = 0, 0
	random, err := truth.Labels(design, rand.New(rand.NewPCG(3, 4)))
	require.NoError(t, err)
	for n, l := range design.Labeler {
		if l%3 == 0 {
			values[n] = random[n]
		}
	}
	kind := study.Numeric
	if truth.Family == (family.Bernoulli{}) {
		kind = study.Binary
	}
	table, err := study.NewTable(study.Indexed{Items: design.Items, Labelers: design.Labelers, Studies: design.Studies,
		Item: design.Item, Labeler: design.Labeler, Study: design.Study, Value: values, Kind: kind})
	require.NoError(t, err)
	return table
}

// Default settings against NUTS with small steps; the lines that it prints are a table of docs/lab/validation.md:
//
//	go test -tags long -timeout 2h -v -run LongHardTerms ./model
func TestLongHardTerms(t *testing.T) {
	for _, h := range hardTerms() {
		t.Run(h.name, func(t *testing.T) {
			v := h.judge(t, 1000)
			fmt.Println(v.row(h.name))
			assert.LessOrEqual(t, v.apart, 4.5, v.where)
			// What is not sampled well is not said to be.
			if v.worst.MaxRHat.Value > 1.015 || v.worst.MinESSBulk.Value < 400 || v.worst.MinESSTail.Value < 400 {
				assert.Equal(t, 2, v.fit.Attempts())
			}
		})
	}
}
