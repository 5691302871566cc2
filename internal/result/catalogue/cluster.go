package catalogue

import (
	"concord/posterior"
	"concord/vpc"
)

// Names of the ICCs of items in clusters. The pooled one, of the items and their clusters together, is [ICC].
const (
	ClusterICC       = "icc_cluster"
	WithinClusterICC = "icc_within_cluster"
)

func clusterICC() Entry {
	return ofClusters(ClusterICC, "ICC of clusters", "ICC of the cluster level",
		"share of the variance of a single label that is due to the cluster of the item", vpc.Partition.ClusterICC)
}

func withinClusterICC() Entry {
	return ofClusters(WithinClusterICC, "ICC within clusters", "ICC within clusters",
		"reliability of a single label among the items of one cluster", vpc.Partition.WithinClusterICC)
}

func ofClusters(name, short, heading, what string, of func(vpc.Partition) (posterior.Quantity, bool)) Entry {
	return Entry{
		Name: name, Symbol: short, Short: short, Heading: heading, What: what,
		Section: Reliability, Of: One, OfVariance: true, OfTrueScore: true, Range: Share, TellsBoundary: true,
		Needs: Clusters, OtherPriors: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			q, _ := of(v.joint(at.Scale).Partition(at.Studies[0]))
			return q
		},
	}
}
