package result

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// enoughClusters is the number of clusters below which an interval that deletes or draws them is uncertain. With G
// clusters the relative error of a jackknife's variance is about √(2/(G−1)), a half for 9 clusters.
const enoughClusters = 10

// ClusterCautions name the groups whose items are in few levels of a factor.
func ClusterCautions(t *study.Table, factor string) []string {
	k := slices.IndexFunc(t.Factors(), func(f string) bool { return factor != "" && strings.EqualFold(f, factor) })
	if k < 0 {
		return nil
	}
	var texts []string
	for s, group := range t.Studies() {
		level, _ := t.StudyAt(s).Factor(t.Factors()[k])
		seen := map[int32]bool{}
		for _, l := range level {
			seen[l] = true
		}
		if len(seen) < enoughClusters {
			texts = append(texts, fmt.Sprintf("the items of %s are in %s (column %s). Intervals from fewer "+
				"than %d clusters are uncertain", study.GroupName(group, len(t.Studies())),
				visible.Count(len(seen), "cluster"), visible.Name(t.Factors()[k]), enoughClusters))
		}
	}
	return texts
}
