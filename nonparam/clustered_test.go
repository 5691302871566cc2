package nonparam

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// TestClustersOfOneItem gives the same intervals as items without clusters, to the bit, whatever the clusters' numbers.
func TestClustersOfOneItem(t *testing.T) {
	labels := sparse(rand.New(rand.NewPCG(7, 1)))
	sources := without(t, labels, func(label) bool { return false })
	clusters := make([]int32, len(sources[0].table.Items()))
	for i, k := range rand.New(rand.NewPCG(1, 1)).Perm(len(clusters)) {
		clusters[i] = int32(k)
	}
	own := slices.DeleteFunc(Coefficients(), func(c Coefficient) bool {
		return isICC(c) && c != ICC1Name && c != ICC1kName // of which plain limits are F limits
	})
	compared := 0
	for _, how := range []IntervalMethod{Jackknife{}, Bootstrap{Replicates: 60}, Bootstrap{Replicates: 60, Kind: BCa},
		Bootstrap{Replicates: 60, Resample: Both}} {
		o := Options{Coefficients: own, Distance: Interval, Intervals: how}
		want, err := AgreementOf(context.Background(), sources, o)
		require.NoError(t, err)
		o.Clusters = clusters
		got, err := AgreementOf(context.Background(), sources, o)
		require.NoError(t, err)
		require.Len(t, got, len(want))
		for n, w := range want {
			g := got[n]
			f := g.Interval != nil && g.Interval.Method == "f" || w.Interval != nil && w.Interval.Method == "f"
			if f || w.Undefined != "" {
				continue
			}
			if assert.Equal(t, w.Interval, g.Interval, "%s %v", w.Coefficient, w.Studies) && w.Interval != nil {
				compared++
			}
			assert.Equal(t, w.Value, g.Value)
			if !isICC(w.Coefficient) { // of which a bootstrap of raters has F limits
				assert.Equal(t, w.NoInterval, g.NoInterval)
			}
			if w.Interval != nil && w.Interval.Method == "jackknife" {
				assert.Equal(t, w.SE, g.SE)
			}
			assert.Positive(t, g.Clusters)
		}
	}
	assert.Greater(t, compared, 60)
}

// TestClustersAreDeletedWhole compares with the coefficients of labels without each cluster, and without each cluster's
// labels by one labeler, computed anew.
func TestClustersAreDeletedWhole(t *testing.T) {
	labels := sparse(rand.New(rand.NewPCG(11, 2)))
	sources := without(t, labels, func(label) bool { return false })
	table := sources[0].table
	clusters := make([]int32, len(table.Items()))
	for i := range clusters {
		clusters[i] = int32(i * 7 % 5)
	}
	ne, err := nested(clusters, sources)
	require.NoError(t, err)
	inCluster := map[string]int32{}
	for i, name := range table.Items() {
		inCluster[name] = ne[i]
	}
	compared := 0
	for name, ask := range deletable(t) {
		q := ask(sources, Options{Clusters: clusters})
		require.Empty(t, q.why, name)
		if _, why := q.value(); why != "" {
			continue
		}
		got, err := q.deleted(context.Background(), 1)
		require.NoError(t, err)
		assert.LessOrEqual(t, len(got.item.key), 5)
		for _, series := range []series{got.item, got.both} {
			for n, k := range series.key {
				left := without(t, labels, func(l label) bool {
					return k.item == inCluster[l.item] && (k.rater == -1 || table.Labelers()[k.rater] == l.rater)
				})
				anew, want := ask(left, Options{}), math.NaN()
				if anew.why == "" {
					if v, why := anew.value(); why == "" {
						want = v
					}
				}
				if math.IsNaN(want) {
					assert.True(t, math.IsNaN(series.value[n]), "%s without %v", name, k)
					continue
				}
				compared++
				if !assert.InDelta(t, want, series.value[n], 1e-9*max(1, math.Abs(want)), "%s without %v", name, k) {
					return
				}
			}
		}
	}
	assert.Greater(t, compared, 300)
}

// TestClustersTogether counts deletions by clusters, not by items, and deals them into groups by clusters too.
func TestClustersTogether(t *testing.T) {
	r, err := FromMatrix(slices.Repeat([][]float64{{1, 2, 1}, {2, 2, 3}, {3, 1, 3}}, 40))
	require.NoError(t, err)
	clusters := make([]int32, 120)
	for i := range clusters {
		clusters[i] = int32(i / 10 * 10)
	}
	e := asked(t, AlphaName, Options{Clusters: clusters}, r).parts[0]
	e.prepare()
	cl := e.clusters
	assert.Len(t, cl.items.key, 12)
	assert.Len(t, cl.raters.key, 3)
	assert.Len(t, cl.both.key, 36)
	assert.Len(t, cl.rating, 360)
	groups := dealt(func(run int) key { return cl.both.key[run] }, 36)
	assert.Len(t, groups.run, 36)
	for n, k := range groups.key {
		for _, run := range groups.of(n) {
			assert.Equal(t, int(k.item), cl.both.key[run].group(deletionGroups))
		}
	}
}

func TestClusterFaults(t *testing.T) {
	table, err := study.NewTable(study.Indexed{Items: []string{"a", "b"}, Labelers: []string{"x", "y"},
		Studies: []string{"s"}, Item: []int32{0, 1, 0}, Labeler: []int32{0, 0, 1}, Study: []int32{0, 0, 0},
		Value: []float64{1, 0, 1}, Kind: study.Binary,
		Factors: []study.Factor{{Name: "patient", Levels: []string{"p", "q"}, Index: []int32{0, 1, 1}}}})
	require.NoError(t, err)
	_, err = ClustersOf(table, "patient")
	var two *ClusterError
	require.True(t, errors.As(err, &two))
	assert.Equal(t, ClusterError{"a", [2]string{"p", "q"}}, *two)
	_, err = ClustersOf(table, "doctor")
	var name *study.NameError
	assert.True(t, errors.As(err, &name))
	r, err := FromMatrix([][]float64{{1, 2}, {2, 1}, {1, 1}})
	require.NoError(t, err)
	_, err = AgreementOf(context.Background(), []*Ratings{r}, Options{Clusters: []int32{0, 1}})
	assert.ErrorContains(t, err, "clusters of 2 items")
	one, err := AgreementOf(context.Background(), []*Ratings{r}, Options{Clusters: []int32{4, 4, 4},
		Intervals: Jackknife{}})
	require.NoError(t, err)
	assert.Equal(t, "all its items are in one cluster", one[0].NoInterval)
	assert.Equal(t, 1, one[0].Clusters)
	assert.Nil(t, one[0].SE)
}

func isICC(c Coefficient) bool { return strings.HasPrefix(string(c), "icc_") }
