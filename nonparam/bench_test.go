package nonparam_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/nonparam"
	"concord/study"
)

// simulated returns a table of the shape of the data set of Wong, Paritosh and Aroyo
// (2021): items that two pools rated twice, with that many levels of the labels, or with
// labels that nearly all differ if levels is 0.
func simulated(t testing.TB, labels, levels int) *study.Table {
	const pools = 2
	random := rand.New(rand.NewPCG(7, uint64(labels)))
	kind := study.Numeric
	if levels == 2 {
		kind = study.Binary
	}
	x := study.Indexed{Kind: kind, Studies: []string{"mexico", "budapest"}}
	for r := range 2 * pools {
		x.Labelers = append(x.Labelers, "rater"+strconv.Itoa(r))
	}
	for i := 0; len(x.Value) < labels; i++ {
		x.Items = append(x.Items, "item"+strconv.Itoa(i))
		prevalence := random.Float64()
		for r := range 2 * pools {
			if random.Float64() < 0.02 {
				continue // a missing rating
			}
			value := prevalence + random.Float64()
			if levels > 0 {
				value = math.Floor(value / 2 * float64(levels))
			}
			x.Item = append(x.Item, int32(i))
			x.Labeler = append(x.Labeler, int32(r))
			x.Study = append(x.Study, int32(r/2))
			x.Value = append(x.Value, value)
		}
	}
	table, err := study.NewTable(x)
	require.NoError(t, err)
	return table
}

// BenchmarkCrossKappaPerLabel shows that the cost of a label does not grow with their
// number: the metric ns/label.
func BenchmarkCrossKappaPerLabel(b *testing.B) {
	for _, c := range []struct {
		distance nonparam.Standard
		levels   int
	}{{nonparam.Nominal, 2}, {nonparam.Ordinal, 5}, {nonparam.Linear, 5}, {nonparam.Ratio, 5},
		{nonparam.Interval, 5}, {nonparam.Interval, 0}, {nonparam.Linear, 0}, {nonparam.Ordinal, 0}} {
		for _, labels := range []int{10_000, 100_000, 1_000_000, 4_000_000} {
			table := simulated(b, labels, c.levels)
			x, y := table.StudyAt(0), table.StudyAt(1)
			b.Run(fmt.Sprintf("%s/levels=%d/labels=%d", c.distance, c.levels, labels), func(b *testing.B) {
				for b.Loop() {
					_, err := nonparam.Of(nonparam.CrossKappaName, c.distance, nonparam.FromStudy(x),
						nonparam.FromStudy(y))
					require.NoError(b, err)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(table.Len()), "ns/label")
			})
		}
	}
}

// BenchmarkTableFive answers kappa of each study and κ_x of each pair for 31 columns of
// 0/1 labels over 38,000 items, 4 million labels in all.
func BenchmarkTableFive(b *testing.B) {
	table := simulated(b, 4_000_000/31, 2)
	o := nonparam.Options{Coefficients: []nonparam.Coefficient{nonparam.CohenKappaName, nonparam.AlphaName,
		nonparam.CrossKappaName, nonparam.NormalizedCrossKappaName}}
	for b.Loop() {
		for range 31 {
			if _, err := nonparam.Agreement(context.Background(), table, o); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkBootstrap draws 1,000 replicates of one κ_x on 50,000 items.
func BenchmarkBootstrap(b *testing.B) {
	for levels, d := range map[int]nonparam.Standard{2: nonparam.Nominal, 0: nonparam.Interval} {
		table := simulated(b, 4*50_000, levels)
		o := nonparam.Options{Coefficients: []nonparam.Coefficient{nonparam.CrossKappaName}, Distance: d,
			Intervals: nonparam.Bootstrap{Replicates: 1000}}
		for _, resample := range []nonparam.Resample{nonparam.Items, nonparam.Both} {
			o.Intervals = nonparam.Bootstrap{Replicates: 1000, Resample: resample}
			b.Run(d.String()+"/"+resample.String(), func(b *testing.B) {
				for b.Loop() {
					if _, err := nonparam.Agreement(context.Background(), table, o); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
