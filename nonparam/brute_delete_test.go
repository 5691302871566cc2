package nonparam

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// label is one label of a table that is built anew without some of them.
type label struct {
	item, rater, study string
	x                  float64
}

// sparse simulates labels 0 to 3 of 14 items in two studies: each item has 0 to 4 labels in
// each, by some of 6 labelers of whom two are in both studies.
func sparse(random *rand.Rand) []label {
	var all []label
	names := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}
	for i := range 14 {
		quality := random.NormFloat64()
		for s, study := range []string{"x", "y"} {
			for _, rater := range random.Perm(6)[:random.IntN(5)] {
				x := math.Round(1.5 + 1.5*quality + 0.6*random.NormFloat64())
				all = append(all, label{names[i%10] + names[i/10], names[4*s+rater], study, min(3, max(0, x))})
			}
		}
	}
	return all
}

// without builds a table of the labels that are not gone.
func without(t *testing.T, labels []label, gone func(label) bool) []*Ratings {
	var b study.Builder
	for _, l := range labels {
		if !gone(l) {
			b.Add(l.item, l.rater, l.study, l.x)
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	var sources []*Ratings
	for _, name := range []string{"x", "y"} {
		r, err := studyRatings(t, table, name).WithCategories([]float64{0, 1, 2, 3})
		require.NoError(t, err)
		sources = append(sources, r)
	}
	return sources
}

// deletable are coefficients from which ratings can be taken away.
func deletable(t *testing.T) map[string]func(sources []*Ratings, o Options) question {
	all := map[string]func(sources []*Ratings, o Options) question{}
	distances := []Distance{Nominal, Linear, Interval, Ordinal, Ratio, Custom(asymmetric)}
	add := func(name string, c Coefficient, d Distance, n Normalization) {
		all[name] = func(sources []*Ratings, o Options) question {
			o.Distance, o.Normalize = d, n
			return asked(t, c, o, sources...)
		}
	}
	for _, d := range distances {
		for _, c := range []Coefficient{
			PercentAgreementName, FleissKappaName, CongerKappaName, GwetACName, BrennanPredigerName,
			AlphaName, IotaName,
		} {
			add(string(c)+" "+d.String(), c, d, Normalization{})
			name := "normalized by " + string(c) + " of shared items, " + d.String()
			add(name, NormalizedCrossKappaName, d, Normalization{c, true})
		}
		add("cross_kappa "+d.String(), CrossKappaName, d, Normalization{})
		add("normalized "+d.String(), NormalizedCrossKappaName, d, Normalization{})
	}
	for k := range 4 {
		all["specific agreement on "+string(rune('0'+k))] = func(sources []*Ratings, o Options) question {
			own, o, err := o.ready(sources)
			require.NoError(t, err)
			return o.each(SpecificAgreementName, own[0], nil)[k]
		}
	}
	for _, c := range []Coefficient{ICC1Name, ICC1kName, LinCCCName, PABAKName, DisattenuatedName} {
		add(string(c), c, Interval, Normalization{})
	}
	all["difference"] = func(sources []*Ratings, o Options) question {
		a := all["cross_kappa interval"](sources, o)
		return a.less(all["normalized interval"](sources, o), a.sources...)
	}
	return all
}

// TestDeletions deletes each item, each labeler and each item's labels by a labeler from the
// data, computes every coefficient anew and compares.
func TestDeletions(t *testing.T) {
	for seed := range uint64(4) {
		labels := sparse(rand.New(rand.NewPCG(11, seed)))
		all := without(t, labels, func(label) bool { return false })
		table := all[0].table
		for name, ask := range deletable(t) {
			q := ask(all, Options{})
			require.Empty(t, q.why, name)
			if _, why := q.value(); why != "" {
				continue
			}
			require.Empty(t, q.fixed(), name)
			got, err := q.deleted(context.Background(), 1)
			require.NoError(t, err)
			compared := 0
			for _, series := range []series{got.item, got.rater, got.both} {
				require.NotEmpty(t, series.key, name)
				for n, k := range series.key {
					left := without(t, labels, func(l label) bool {
						return (k.item == -1 || table.Items()[k.item] == l.item) &&
							(k.rater == -1 || table.Labelers()[k.rater] == l.rater)
					})
					var want float64
					anew := ask(left, Options{})
					why := anew.why
					if why == "" {
						want, why = anew.value()
					}
					if why != "" {
						assert.True(t, math.IsNaN(series.value[n]),
							"%s without %v: %s, not %v", name, k, why, series.value[n])
						continue
					}
					compared++
					delta := 1e-9 * max(1, math.Abs(want))
					if !assert.InDelta(t, want, series.value[n], delta, "%s without %v", name, k) {
						return
					}
				}
			}
			if compared < 20 {
				t.Logf("%s: %d compared", name, compared)
			}
		}
	}
}
