package main

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"concord/internal/advice"
	"concord/study"
	"concord/study/read"
)

// clusterFlag names the column of the clusters that items belong to, a factor of the table.
type clusterFlag struct{ column string }

func (cf *clusterFlag) register(fs *pflag.FlagSet) {
	fs.StringVar(&cf.column, "cluster", "",
		"`column` of what items belong to, such as the patient of a lesion or the document of a sentence")
}

// apply makes the column a factor in which items are nested. Further columns make items by their combinations.
func (cf *clusterFlag) apply(o *read.Options, inp *inputFlags) error {
	if cf.column == "" {
		return nil
	}
	for _, part := range [][2]string{{"item", inp.itemColumns()[0]}, {"labeler", inp.labeler}, {"label", inp.label},
		{"study", inp.study}} {
		if strings.EqualFold(part[1], cf.column) {
			return usage("--cluster and --%s both name %s", part[0], cf.column)
		}
	}
	for _, facet := range inp.facets.texts {
		if slices.Contains(strings.Split(facet, ":"), cf.column) {
			return usage("--cluster and --facet both name %s: a cluster is a facet already", cf.column)
		}
	}
	o.Cluster = cf.column
	o.ItemFactors = append(o.ItemFactors, inp.itemColumns()[1:]...)
	return nil
}

// factor returns the name of the column as the table spells it; "" if the flag was not given.
func (cf *clusterFlag) factor(t *study.Table) string {
	for _, c := range t.Source().Columns.Factors {
		if strings.EqualFold(c.Name, cf.column) {
			return c.Name
		}
	}
	return ""
}

// warning is the text of a warning about the labels. Within clusters, it is no surprise that neighbouring items are
// alike.
func (cf *clusterFlag) warning(w study.Warning) string {
	if cf.column != "" && w.Code == study.ItemOrder {
		return ""
	}
	return advice.Warning(w)
}
