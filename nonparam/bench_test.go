package nonparam_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/nonparam"
	"concord/study"
)

// simulated returns a table of the shape of seed 003's data set: items that most of
// three pools rated twice, with 0/1 labels, or with labels 1 to 5.
func simulated(t testing.TB, labels int, binary bool) *study.Table {
	const pools = 2
	random := rand.New(rand.NewPCG(7, uint64(labels)))
	kind := study.Numeric
	if binary {
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
			value := 0.0
			if random.Float64() < prevalence {
				value = 1
			}
			if !binary {
				value += float64(random.IntN(4)) + prevalence
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
	for _, d := range []nonparam.Standard{nonparam.Nominal, nonparam.Linear, nonparam.Ordinal, nonparam.Interval} {
		for _, labels := range []int{10_000, 100_000, 1_000_000, 4_000_000} {
			table := simulated(b, labels, d == nonparam.Nominal)
			x, y := table.StudyAt(0), table.StudyAt(1)
			b.Run(fmt.Sprintf("%s/%d", d, labels), func(b *testing.B) {
				for b.Loop() {
					if _, err := nonparam.CrossKappa(x, y, d); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(table.Len()), "ns/label")
			})
		}
	}
}

// BenchmarkTableFive answers kappa of each study and κ_x of each pair for 31 columns of
// 0/1 labels over 38,000 items, 4 million labels in all.
func BenchmarkTableFive(b *testing.B) {
	table := simulated(b, 4_000_000/31, true)
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
	for _, binary := range []bool{true, false} {
		table := simulated(b, 4*50_000, binary)
		d := nonparam.Interval
		if binary {
			d = nonparam.Nominal
		}
		o := nonparam.Options{Coefficients: []nonparam.Coefficient{nonparam.CrossKappaName}, Distance: d,
			Bootstrap: nonparam.Bootstrap{Replicates: 1000}}
		for _, resample := range []nonparam.Resample{nonparam.Items, nonparam.Both} {
			o.Bootstrap.Resample = resample
			b.Run(d.String()+"/"+o.Bootstrap.Resample.String(), func(b *testing.B) {
				for b.Loop() {
					if _, err := nonparam.Agreement(context.Background(), table, o); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkReplication replaces the labels and computes κ_x anew, as a posterior
// predictive check does for each draw.
func BenchmarkReplication(b *testing.B) {
	table := simulated(b, 10_000, true)
	x, y := nonparam.Of(table.StudyAt(0)), nonparam.Of(table.StudyAt(1))
	value := append([]float64(nil), table.StudyAt(0).Value()...)
	for b.Loop() {
		value[0] = 1 - value[0]
		if _, err := nonparam.CrossKappa(x.WithValues(value), y, nonparam.Nominal); err != nil {
			b.Fatal(err)
		}
	}
}
