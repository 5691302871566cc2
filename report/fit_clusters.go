package report

import (
	"slices"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
)

// clustersPart has the three ICCs of items in clusters, a row for each group: of clusters, of items within clusters,
// and of both together, which is the reliability of the table above. It is empty if items are in no clusters.
func clustersPart(r *result.Lookup, groups []result.Study) document.Part {
	i := -1
	if r.Model != nil {
		i = slices.IndexFunc(r.Model.Terms, func(t result.Term) bool { return t.Cluster })
	}
	if i < 0 {
		return document.Part{}
	}
	t := &document.Table{Name: "clusters", Caption: "Clusters: " + document.Clip(r.Model.Terms[i].Name),
		Columns: []document.Column{{}, {Head: "ICC of the\ncluster level", Decimals: 2},
			{Head: "ICC within\nclusters", Decimals: 2}, {Head: "pooled\nICC", Decimals: 2}}}
	var rows []document.Row
	for _, s := range groups {
		row := document.Row{Name: document.Clip(s.Name)}
		if s.Labels >= 0 {
			for _, quantity := range []string{catalogue.ClusterICC, catalogue.WithinClusterICC, catalogue.ICC} {
				row.Cells = append(row.Cells, found(r, quantity, s.Name))
			}
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return document.Part{Table: t}
}
