package main

import (
	"strconv"
	"strings"

	"concord/internal/option"
	"concord/model"
	"concord/model/simulate"
)

// addTerms adds the second labels and the factors to a design.
func (st *work) addTerms(d simulate.Design, seed uint64) (simulate.Design, error) {
	again := option.LabelsAgain
	if err := option.CheckCounts(st, again); err != nil {
		return d, err
	}
	if err := option.CheckRoom(again.Name, again.In(st), bytesOfLabel*float64(len(d.Item))); err != nil {
		return d, err
	}
	d, err := d.Again(option.LabelsAgain.In(st))
	if err != nil {
		return d, usage("--labels-again %d: %w", option.LabelsAgain.In(st), err)
	}
	for _, text := range option.Factor.In(st) {
		name, levels, err := column("factor", text, "template=8")
		if err != nil {
			return d, err
		}
		if d, err = d.WithFactor(name, levels, seed); err != nil {
			return d, usage("--factor %s: %w", text, err)
		}
	}
	if option.Clusters.In(st) == "" {
		return d, nil
	}
	name, clusters, err := column("cluster", option.Clusters.In(st), "patient=20")
	if err != nil {
		return d, err
	}
	if d, err = d.WithClusters(name, clusters); err != nil {
		return d, usage("--cluster %s: %w", option.Clusters.In(st), err)
	}
	return d, nil
}

// column reads the name of a column and how many values it has.
func column(flag, text, example string) (name string, levels int, err error) {
	name, number, _ := strings.Cut(text, "=")
	if levels, err = strconv.Atoi(strings.TrimSpace(number)); err != nil {
		return "", 0, usage("--%s %s: give the name of a column and how many values it has, as %s", flag, text, example)
	}
	return strings.TrimSpace(name), levels, option.CheckRoom(flag+" "+name, levels, bytesOfName)
}

// simulatedFacets reads the standard deviations of further terms in k studies.
func (st *work) simulatedFacets(k int) ([]simulate.FacetTruth, error) {
	covariance, err := option.Covariance(st)
	if err != nil {
		return nil, err
	}
	correlation, err := correlations("facet-correlation", option.FacetCorrelation.In(st), k)
	if err != nil {
		return nil, err
	}
	if correlation != nil && covariance != model.Correlated {
		return nil, usage("--facet-correlation goes with --facet-effects shared")
	}
	var all []simulate.FacetTruth
	for _, text := range option.FacetSD.In(st) {
		name, values, _ := strings.Cut(text, "=")
		sd, err := perStudy("facet "+name, values, k, parseFloat)
		if err != nil {
			return nil, err
		}
		facet := model.Facet{By: strings.Split(name, ":"), Covariance: covariance}
		for i, by := range facet.By {
			facet.By[i] = strings.TrimSpace(by)
		}
		if cluster, _, _ := strings.Cut(option.Clusters.In(st), "="); name == strings.TrimSpace(cluster) {
			facet.Cluster, facet.Covariance = true, model.Correlated
		}
		all = append(all, simulate.FacetTruth{Facet: facet, SD: sd, Correlation: correlation})
	}
	return all, nil
}
