package main

import (
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"concord/model"
	"concord/model/simulate"
)

// simulatedTerms are further ways in which simulated labels differ, besides item, labeler and study.
type simulatedTerms struct {
	factors, sd          []string
	effects, correlation string
	again                int
	clusters             string // NAME=NUMBER
}

func (st *simulatedTerms) register(fs *pflag.FlagSet) {
	fs.IntVar(&st.again, "labels-again", 1, "`times` that a labeler labels each item")
	fs.StringArrayVar(&st.factors, "factor", nil,
		"`column` with this many values, one at random for each label: template=8 (repeatable)")
	fs.StringVar(&st.clusters, "cluster", "",
		"`column` with this many clusters of items: patient=20; --facet patient=0.5 says how far they differ")
	fs.StringArrayVar(&st.sd, "facet", nil,
		"standard `deviation` of the effects of a factor or of a combination: template=0.5 or "+
			"item:template=0.5,0.3 (repeatable)")
	fs.StringVar(&st.effects, "facet-effects", "nested",
		"`kind` of facet effects: nested (other levels in each group), shared (correlated between groups) or "+
			"common (the same)")
	fs.StringVar(&st.correlation, "facet-correlation", "",
		"`correlation` of shared facet effects between groups (default 0)")
}

// design adds the second labels and the factors to a design.
func (st *simulatedTerms) design(d simulate.Design, seed uint64) (simulate.Design, error) {
	again := count{"labels-again", st.again}
	if err := checkCounts(again); err != nil {
		return d, err
	}
	if err := checkRoom(need{again, bytesOfLabel * float64(len(d.Item))}); err != nil {
		return d, err
	}
	d, err := d.Again(st.again)
	if err != nil {
		return d, usage("--labels-again %d: %w", st.again, err)
	}
	for _, text := range st.factors {
		name, levels, err := column("factor", text, "template=8")
		if err != nil {
			return d, err
		}
		if d, err = d.WithFactor(name, levels, seed); err != nil {
			return d, usage("--factor %s: %w", text, err)
		}
	}
	if st.clusters == "" {
		return d, nil
	}
	name, clusters, err := column("cluster", st.clusters, "patient=20")
	if err != nil {
		return d, err
	}
	if d, err = d.WithClusters(name, clusters); err != nil {
		return d, usage("--cluster %s: %w", st.clusters, err)
	}
	return d, nil
}

// column reads the name of a column and how many values it has.
func column(flag, text, example string) (name string, levels int, err error) {
	name, number, _ := strings.Cut(text, "=")
	if levels, err = strconv.Atoi(strings.TrimSpace(number)); err != nil {
		return "", 0, usage("--%s %s: give the name of a column and how many values it has, as %s", flag, text, example)
	}
	return strings.TrimSpace(name), levels, checkRoom(need{count{flag + " " + name, levels}, bytesOfName})
}

// facets reads the standard deviations of further terms in k studies.
func (st *simulatedTerms) facets(k int) ([]simulate.FacetTruth, error) {
	covariance, err := facetCovariance(st.effects)
	if err != nil {
		return nil, err
	}
	correlation, err := correlations("facet-correlation", st.correlation, k)
	if err != nil {
		return nil, err
	}
	if correlation != nil && covariance != model.Correlated {
		return nil, usage("--facet-correlation goes with --facet-effects shared")
	}
	var all []simulate.FacetTruth
	for _, text := range st.sd {
		name, values, _ := strings.Cut(text, "=")
		sd, err := perStudy("facet "+name, values, k, parseFloat)
		if err != nil {
			return nil, err
		}
		facet := model.Facet{By: strings.Split(name, ":"), Covariance: covariance}
		for i, by := range facet.By {
			facet.By[i] = strings.TrimSpace(by)
		}
		if cluster, _, _ := strings.Cut(st.clusters, "="); name == strings.TrimSpace(cluster) {
			facet.Cluster, facet.Covariance = true, model.Correlated
		}
		all = append(all, simulate.FacetTruth{Facet: facet, SD: sd, Correlation: correlation})
	}
	return all, nil
}
