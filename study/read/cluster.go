package read

import (
	"encoding/binary"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// TwoClusters is the fault of an item in two clusters; see [Options.Cluster].
const TwoClusters study.Code = "two_clusters"

// inOneCluster is the error about the first label whose item an earlier label has in another cluster. Labels are of
// rows that have a place in c.Row.
func (in *intake) inOneCluster(c study.Indexed) error {
	same := func(f study.Factor) bool { return strings.EqualFold(f.Name, in.options.Cluster) }
	k := slices.IndexFunc(c.Factors, same)
	if k < 0 {
		return nil
	}
	cluster := c.Factors[k]
	var of []study.Factor // that items are told apart by
	for _, f := range c.Factors {
		named := func(name string) bool { return strings.EqualFold(f.Name, name) }
		if slices.ContainsFunc(in.options.ItemFactors, named) {
			of = append(of, f)
		}
	}
	first := make(map[string]int)
	var key []byte
	for n, item := range c.Item {
		key = binary.LittleEndian.AppendUint32(key[:0], uint32(item))
		for _, f := range of {
			key = binary.LittleEndian.AppendUint32(key, uint32(f.Index[n]))
		}
		m, seen := first[string(key)]
		if !seen {
			first[string(key)] = n
			continue
		}
		if cluster.Index[m] == cluster.Index[n] {
			continue
		}
		row := func(n int) int {
			if c.Row == nil {
				return n
			}
			return int(c.Row[n])
		}
		name := func(n int) string { return visible.Quote(cluster.Levels[cluster.Index[n]]) }
		return study.Faultf(TwoClusters, "item %q is in %v %s, and in %s in line %s: an item belongs to one cluster",
			c.Items[item], cluster.Name, name(n), name(m), in.lineOf(row(m))).AtLine(in.lines.of(row(n))).
			InColumn(cluster.Name).FixedBy(study.Fix{Does: visible.Sprintf("if each %v has items of the same names",
			cluster.Name)}.Within(in.index[0].Name, cluster.Name),
			study.By("otherwise correct the column"), study.By("without clusters", "cluster"))
	}
	return nil
}
