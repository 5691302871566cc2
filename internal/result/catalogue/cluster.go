package catalogue

import (
	"concord/internal/quantity"
	"concord/posterior"
	"concord/vpc"
)

// Names of the ICCs of items in clusters. The pooled one, of the items and their clusters together, is [ICC].
const (
	ClusterICC       = "icc_cluster"
	WithinClusterICC = "icc_within_cluster"
)

func clusterICC() Entry {
	return ofClusters(ClusterICC, vpc.Partition.ClusterICC)
}

func withinClusterICC() Entry {
	return ofClusters(WithinClusterICC, vpc.Partition.WithinClusterICC)
}

func ofClusters(name string, of func(vpc.Partition) (posterior.Quantity, bool)) Entry {
	return Entry{
		Entry:   *quantity.Of(name),
		Section: Reliability, Of: One, OfVariance: true, OfTrueScore: true, TellsBoundary: true,
		Needs: Clusters, OtherPriors: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			q, _ := of(v.joint(at.Scale).Partition(at.Studies[0]))
			return q
		},
	}
}
