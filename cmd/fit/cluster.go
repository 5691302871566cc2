package main

import (
	"strings"

	"concord/internal/advice"
	"concord/internal/option"
	"concord/study"
)

// clusterFactor returns the name of the column as the table spells it; "" if the flag was not given.
func (cf *work) clusterFactor(t *study.Table) string {
	for _, c := range t.Source().Columns.Factors {
		if strings.EqualFold(c.Name, option.Cluster.In(cf)) {
			return c.Name
		}
	}
	return ""
}

// warning is the text of a warning about the labels. Within clusters, it is no surprise that neighbouring items are
// alike.
func (cf *work) warning(w study.Warning) string {
	if option.Cluster.In(cf) != "" && w.Code == study.ItemOrder {
		return ""
	}
	return advice.Warning(w)
}
