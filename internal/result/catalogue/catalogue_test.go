package catalogue_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/quantity"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/result/export"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/nonparam"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/vpc"
)

// fitted is a fit of the labels of 5 labelers, each of all 8 items, in k studies.
func fitted(
	t *testing.T, distribution family.Family, labelers spec.LabelerEffects, sp spec.Spec, k int,
) *model.Posterior {
	t.Helper()
	truth := simulate.Truth{Family: distribution, Labelers: labelers, ItemCorrelation: simulate.CommonCorrelation(k,
		0.5)}
	var design simulate.Design
	for i := range 8 {
		design.Items = append(design.Items, fmt.Sprint("item ", i))
	}
	for l := range 5 {
		design.Labelers = append(design.Labelers, fmt.Sprint("labeler ", l))
	}
	for s := range k {
		truth.Studies = append(truth.Studies, simulate.StudyTruth{ItemSD: 1})
		if distribution == (family.Gaussian{}) {
			truth.Studies[s].ResidualSD = 1
		}
		if distribution == (family.Ordinal{}) {
			truth.Studies[s].Thresholds = []float64{-1, 0, 1.5}
		}
		if labelers != spec.NoLabelers {
			truth.Studies[s].LabelerSD = 0.5
		}
		design.Studies = append(design.Studies, string(rune('a'+s)))
		for i := range design.Items {
			for l := range design.Labelers {
				design.Study = append(design.Study, int32(s))
				design.Item, design.Labeler = append(design.Item, int32(i)), append(design.Labeler, int32(l))
			}
		}
	}
	table, err := simulate.Simulate(truth, design, 1)
	require.NoError(t, err)
	sp.Family, sp.Labelers = distribution, labelers
	fit, err := model.Fit(context.Background(), table, sp,
		sampler.Settings{Seed: 1, Chains: 1, Warmup: 50, Draws: 20})
	require.NoError(t, err)
	return fit
}

// each calls f with a fit of each kind.
func each(t *testing.T, f func(t *testing.T, fit *model.Posterior)) {
	for _, distribution := range []family.Family{family.Gaussian{}, family.Bernoulli{}, family.Ordinal{}} {
		for _, labelers := range []spec.LabelerEffects{spec.Shared, spec.Nested, spec.NoLabelers} {
			for k := 1; k <= 3; k++ {
				specs := []spec.Spec{{}}
				switch distribution {
				case family.Gaussian{}:
					specs = []spec.Spec{{Residual: spec.CommonResidual}, {Residual: spec.StudyResidual},
						{Residual: spec.StudyResidual, Items: spec.StudentItems}}
				case family.Bernoulli{}:
					specs = append(specs, spec.Spec{Items: spec.StudentItems})
				case family.Ordinal{}:
					specs = append(specs, spec.Spec{Thresholds: spec.CommonThresholds})
					if k < 3 {
						specs = append(specs, spec.Spec{Items: spec.StudentItems})
					}
				}
				for _, sp := range specs {
					name := fmt.Sprint(distribution, " ", labelers, " ", k, " ", sp.Residual, " ", sp.Thresholds,
						" ", sp.Items)
					t.Run(name, func(t *testing.T) { f(t, fitted(t, distribution, labelers, sp, k)) })
				}
			}
		}
	}
}

// studiesOf are the names of the studies of each estimate of a quantity.
func studiesOf(fit *model.Posterior, q catalogue.Entry) [][]string {
	var all [][]string
	for _, studies := range q.Combinations(fit, fit.StudyAt(0)) {
		all = append(all, catalogue.Instance{Studies: studies}.StudyNames())
	}
	return all
}

func resultOf(fit *model.Posterior) *answer.Answer {
	return ask.Fit(result.NewData("f.csv", fit.Table(), fit.Spec().Labelers, nil),
		result.Fit{Posterior: fit, Reference: fit.StudyAt(0), Designs: [][]vpc.Levels{{{Factor: "labeler", N: 3}}}},
		nil, posterior.Interval{Level: 0.9})
}

// estimates are the rows of a fit's estimates.
func estimates(fit *model.Posterior) []*answer.Row {
	return slices.DeleteFunc(resultOf(fit).Rows, func(r *answer.Row) bool { return r.Draws == nil })
}

// givenAgain is a fit of labels of 5 labelers, each twice of all 8 items.
func givenAgain(t *testing.T) *model.Posterior {
	c := study.Indexed{Studies: []string{"a"}, Kind: study.Numeric, Duplicates: study.DuplicatesKeep,
		Source: study.Source{Log: true}}
	for i := range 8 {
		c.Items = append(c.Items, fmt.Sprint("item ", i))
	}
	for l := range 5 {
		c.Labelers = append(c.Labelers, fmt.Sprint("labeler ", l))
	}
	for n := range 80 {
		c.Item, c.Labeler, c.Study = append(c.Item, int32(n%8)), append(c.Labeler, int32(n/8%5)), append(c.Study, 0)
		c.Value = append(c.Value, float64(n%8+n*n%11))
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	fit, err := model.Fit(context.Background(), table, spec.Spec{Facets: []spec.Facet{spec.ItemByLabeler()}},
		sampler.Settings{Seed: 1, Chains: 1, Warmup: 50, Draws: 20})
	require.NoError(t, err)
	return fit
}

// Every quantity of a result is in the catalogue, on the scales and of the studies that its entry says; and every entry
// is reported by some fit.
func TestCatalogueIsWhatFitsReport(t *testing.T) {
	reported := map[string]bool{}
	check := func(t *testing.T, fit *model.Posterior) {
		found := map[string]map[string]bool{}
		for _, e := range estimates(fit) {
			q, ok := catalogue.OfTerm(e.Q.Name, e.Term)
			require.True(t, ok, e.Q.Name)
			if q.Term == "" {
				reported[q.Name] = true
			}
			if found[q.Name] == nil {
				found[q.Name] = map[string]bool{}
			}
			found[q.Name][cmp.Or(e.Scale, result.ScaleLabel)] = true
			if q.Of.Several() && !q.OfThreshold {
				assert.Contains(t, studiesOf(fit, q), e.Groups(), q.Name)
			}
			assert.Equal(t, q.OfMean, e.K > 0, q.Name)
			assert.Equal(t, q.OfDesign, e.Design == "labeler=3", q.Name)
			assert.True(t, !q.OfThreshold || e.Of != "" && e.Against != "", q.Name)
			if q.OfDesign && fit.Spec().Discrimination && e.Scale != "latent" {
				assert.False(t, e.Defined(), q.Name)
				assert.Contains(t, e.Why, "only on the latent scale")
				continue
			}
			assert.Equal(t, q.DefinedFor(fit), e.Defined(), q.Name)
			if q.Fitted(fit).NoMoments {
				continue
			}
			if !e.Defined() {
				assert.Equal(t, q.Needs.Reason(), e.Why)
			}
			switch x := e.Value; {
			case !e.Defined():
			case q.Range == quantity.Fraction:
				assert.True(t, 0 <= x && x <= 1, "%s %v", q.Name, x)
			case q.Range == quantity.Correlation:
				assert.True(t, -1 <= x && x <= 1, "%s %v", q.Name, x)
			case q.Range == quantity.Positive:
				assert.Positive(t, x, q.Name)
			}
		}
		for _, q := range catalogue.All() {
			if len(q.Combinations(fit, fit.StudyAt(0))) == 0 || !q.DefinedFor(fit) {
				continue
			}
			var want []string
			for _, s := range q.ScalesOf(fit.Spec().Family) {
				want = append(want, s.String())
			}
			assert.ElementsMatch(t, want, keys(found[q.Name]), q.Name)
		}
	}
	each(t, check)
	check(t, givenAgain(t))
	check(t, fitted(t, family.Bernoulli{}, spec.Shared, spec.Spec{Discrimination: true}, 2))
	check(t, inClusters(t, family.Gaussian{}))
	check(t, fitted(t, family.Gaussian{}, spec.Nested, spec.Spec{FixedLabelers: true, Effects: true}, 1))
	check(t, inClusters(t, family.Bernoulli{}))
	for _, e := range estimates(judged(t)) {
		reported[e.Q.Name] = true
	}
	assert.ElementsMatch(t, catalogue.Names(), keys(reported))
}

// inClusters is a fit of 5 labelers of each of 12 items in 4 clusters.
func inClusters(t *testing.T, of family.Family) *model.Posterior {
	cluster := spec.Facet{By: []string{"patient"}, Covariance: spec.Correlated, Cluster: true}
	truth := simulate.Truth{Family: of, Studies: []simulate.StudyTruth{{ItemSD: 1, LabelerSD: 0.5}},
		Facets: []simulate.FacetTruth{{Facet: cluster, SD: []float64{1}}}}
	if of.LocationScale() {
		truth.Studies[0].ResidualSD = 1
	}
	design := simulate.Design{Studies: []string{"a"}}
	for i := range 12 {
		design.Items = append(design.Items, fmt.Sprint("item ", i))
	}
	for l := range 5 {
		design.Labelers = append(design.Labelers, fmt.Sprint("labeler ", l))
	}
	for n := range 60 {
		design.Study, design.Item = append(design.Study, 0), append(design.Item, int32(n%12))
		design.Labeler = append(design.Labeler, int32(n/12))
	}
	design, err := design.WithClusters("patient", 4)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, 1)
	require.NoError(t, err)
	fit, err := model.Fit(context.Background(), table, spec.Spec{Facets: []spec.Facet{cluster}},
		sampler.Settings{Seed: 1, Chains: 1, Warmup: 50, Draws: 20})
	require.NoError(t, err)
	return fit
}

// judged is a fit of 5 labelers of each of 8 items, and of a judge who gave each item one label.
func judged(t *testing.T) *model.Posterior {
	t.Helper()
	var b study.Builder
	for i := range 8 {
		for l := range 5 {
			b.Add(fmt.Sprint("item ", i), fmt.Sprint("labeler ", l), "people", float64(i+(i+3*l)%4))
		}
		b.Add(fmt.Sprint("item ", i), "j", "judge", float64(i+i%3))
	}
	table, err := b.Table()
	require.NoError(t, err)
	fit, err := model.Fit(context.Background(), table, spec.Spec{},
		sampler.Settings{Seed: 1, Chains: 1, Warmup: 50, Draws: 20})
	require.NoError(t, err)
	return fit
}

// Of a study with one label of each item there is no ICC and no ρ, with a reason, but its validity and worth, and that
// of a labeler beside it. What the labels alone tell remains.
func TestOneLabelOfEachItem(t *testing.T) {
	missing := map[string][]string{}
	defined := map[string][][]string{}
	r := resultOf(judged(t))
	for _, s := range r.Rows {
		assert.True(t, s.Prior == "sd" || s.Prior == "" || s.Of != s.Against, "%+v", s)
		if s.Draws == nil {
			continue
		}
		noMoments := s.Q.Name == catalogue.Worth || s.Q.Name == catalogue.CV && s.Defined()
		assert.Equal(t, noMoments, s.Defined() && math.IsNaN(s.Draws.Mean), s.Q.Name)
		if s.Defined() {
			defined[s.Q.Name] = append(defined[s.Q.Name], s.Groups())
		} else {
			assert.NotEmpty(t, s.Why)
			missing[s.Q.Name] = append(missing[s.Q.Name], strings.Join(s.Groups(), " "))
		}
	}
	of := []string{"judge"}
	assert.Equal(t, map[string][]string{
		catalogue.Generalizability: of, catalogue.Dependability: of,
		catalogue.ICC: of, catalogue.LabelerICC: of, catalogue.ICCk: of, catalogue.ItemSD: of, catalogue.LabelerSD: of,
		catalogue.ResidualSD: of, catalogue.Rho: {"people judge"}, catalogue.RhoK: {"people judge"},
		catalogue.ConsistencyICC: of, catalogue.ConsistencyICCk: of, catalogue.SEM: of, catalogue.ConsistencySEM: of,
		catalogue.MDC: of, catalogue.CV: of, catalogue.LabelDifference: of,
	}, missing)
	assert.Equal(t, [][]string{{"people", "people"}, {"people", "judge"}}, defined[catalogue.ValidityR])
	assert.Equal(t, [][]string{{"people", "judge"}}, defined[catalogue.Worth])
	assert.Equal(t, [][]string{{"people", "judge"}}, defined[catalogue.XCC])
}

// Draws have the names of the catalogue, and so have exports.
func TestCatalogueHasTheNamesOfDrawsAndExports(t *testing.T) {
	each(t, func(t *testing.T, fit *model.Posterior) {
		parameters := map[string]bool{}
		for _, name := range fit.Draws().Names() {
			base, _, _ := strings.Cut(name, "[")
			assert.True(t, isParameter(fit, base), name)
			parameters[base] = true
		}
		for _, q := range catalogue.ModelParameters(fit.Spec()) {
			of := q.Combinations(fit, fit.StudyAt(0))
			has := len(of) > 0 && q.DefinedFor(fit) &&
				(q.Name != catalogue.Mean || q.Missing(vpc.ParameterScale(fit.Spec().Family), of[0]...) == "")
			assert.Equal(t, has, parameters[q.Parameter], q.Parameter)
		}
		for _, v := range export.Variables(fit, fit.StudyAt(0), false) {
			name := strings.TrimSuffix(v.Name, "_"+vpc.Label.String())
			_, quantity := catalogue.Find(name)
			assert.True(t, isParameter(fit, name) || quantity, v.Name)
			delete(parameters, name)
		}
		assert.Empty(t, parameters, "every parameter is exported")
	})
}

func isParameter(fit *model.Posterior, name string) bool {
	return slices.ContainsFunc(catalogue.ModelParameters(fit.Spec()), func(q catalogue.Entry) bool {
		return q.Parameter == name
	})
}

// A quantity that a fit has is worked out from the same draws wherever it is shown.
func TestExportsHaveTheDrawsOfEstimates(t *testing.T) {
	fit := fitted(t, family.Bernoulli{}, spec.Shared, spec.Spec{}, 3)
	of := catalogue.NewEvaluator(fit)
	variables := map[string]export.Variable{}
	for _, v := range export.Variables(fit, fit.StudyAt(0), false) {
		variables[v.Name] = v
	}
	compared := 0
	reported, _ := of.Instances(fit.StudyAt(0))
	for _, at := range reported {
		name := at.Name
		if at.Scale == vpc.Label {
			name += "_label"
		} else if at.Parameter != "" {
			name = at.Parameter
		}
		v, ok := variables[name]
		if !ok {
			require.True(t, at.OfMean || at.Thinned || at.Of == catalogue.Contrast, name)
			continue
		}
		place := slices.IndexFunc(studiesOf(fit, at.Entry), func(s []string) bool {
			return slices.Equal(s, at.StudyNames())
		})
		if at.Of == catalogue.Pair {
			place = at.Studies[0].Index() + 3*at.Studies[1].Index()
		}
		assert.Equal(t, of.Draws(at).Chains, v.Elements[place].Chains, "%s %v", name, at.StudyNames())
		compared++
	}
	assert.Greater(t, compared, 30)
}

// No two entries have the same name, heading or place, and none lacks words.
func TestEntriesAreWholeAndDiffer(t *testing.T) {
	seen := map[string]string{}
	once := func(kind, text, name string) {
		assert.NotEmpty(t, text, "%s of %s", kind, name)
		assert.Empty(t, seen[kind+text], "%s %q of %s is that of another, too", kind, text, name)
		seen[kind+text] = name
	}
	last := catalogue.Reliability
	for _, q := range catalogue.All() {
		once("name", q.Name, q.Name)
		once("symbol", q.Symbol, q.Name)
		once("heading", q.Title, q.Name)
		once("short name", q.Head, q.Name)
		once("explanation", q.What, q.Name)
		if q.Parameter != "" {
			once("parameter", q.Parameter, q.Name)
		}
		if q.EventName() != "" {
			once("event", q.EventName(), q.Name)
			assert.NotEmpty(t, q.Event, q.Name)
		}
		if q.Coefficient != "" {
			once("coefficient", q.Coefficient, q.Name)
		}
		if q.Needs != catalogue.Nothing {
			assert.NotEmpty(t, q.Needs.Reason(), q.Name)
		}
		assert.GreaterOrEqual(t, q.Section, last, "%s: sections are in their order", q.Name)
		last = q.Section
		if q.NoMoments {
			assert.Contains(t, q.Title, "median", "%s: that is what stands below it", q.Name)
			assert.False(t, q.OtherPriors, "%s: its mean cannot move", q.Name)
			assert.Equal(t, quantity.Positive, q.Range, "%s: what is bounded has moments", q.Name)
		}
		assert.NotEmpty(t, append(q.ScalesOf(family.Gaussian{}), q.ScalesOf(family.Ordinal{})...), q.Name)
	}
	assert.ElementsMatch(t, catalogue.Names(), slices.Collect(names(catalogue.All())))
	_, ok := catalogue.Find("rh")
	assert.False(t, ok)
}

// Scales are those of a family, that of the labels first.
func TestScalesOf(t *testing.T) {
	for name, want := range map[string][]vpc.Scale{
		catalogue.Rho: {vpc.Label, vpc.Latent}, catalogue.RhoK: {vpc.Label}, catalogue.Mean: {vpc.Label, vpc.Latent},
		catalogue.ResidualSD: nil, catalogue.Threshold: nil,
	} {
		q, ok := catalogue.Find(name)
		require.True(t, ok)
		assert.Equal(t, want, q.ScalesOf(family.Bernoulli{}), name)
		if name != catalogue.Threshold {
			assert.Equal(t, []vpc.Scale{vpc.Label}, q.ScalesOf(family.Gaussian{}), name)
		}
	}
	threshold, _ := catalogue.Find(catalogue.Threshold)
	assert.Equal(t, []vpc.Scale{vpc.Latent}, threshold.ScalesOf(family.Ordinal{}))
	mean, _ := catalogue.Find(catalogue.Mean)
	assert.Equal(t, []vpc.Scale{vpc.Label}, mean.ScalesOf(family.Ordinal{}), "thresholds stand in the place of μ")
}

// The reference has its name where it is known.
func TestNaming(t *testing.T) {
	assert.Equal(t, "Closeness to experts", catalogue.Naming("experts", catalogue.Closeness.Title()))
	assert.Equal(t, "Closeness to the reference", catalogue.Naming("", catalogue.Closeness.Title()))
	assert.Equal(t, "xCC", catalogue.Naming("experts", "xCC"))
}

// A truth file has the quantities that a fit of the study will have, in their order.
func TestTruthHasTheCatalogue(t *testing.T) {
	truth := simulate.Truth{ItemDF: 5, Family: family.Gaussian{}, Labelers: spec.Shared}
	truth.Studies = []simulate.StudyTruth{
		{ItemSD: 1, LabelerSD: 1, ResidualSD: 1},
		{ItemSD: 1, LabelerSD: 1, ResidualSD: 1},
		{ItemSD: 1, LabelerSD: 1, ResidualSD: 1},
	}
	of, err := result.NewTruth(truth, simulate.Design{Studies: []string{"a", "b", "c"}}, 1)
	require.NoError(t, err)
	var got []string
	for _, v := range of.Quantities {
		if !slices.Contains(got, v.Quantity) {
			got = append(got, v.Quantity)
		}
	}
	var want []string
	for _, q := range catalogue.All() {
		switch q.Needs {
		case catalogue.KnownLabels, catalogue.Thresholds, catalogue.InteractionEffects, catalogue.OneLabelStudy,
			catalogue.CommonThresholds, catalogue.Discriminations, catalogue.SharedDiscriminations,
			catalogue.Clusters, catalogue.KnownLabelers, catalogue.FixedLabelers, catalogue.RatioLabels,
			catalogue.UnitsAgain, catalogue.Logarithms, catalogue.InCategories, catalogue.NormalLabels:
			continue
		}
		if !q.OfDesign {
			want = append(want, q.Name)
		}
	}
	assert.Equal(t, want, got)
	_, err = json.Marshal(of)
	assert.NoError(t, err)
}

func names(all []catalogue.Entry) func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, q := range all {
			if !yield(q.Name) {
				return
			}
		}
	}
}

func keys(m map[string]bool) []string {
	var all []string
	for k := range m {
		all = append(all, k)
	}
	return all
}

// Every coefficient has a name in print, and so has its difference.
func TestCoefficientsHaveNames(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range nonparam.Coefficients() {
		for _, name := range []string{string(c), string(c) + "_difference"} {
			inPrint := catalogue.CoefficientName(name)
			assert.False(t, strings.Contains(inPrint, "_"), name)
			assert.False(t, seen[inPrint], name)
			seen[inPrint] = true
		}
	}
	for _, q := range catalogue.All() {
		if q.Coefficient != "" {
			assert.NotEqual(t, q.Coefficient, catalogue.CoefficientName(q.Coefficient), q.Name)
		}
	}
	assert.Equal(t, "x_y", catalogue.CoefficientName("x_y"))
}

// Each term besides items and labelers has its own standard deviation, and where effects are correlated correlations.
func TestQuantitiesOfFacets(t *testing.T) {
	sp := spec.Spec{Family: family.Gaussian{}, Labelers: spec.Nested, Facets: []spec.Facet{
		{By: []string{"template"}, Covariance: spec.Correlated}, {By: []string{"item", "template"}},
		spec.ItemByLabeler(),
	}}
	var of []string
	for _, q := range catalogue.Of(sp.Family, sp.Terms(), nil) {
		if q.Term == "" {
			continue
		}
		of = append(of, q.Name+" "+q.Parameter)
		same, ok := catalogue.OfTerm(q.Name, q.Term)
		require.True(t, ok)
		assert.Equal(t, q.Title, same.Title)
		assert.Contains(t, q.Title, q.Term)
		assert.Contains(t, q.Head, q.Term)
	}
	assert.Equal(t, []string{"component ", "facet_sd sd_template", "facet_rho cor_template", "component ",
		"facet_sd sd_item:template", "component ", "interaction_sd sd_item:labeler"}, of)
	assert.Equal(t, len(catalogue.For(sp.Family)), len(catalogue.Of(sp.Family, nil, nil)))
	same, ok := catalogue.OfTerm(catalogue.Rho, "")
	require.True(t, ok)
	assert.Equal(t, catalogue.Rho, same.Name)
}
