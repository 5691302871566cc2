package vpc

import (
	"slices"

	"concord/model/spec"
	"concord/posterior"
)

// TrueVariance returns the variance of the items' true scores: [Partition.ItemVariance], and of items in clusters
// also the part that is due to the clusters, σ_c² + σ_i².
func (p Partition) TrueVariance() posterior.Quantity {
	if _, ok := p.cluster(); !ok {
		return p.ItemVariance()
	}
	return p.Common(spec.Term.OfItems)
}

// ClusterICC returns the share of the variance of a single label that is due to the cluster of its item, σ_c² / (σ_c² +
// σ_i² + σ_l² + σ²). It is the correlation of labels of two items of one cluster by different labelers. ok is false if
// items are in no clusters.
func (p Partition) ClusterICC() (q posterior.Quantity, ok bool) {
	name, ok := p.cluster()
	if !ok {
		return q, false
	}
	part, _ := p.Variance(name)
	return posterior.Map(p.name("icc_cluster"), share, part, p.total), true
}

// WithinClusterICC returns the reliability of a single label among the items of one cluster, σ_i² / (σ_i² + σ_l² + σ²).
// On the label scale of a family with a link it is a ratio of two means over clusters: the variance between the items
// of a cluster over the variance of its labels. If items are in no clusters, ok is false.
func (p Partition) WithinClusterICC() (q posterior.Quantity, ok bool) {
	name, ok := p.cluster()
	if !ok {
		return q, false
	}
	part, _ := p.Variance(name)
	return posterior.Map(p.name("icc_within_cluster"), func(v []float64) float64 {
		return (v[0] - v[2]) / (v[1] - v[2])
	}, p.TrueVariance(), p.total, part), true
}

// cluster returns the name of the term of the items' clusters.
func (p Partition) cluster() (name string, ok bool) {
	t := slices.IndexFunc(p.terms, func(t spec.Term) bool { return t.Cluster })
	if t < 0 {
		return "", false
	}
	return p.terms[t].Name, true
}
