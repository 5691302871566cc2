package main

import (
	"cmp"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"concord/internal/option"
	"concord/internal/result"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/study"
)

func simulateCommand() Command {
	return Command{
		Use:   "simulate",
		Short: "Write a study with known truth",
		Long: `Draw the labels of a study from the model with parameters of your choice. Use it to compare a fit with
the truth, to see how many labels a question needs, or to test a pipeline.

Flags that take a list need one value for all groups, or one for each. Correlations are listed by pairs
of groups: 1-2, 1-3, 2-3, 1-4, … Means and standard deviations are on the label's own scale (gaussian) or
on the latent scale, in logits (bernoulli, ordinal).

Exit codes: 0 fine, 1 failure, 2 wrong use.

More in the source: docs/statistics/method.md, testdata/README.md.`,
		Example: `  # experts and two groups of generalists label 300 ads, 12 labels an ad and group
  fit simulate --studies reference,control,treatment --items 300 --labelers 40 \
    --labels-per-item 12 --mean=-1,0.3,-0.8 --item-sd 3,3.4,2.6 --labeler-sd 0.6,0.5,0.8 \
    --correlation 0.75,0.93,0.7 --output study.csv --truth truth.json

  # an emotion in videos by two raters each of three cities, who have no names
  fit simulate --studies mexico,budapest,kuala --items 5000 --labels-per-item 2 \
    --labeler-effects none --mean=-3 --item-sd 2 --correlation 0.9 --output awe.csv --truth truth.json

  # funniness from 0 to 100 in one group, read back by fit
  fit simulate --family gaussian --mean 50 --item-sd 12 --labeler-sd 6 --residual-sd 15 | fit -

  # the answers of five models, each asked twice, to prompts by four templates
  fit simulate --family gaussian --labelers 5 --labels-per-item 5 --labels-again 2 --factor template=4 \
    --facet template=0.3 --facet item:labeler=0.6 --output answers.csv
  fit --duplicates keep --facet template answers.csv`,
		Options: option.Set{option.SimulatedFamily, option.Studies, option.ItemCount, option.LabelerCount,
			option.LabelsPerItem, option.LabelsPerLabeler, option.Absent, option.SimulatedLabelers, option.Mean,
			option.ItemSD, option.ItemDF, option.LabelerSD, option.DiscriminationSD,
			option.ResidualSD, option.NoiseSD, option.Cutpoints, option.Correlation,
			option.LabelerCorrelation, option.LabelsAgain, option.Factor, option.Clusters, option.FacetSD,
			option.FacetEffects.With("`kind` of facet effects: nested (other levels in each group), shared " +
				"(correlated between groups) or common (the same)"), option.FacetCorrelation,
			option.Step, option.Seed, option.Output, option.Truth},
		Args: noArguments, Run: (*work).runSimulate,
	}
}

func (sf *work) runSimulate() error {
	seed := option.Seed.In(sf)
	file := option.Truth.In(sf)
	if file == "-" {
		return usage("--truth -: the truth goes to a file; standard output has the study")
	}
	plan, err := sf.simulatedPlan()
	if err != nil {
		return err
	}
	truth, err := sf.simulatedTruth(plan)
	if err != nil {
		return err
	}
	design, err := plan.Generate(seed)
	if err != nil {
		return usage("%w", err)
	}
	if design, err = sf.addTerms(design, seed); err != nil {
		return err
	}
	table, err := simulate.Simulate(truth, design, seed)
	if err != nil {
		return usage("%w", err)
	}
	if file != "" {
		write := func(w io.Writer) error { return writeTruth(w, truth, design, seed) }
		if err := writeFile(file, write); err != nil {
			return err
		}
	}
	if path := option.Output.In(sf); path != "-" {
		return writeFile(path, func(w io.Writer) error { return study.Write(w, table) })
	}
	return onDisplay(sf.out, "csv", func(w io.Writer, _ int) error { return study.Write(w, table) })
}

func writeTruth(w io.Writer, truth simulate.Truth, design simulate.Design, seed uint64) error {
	t, err := result.NewTruth(truth, design, seed)
	if err != nil {
		return err
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(t)
}

// simulatedPlan reads the design.
func (sf *work) simulatedPlan() (simulate.Plan, error) {
	names := strings.Split(option.Studies.In(sf), ",")
	k := len(names)
	if option.LabelsPerItem.In(sf) == "" && option.LabelsPerLabeler.In(sf) == "" {
		option.LabelsPerItem.Set(sf, "5")
	}
	p := simulate.Plan{Items: option.ItemCount.In(sf), Studies: make([]simulate.StudyPlan, k)}
	var err error
	p.Labelers, err = option.Chosen(sf, option.SimulatedLabelers, spec.Nested, spec.Shared, spec.NoLabelers)
	if err != nil {
		return p, err
	}
	for _, list := range []struct {
		option.Key[string]
		of func(*simulate.StudyPlan) *int
	}{
		{option.LabelerCount, func(s *simulate.StudyPlan) *int { return &s.Labelers }},
		{option.LabelsPerItem, func(s *simulate.StudyPlan) *int { return &s.LabelsPerItem }},
		{option.LabelsPerLabeler, func(s *simulate.StudyPlan) *int { return &s.LabelsPerLabeler }},
	} {
		if list.In(sf) == "" {
			continue
		}
		values, err := perStudy(list.Name, list.In(sf), k, strconv.Atoi)
		if err != nil {
			return p, err
		}
		for s, v := range values {
			*list.of(&p.Studies[s]) = v
		}
	}
	absent, err := perStudy("absent", option.Absent.In(sf), k, parseFloat)
	if err != nil {
		return p, err
	}
	for s, name := range names {
		p.Studies[s].Name, p.Studies[s].Missing = strings.TrimSpace(name), absent[s]
	}
	return p, sf.checkSize(p)
}

// checkSize refuses a study of more labels than a computer holds, before memory for them is allocated. Other faults of
// the design are left to [simulate.Plan].
func (sf *work) checkSize(p simulate.Plan) error {
	items := option.ItemCount.In(sf)
	if items < 1 {
		return nil
	}
	labels, perItem := 0.0, float64(bytesOfName)
	if err := option.CheckCounts(sf, option.ItemCount); err != nil {
		return err
	}
	for _, s := range p.Studies {
		perItem += bytesOfLabel * float64(max(s.LabelsPerItem, 0))
		for _, c := range []struct {
			k     option.Key[string]
			n     int
			bytes float64
		}{{option.LabelerCount, s.Labelers, bytesOfName}, {option.LabelsPerItem, s.LabelsPerItem, 0},
			{option.LabelsPerLabeler, s.LabelsPerLabeler, bytesOfLabel * float64(max(s.Labelers, 0))}} {
			err := option.CheckCount(c.k.Name, max(c.n, 0))
			if err == nil {
				err = option.CheckRoom(c.k.Name, c.n, c.bytes)
			}
			if err != nil {
				return err
			}
		}
		labels += max(float64(items)*float64(s.LabelsPerItem),
			float64(s.Labelers)*float64(s.LabelsPerLabeler))
	}
	if labels > mostSimulated {
		return usage("the groups would have %.3g labels, more than the %.0g that are simulated: fewer --items or "+
			"labels of each", labels, float64(mostSimulated))
	}
	return option.CheckRoom(option.ItemCount.Name, items, perItem)
}

// simulatedTruth reads the truth.
func (sf *work) simulatedTruth(p simulate.Plan) (simulate.Truth, error) {
	k := len(p.Studies)
	t := simulate.Truth{Labelers: p.Labelers, Studies: make([]simulate.StudyTruth, k), ItemDF: option.ItemDF.In(sf),
		Step: option.Step.In(sf)}
	var err error
	if t.Family, err = option.Chosen(sf, option.SimulatedFamily, family.All()...); err != nil {
		return t, err
	}
	for _, list := range []struct {
		option.Key[string]
		otherwise string
		of        func(*simulate.StudyTruth) *float64
		used      bool
	}{
		{option.Mean, "0", func(s *simulate.StudyTruth) *float64 { return &s.Mean }, true},
		{option.ItemSD, "1", func(s *simulate.StudyTruth) *float64 { return &s.ItemSD }, true},
		{option.LabelerSD, "0.5", func(s *simulate.StudyTruth) *float64 { return &s.LabelerSD },
			p.Labelers != spec.NoLabelers},
		{option.DiscriminationSD, "0",
			func(s *simulate.StudyTruth) *float64 { return &s.DiscriminationSD }, p.Labelers != spec.NoLabelers},
		{option.ResidualSD, "1", func(s *simulate.StudyTruth) *float64 { return &s.ResidualSD },
			t.Family.LocationScale()},
		{option.NoiseSD, "0", func(s *simulate.StudyTruth) *float64 { return &s.LabelerResidualSD },
			t.Family.LocationScale() && p.Labelers != spec.NoLabelers},
	} {
		if !list.used && list.In(sf) == "" {
			continue
		}
		values, err := perStudy(list.Name, cmp.Or(list.In(sf), list.otherwise), k, parseFloat)
		if err != nil {
			return t, err
		}
		for s, v := range values {
			*list.of(&t.Studies[s]) = v
		}
	}
	if t.ItemCorrelation, err = correlations("correlation", option.Correlation.In(sf), k); err != nil {
		return t, err
	}
	if t.LabelerCorrelation, err = correlations("labeler-correlation", option.LabelerCorrelation.In(sf),
		k); err != nil {
		return t, err
	}
	if t.Facets, err = sf.simulatedFacets(k); err != nil {
		return t, err
	}
	return t, sf.cutpoints(&t)
}

// mostSimulated is how many labels are simulated at most.
const mostSimulated = 1_000_000_000

// The least bytes that things take, as measured on small files. A run that does not fit by these numbers is impossible.
const (
	bytesOfLabel = 60
	bytesOfName  = 100 // an item or a labeler, with its effects
)

// addTerms adds the second labels and the factors to a design.
func (st *work) addTerms(d simulate.Design, seed uint64) (simulate.Design, error) {
	given := option.Clusters.In(st)
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
	if given == "" {
		return d, nil
	}
	name, clusters, err := column("cluster", given, "patient=20")
	if err != nil {
		return d, err
	}
	if d, err = d.WithClusters(name, clusters); err != nil {
		return d, usage("--cluster %s: %w", given, err)
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
	if correlation != nil && covariance != spec.Correlated {
		return nil, usage("--facet-correlation goes with --facet-effects shared")
	}
	var all []simulate.FacetTruth
	for _, text := range option.FacetSD.In(st) {
		name, values, _ := strings.Cut(text, "=")
		sd, err := perStudy("facet "+name, values, k, parseFloat)
		if err != nil {
			return nil, err
		}
		facet := spec.Facet{By: strings.Split(name, ":"), Covariance: covariance}
		for i, by := range facet.By {
			facet.By[i] = strings.TrimSpace(by)
		}
		if cluster, _, _ := strings.Cut(option.Clusters.In(st), "="); name == strings.TrimSpace(cluster) {
			facet.Cluster, facet.Covariance = true, spec.Correlated
		}
		all = append(all, simulate.FacetTruth{Facet: facet, SD: sd, Correlation: correlation})
	}
	return all, nil
}

// defaultThresholds are the thresholds of simulated ordinal labels, which have four categories.
const defaultThresholds = "-1,0,1"

// cutpoints replaces the mean of each study by the thresholds of --thresholds, less the mean.
func (sf *work) cutpoints(t *simulate.Truth) error {
	if _, ok := t.Family.(family.Thresholded); !ok {
		if option.Cutpoints.In(sf) != "" {
			return usage("--thresholds goes with --family ordinal, not with %v", t.Family)
		}
		return nil
	}
	text := option.Cutpoints.In(sf)
	if text == "" {
		text = defaultThresholds
	}
	lists := strings.Split(text, "/")
	if len(lists) != 1 && len(lists) != len(t.Studies) {
		return usage("--thresholds %s: %d lists for %d groups; give one, or one for each", text, len(lists),
			len(t.Studies))
	}
	for s := range t.Studies {
		fields := strings.Split(lists[min(s, len(lists)-1)], ",")
		p := &t.Studies[s]
		for _, field := range fields {
			v, err := parseFloat(strings.TrimSpace(field))
			if err != nil {
				return usage("--thresholds %s: %q is no number", text, strings.TrimSpace(field))
			}
			p.Thresholds = append(p.Thresholds, v-p.Mean)
		}
		p.Mean = 0
	}
	return nil
}
