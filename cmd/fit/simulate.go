package main

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"concord/internal/result"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/study"
)

// simulateFlags describe a study to be made.
type simulateFlags struct {
	family, effects, studies              string
	items                                 int
	labelers, perItem, perLabeler, absent string
	mean, itemSD, labelerSD, residualSD   string
	discriminationSD, noiseSD             string
	kappa                                 string
	columns                               int
	correlation, labelerCorrelation       string
	itemDF                                float64
	itemShare                             float64
	itemGap                               string
	terms                                 simulatedTerms
	covariates                            simulatedCovariates
	criteria                              simulatedCriteria
	step                                  float64
	seed                                  uint64
	output, truth                         string
}

func simulateCommand(s streams) *cobra.Command {
	var f simulateFlags
	cmd := &cobra.Command{
		Use:   "simulate",
		Short: "Write a study with known truth",
		Long: `Draw the labels of a study from the model with parameters of your choice. Use it to compare a fit with
the truth, to see how many labels a question needs, or to test a pipeline.

Flags that take a list need one value for all groups, or one for each. Correlations are listed by pairs
of groups: 1-2, 1-3, 2-3, 1-4, … Means and standard deviations are on the label's own scale (gaussian) or
on the latent scale, in logits (bernoulli, ordinal).

--covariate length:item=0.1,0.9 makes a column of whole numbers from 1 to 100, a property of items. A standard
deviation more adds 0.1 in the first group and 0.9 in the second. Properties of labelers and of single labels
(label) are made so too. With country:labeler=BR:0,US:0/BR:-1,US:1 they are categories, with effects by group.
--slopes length=0.5 gives each labeler a separate slope, with this standard deviation about the common one.

Exit codes: 0 fine, 1 failure, 2 wrong use.

More in the source: docs/statistics/method.md, testdata/README.md.`,
		Example: `  # experts and two groups of generalists label 300 ads, 12 labels an ad and group
  fit simulate --studies reference,control,treatment --items 300 --labelers 40 \
    --labels-per-item 12 --mean=-1,0.3,-0.8 --item-sd 3,3.4,2.6 --labeler-sd 0.6,0.5,0.8 \
    --correlation 0.75,0.93,0.7 --output study.csv --truth truth.json

  # 31 emotions in videos by two raters each of three cities, who have no names
  fit simulate --columns 31 --studies mexico,budapest,kuala --items 5000 --labels-per-item 2 \
    --labeler-effects none --mean=-3 --item-sd 2 --correlation 0.9 --output emotions.csv --truth truth.json

  # funniness from 0 to 100 in one group, read back by fit
  fit simulate --family gaussian --mean 50 --item-sd 12 --labeler-sd 6 --residual-sd 15 | fit -

  # the answers of five models, each asked twice, to prompts by four templates
  fit simulate --family gaussian --labelers 5 --labels-per-item 5 --labels-again 2 --factor template=4 \
    --facet template=0.3 --facet item:labeler=0.6 --output answers.csv
  fit --duplicates keep --facet template answers.csv

  # a judge who likes long answers, and people who do not
  fit simulate --studies people,judge --labelers 20,1 --labels-per-item 5,1 --correlation 0.9 \
    --covariate length:item=0.1,1 --output answers.csv
  fit judge --humans people --covariate length answers.csv`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd, s) },
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.SetNormalizeFunc(flagToday)
	fs.StringVar(&f.family, "family", "bernoulli",
		"`distribution` of the labels: "+oneOrOther(family.Names()))
	fs.StringVar(&f.studies, "studies", study.WholeFile, "`names` of the groups")
	fs.IntVar(&f.items, "items", 100, "`number` of items")
	fs.StringVar(&f.labelers, "labelers", "20", "`number` of labelers per group")
	fs.StringVar(&f.perItem, "labels-per-item", "", "`number` of labelers per item (default 5)")
	fs.StringVar(&f.perLabeler, "labels-per-labeler", "", "`number` of items per labeler, instead of --labels-per-item")
	fs.StringVar(&f.absent, "absent", "0", "`share` of the items without labels in a group")
	fs.StringVar(&f.effects, "labeler-effects", "nested",
		"`kind` of labelers: nested (different people in each group), shared (the same people) or none")
	fs.StringVar(&f.mean, "mean", "0", "μ, `mean` of a group")
	fs.StringVar(&f.itemSD, "item-sd", "1", "σ_i, standard `deviation` of the items")
	fs.Float64Var(&f.itemDF, "item-df", 0,
		"`degrees` of freedom above 2, for items from Student's t distribution (default: normal)")
	fs.Float64Var(&f.itemShare, "item-share", 0,
		"`share` of the second of two kinds of items, between 0 and 1 (default: one kind)")
	fs.StringVar(&f.itemGap, "item-gap", "",
		"`distance` of the second kind of items from the first, in standard deviations of the items of one kind")
	fs.StringVar(&f.labelerSD, "labeler-sd", "", "σ_l, standard `deviation` of the labelers (default 0.5)")
	fs.StringVar(&f.discriminationSD, "discrimination-sd", "",
		"ω, standard `deviation` of the factors, 1 on average, by which labelers multiply the items' effects "+
			"(default 0)")
	fs.StringVar(&f.residualSD, "residual-sd", "",
		"σ, standard `deviation` of the residual of gaussian labels (default 1)")
	fs.StringVar(&f.noiseSD, "noise-sd", "",
		"ν, standard `deviation` of the logarithms of the labelers' residuals, around σ (default 0)")
	fs.StringVar(&f.kappa, "thresholds", "",
		"κ, ascending `thresholds` between ordered categories, by group: -1,0,1/-2,0,3; minus --mean "+
			"(default "+defaultThresholds+")")
	fs.IntVar(&f.columns, "columns", 0,
		"`number` of label columns: questions about the same items to the same people (default one)")
	fs.StringVar(&f.criteria.names, "criteria", "",
		"`names` of criteria, by each of which a labeler labels each item: coherence,fluency")
	fs.StringVar(&f.criteria.correlation, "criteria-correlation", "",
		"`correlation` of true scores between criteria, by pairs (default 0)")
	fs.StringVar(&f.criteria.halo, "halo-sd", "",
		"τ, standard `deviation` of what a labeler adds to an item on all criteria (default 0)")
	fs.StringVar(&f.correlation, "correlation", "", "ρ, `correlation` of the items between groups (default 0)")
	fs.StringVar(&f.labelerCorrelation, "labeler-correlation", "",
		"`correlation` of shared labelers between groups, or of labelers' levels between criteria (default 0)")
	f.terms.register(fs)
	f.covariates.register(fs)
	fs.Float64Var(&f.step, "step", 0, "round gaussian labels to multiples of this `step`")
	fs.Uint64Var(&f.seed, "seed", 1, "`seed` of the random numbers")
	fs.StringVarP(&f.output, "output", "o", "-", "write the study to this `file`")
	fs.StringVar(&f.truth, "truth", "",
		"write the parameters, and ICC, ρ, xCC and others that follow, to this `file` (JSON)")
	writing(fs, "output", "truth")
	return cmd
}

func (sf *simulateFlags) run(cmd *cobra.Command, s streams) error {
	if sf.truth == "-" {
		return usage("--truth -: the truth goes to a file; standard output has the study")
	}
	if table, ok, err := sf.byCriteria(); ok || err != nil {
		if err != nil {
			return err
		}
		return sf.write(table, s)
	}
	plan, err := sf.plan()
	if err != nil {
		return err
	}
	truth, err := sf.parameters(plan)
	if err != nil {
		return err
	}
	design, err := plan.Generate(sf.seed)
	if err != nil {
		return usage("%w", err)
	}
	if design, err = sf.terms.design(design, sf.seed); err != nil {
		return err
	}
	if design, err = sf.covariates.design(design, truth.Covariates, sf.seed); err != nil {
		return err
	}
	if sf.columns != 0 {
		return sf.runColumns(truth, design, s)
	}
	table, err := simulate.Simulate(truth, design, sf.seed)
	if err != nil {
		return usage("%w", err)
	}
	if sf.truth != "" {
		write := func(w io.Writer) error { return writeTruth(w, truth, design, sf.seed) }
		if err := writeFile(sf.truth, write); err != nil {
			return err
		}
	}
	return sf.write(table, s)
}

// write writes the study.
func (sf *simulateFlags) write(table *study.Table, s streams) error {
	if sf.output == "-" {
		return displayed("csv", study.Write)(s.out, table)
	}
	return writeFile(sf.output, func(w io.Writer) error { return study.Write(w, table) })
}

func writeTruth(w io.Writer, truth simulate.Truth, design simulate.Design, seed uint64) error {
	t, err := result.NewTruthOf(truth, design, seed)
	if err != nil {
		return err
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(t)
}

// plan reads the design.
func (sf *simulateFlags) plan() (simulate.Plan, error) {
	names := strings.Split(sf.studies, ",")
	k := len(names)
	if sf.perItem == "" && sf.perLabeler == "" {
		sf.perItem = "5"
	}
	p := simulate.Plan{Items: sf.items, Studies: make([]simulate.StudyPlan, k)}
	effects, err := labelerEffects(sf.effects)
	if err != nil {
		return p, err
	}
	p.Labelers = effects
	for _, list := range []struct {
		flag, text string
		set        func(*simulate.StudyPlan, int)
	}{
		{"labelers", sf.labelers, func(s *simulate.StudyPlan, n int) { s.Labelers = n }},
		{"labels-per-item", sf.perItem, func(s *simulate.StudyPlan, n int) { s.LabelsPerItem = n }},
		{"labels-per-labeler", sf.perLabeler, func(s *simulate.StudyPlan, n int) { s.LabelsPerLabeler = n }},
	} {
		if list.text == "" {
			continue
		}
		values, err := perStudy(list.flag, list.text, k, strconv.Atoi)
		if err != nil {
			return p, err
		}
		for s, v := range values {
			list.set(&p.Studies[s], v)
		}
	}
	absent, err := perStudy("absent", sf.absent, k, parseFloat)
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
func (sf *simulateFlags) checkSize(p simulate.Plan) error {
	if sf.items < 1 {
		return nil
	}
	counts := []count{{"items", sf.items}}
	labels, perItem := 0.0, float64(bytesOfName)
	needs := []need{}
	for _, s := range p.Studies {
		perItem += bytesOfLabel * float64(max(s.LabelsPerItem, 0))
		needs = append(needs, need{count{"labelers", s.Labelers}, bytesOfName},
			need{count{"labels-per-labeler", s.LabelsPerLabeler}, bytesOfLabel * float64(max(s.Labelers, 0))})
		for _, c := range []count{{"labelers", s.Labelers}, {"labels-per-item", s.LabelsPerItem},
			{"labels-per-labeler", s.LabelsPerLabeler}} {
			counts = append(counts, count{c.flag, max(c.value, 0)})
		}
		labels += max(float64(sf.items)*float64(s.LabelsPerItem), float64(s.Labelers)*float64(s.LabelsPerLabeler))
	}
	if err := checkCounts(counts...); err != nil {
		return err
	}
	if labels > mostSimulated {
		return usage("the groups would have %.3g labels, more than the %.0g that are simulated: fewer --items or "+
			"labels of each", labels, float64(mostSimulated))
	}
	return checkRoom(append(needs, need{count{"items", sf.items}, perItem})...)
}

// parameters reads the truth.
func (sf *simulateFlags) parameters(p simulate.Plan) (simulate.Truth, error) {
	k := len(p.Studies)
	t := simulate.Truth{Labelers: p.Labelers, Studies: make([]simulate.StudyTruth, k), ItemDF: sf.itemDF,
		ItemShare: sf.itemShare, Step: sf.step}
	var err error
	if t.Family, err = oneOf("family", sf.family, family.Names(), family.All()); err != nil {
		return t, err
	}
	for _, list := range []struct {
		flag, text, otherwise string
		set                   func(*simulate.StudyTruth, float64)
		used                  bool
	}{
		{"mean", sf.mean, "0", func(s *simulate.StudyTruth, v float64) { s.Mean = v }, true},
		{"item-sd", sf.itemSD, "1", func(s *simulate.StudyTruth, v float64) { s.ItemSD = v }, true},
		{"item-gap", sf.itemGap, "0", func(s *simulate.StudyTruth, v float64) { s.ItemGap = v }, sf.itemShare != 0},
		{"labeler-sd", sf.labelerSD, "0.5", func(s *simulate.StudyTruth, v float64) { s.LabelerSD = v },
			p.Labelers != model.NoLabelers},
		{"discrimination-sd", sf.discriminationSD, "0",
			func(s *simulate.StudyTruth, v float64) { s.DiscriminationSD = v }, p.Labelers != model.NoLabelers},
		{"residual-sd", sf.residualSD, "1", func(s *simulate.StudyTruth, v float64) { s.ResidualSD = v },
			t.Family.LocationScale()},
		{"noise-sd", sf.noiseSD, "0", func(s *simulate.StudyTruth, v float64) { s.LabelerResidualSD = v },
			t.Family.LocationScale() && p.Labelers != model.NoLabelers},
	} {
		switch {
		case !list.used && list.text == "":
			continue
		case list.text == "":
			list.text = list.otherwise
		}
		values, err := perStudy(list.flag, list.text, k, parseFloat)
		if err != nil {
			return t, err
		}
		for s, v := range values {
			list.set(&t.Studies[s], v)
		}
	}
	if t.ItemCorrelation, err = correlations("correlation", sf.correlation, k); err != nil {
		return t, err
	}
	if t.LabelerCorrelation, err = correlations("labeler-correlation", sf.labelerCorrelation, k); err != nil {
		return t, err
	}
	if t.Facets, err = sf.terms.facets(k); err != nil {
		return t, err
	}
	if t.Covariates, err = sf.covariates.truth(p); err != nil {
		return t, err
	}
	return t, sf.thresholds(&t)
}

// labelerEffects reads --labeler-effects.
func labelerEffects(text string) (model.LabelerEffects, error) {
	return oneOf("labeler-effects", text, []string{"nested", "shared", "none"},
		[]model.LabelerEffects{model.Nested, model.Shared, model.NoLabelers})
}
