package nonparam

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/study"
)

// ClustersOf returns the cluster of each item of a table, for [Options.Clusters]: the level of a factor in which items
// are nested, such as the patient of a lesion. The case of its name does not matter. The error is a
// [*study.NameError] if there is no such factor, and a [*ClusterError] if an item has labels of two levels.
func ClustersOf(t *study.Table, factor string) ([]int32, error) {
	if k := slices.IndexFunc(t.Factors(), func(f string) bool { return strings.EqualFold(f, factor) }); k >= 0 {
		factor = t.Factors()[k]
	}
	levels, ok := t.Levels(factor)
	if !ok {
		return nil, &study.NameError{Kind: "factor", Name: factor, Names: t.Factors()}
	}
	of := slices.Repeat([]int32{-1}, len(t.Items()))
	for s := range t.Studies() {
		v := t.StudyAt(s)
		level, _ := v.Factor(factor)
		for n, item := range v.Item() {
			switch of[item] {
			case -1:
				of[item] = level[n]
			case level[n]:
			default:
				return nil, &ClusterError{t.Items()[item], [2]string{levels[of[item]], levels[level[n]]}}
			}
		}
	}
	return of, nil
}

// nestIn finds the clusters of the items of a table if they are named.
func (o *Options) nestIn(t *study.Table) (err error) {
	if o.Cluster != "" {
		o.Clusters, err = ClustersOf(t, o.Cluster)
	}
	return err
}

// ClusterError says that an item is in two clusters.
type ClusterError struct {
	Item     string
	Clusters [2]string
}

// Error names the item and its clusters.
func (e *ClusterError) Error() string {
	return fmt.Sprintf("nonparam: item %q is in the clusters %q and %q", e.Item, e.Clusters[0], e.Clusters[1])
}

// nest is the clusters of items: the smallest number of an item in the cluster of each item. Clusters of one item each
// have the numbers of their items, so that everything is as without clusters. It is nil if items are in none.
type nest []int32

// nested returns the clusters of the items of some sources, or an error about them.
func nested(clusters []int32, sources []*Ratings) (nest, error) {
	if clusters == nil {
		return nil, nil
	}
	for _, r := range sources {
		if n := len(r.items); n > 0 && int(r.items[n-1]) >= len(clusters) {
			return nil, fmt.Errorf("nonparam: there are clusters of %d items, but an item %d", len(clusters),
				r.items[n-1]+1)
		}
	}
	first := make(map[int32]int32)
	of := make(nest, len(clusters))
	for i, c := range clusters {
		if _, known := first[c]; !known {
			first[c] = int32(i)
		}
		of[i] = first[c]
	}
	return of, nil
}

// of returns the cluster of an item.
func (ne nest) of(item int32) int32 {
	if ne == nil {
		return item
	}
	return ne[item]
}

// ofAll returns the clusters of items, one for each.
func (ne nest) ofAll(items []int32) []int32 {
	if ne == nil {
		return items
	}
	clusters := make([]int32, len(items))
	for k, i := range items {
		clusters[k] = ne[i]
	}
	return clusters
}

// count returns the number of clusters of the items that all sources have; 0 if items are in none.
func (ne nest) count(sources []*Ratings) int {
	if ne == nil {
		return 0
	}
	have := make([]int, len(ne))
	for _, r := range sources {
		for _, i := range r.items {
			have[i]++
		}
	}
	n, seen := 0, make([]bool, len(ne))
	for i, k := range have {
		if k == len(sources) && !seen[ne[i]] {
			seen[ne[i]] = true
			n++
		}
	}
	return n
}

// nested joins the deletions of the items of each cluster.
func (cl clusters) nested(ne nest) clusters {
	if ne == nil {
		return cl
	}
	order := make([]int, len(cl.key))
	keys := make([]key, len(cl.key))
	for n, k := range cl.key {
		order[n], keys[n] = n, key{ne.of(k.item), k.rater}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(keys[a].compare(keys[b]), cmp.Compare(a, b))
	})
	joint := newClusters(len(cl.key), len(cl.member))
	joint.first = cl.first
	for n, at := range order {
		joint.member = append(joint.member, cl.member[cl.begin[at]:cl.begin[at+1]]...)
		if n+1 == len(order) || keys[order[n+1]] != keys[at] {
			joint.end(keys[at])
		}
	}
	return joint
}
