package newfamily

import (
	"bytes"
	"encoding/json"
	"html"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/checks/predictive"
	"concord/internal/checks/prior"
	"concord/internal/document"
	"concord/internal/document/page"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/result/export"
	"concord/internal/view"
	"concord/model"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/nonparam"
	"concord/posterior"
	"concord/report"
	"concord/vpc"
	"concord/xcc"
)

// run is a fit of simulated counts with all that is made of it.
type run struct {
	truth  simulate.Truth
	fit    result.Fit
	result *answer.Answer
}

func newRun(t *testing.T, studies int) run {
	t.Helper()
	truth := truthOf(studies)
	table := tableOf(t, truth)
	posteriorOf := fitOf(t, table, true)
	check, err := predictive.Run(t.Context(), posteriorOf, predictive.Options{Seed: 1, Replicates: 99})
	require.NoError(t, err)
	agreement, err := result.Coefficients(t.Context(), table, names(1)[0],
		nonparam.Options{Intervals: nonparam.Jackknife{}})
	require.NoError(t, err)
	fit := result.Fit{Posterior: posteriorOf, Settings: settings(), Reference: posteriorOf.StudyAt(0), Check: check}
	data := result.NewData("counts.csv", table, spec.Nested, nil)
	return run{truth, fit, ask.Fit(data, fit, agreement, posterior.Interval{Level: 0.95})}
}

// A family that the module does not know goes through everything.
func TestCountsGoThroughEverything(t *testing.T) {
	for _, studies := range []int{1, 2} {
		r := newRun(t, studies)
		t.Run(strings.Join(names(studies), "+"), func(t *testing.T) {
			for name, test := range map[string]func(*testing.T, run){
				"truth": truthIsFound, "vpc": partitionsAreClosedForms, "xcc": jointIsClosedForm,
				"catalogue": meaninglessSaysSo, "check": checkOfTheRightModelIsCalm,
				"prior sensitivity": priorsCanBeReplaced, "planning": planSaysWhatItLacks,
				"text": textsSayWhatHasNoMeaning, "json": jsonHasReasons, "page": pageSaysWhatHasNoMeaning,
				"export": folderIsReadBack, "draws": drawsMakeTheSameFit, "simulation": truthFileHasAll,
			} {
				t.Run(name, func(t *testing.T) { test(t, r) })
			}
		})
	}
}

func truthIsFound(t *testing.T, r run) {
	assert.Equal(t, 1, r.fit.Posterior.Attempts())
	for s, of := range r.fit.Posterior.EachStudy() {
		want := r.truth.Studies[s]
		near(t, want.Mean, of.Mean())
		near(t, want.ItemSD, of.ItemSD())
		near(t, want.LabelerSD, of.LabelerSD())
		require.Len(t, of.Own(), 1)
		near(t, want.Own[0], of.Own()[0])
	}
	if len(r.truth.Studies) == 2 {
		near(t, 0.7, r.fit.Posterior.StudyAt(0).ItemCorrelation(r.fit.Posterior.StudyAt(1)))
	}
	assert.True(t, r.result.Runs[0].Trust.Converged)
}

// parts are the log-normal closed forms of the components of a count's variance.
type parts struct{ mean, item, labeler, total float64 }

func closedForm(mu, item, labeler, phi float64) parts {
	s2 := item*item + labeler*labeler
	m := math.Exp(mu + s2/2)
	return parts{m, m * m * math.Expm1(item*item), m * m * math.Expm1(labeler*labeler),
		m*m*math.Expm1(s2) + m + m*m*math.Exp(s2)/phi}
}

// closedFormAt is that of a study at one draw.
func closedFormAt(s model.StudyPosterior, chain, i int) parts {
	at := func(q posterior.Quantity) float64 { return q.Chains[chain][i] }
	return closedForm(at(s.Mean()), at(s.ItemSD()), at(s.LabelerSD()), at(s.Own()[0]))
}

// Draw by draw the label scale has log-normal variances. On the latent one a count has none.
func partitionsAreClosedForms(t *testing.T, r run) {
	assert.Equal(t, []vpc.Scale{vpc.Latent, vpc.Label}, vpc.Scales(counts{}))
	for _, s := range r.fit.Posterior.EachStudy() {
		part, err := vpc.NewPartition(s, vpc.Label)
		require.NoError(t, err)
		labeler, ok := part.LabelerVariance()
		require.True(t, ok)
		for i := 0; i < 300; i += 100 {
			want := closedFormAt(s, 1, i)
			for _, pair := range [][2]float64{
				{want.mean, part.Mean().Chains[1][i]}, {want.item, part.ItemVariance().Chains[1][i]},
				{want.labeler, labeler.Chains[1][i]}, {want.total, part.TotalVariance().Chains[1][i]},
				{want.item / want.total, part.ICC().Chains[1][i]},
			} {
				assert.InEpsilon(t, pair[0], pair[1], 1e-6)
			}
		}
		latent, err := vpc.NewPartition(s, vpc.Latent)
		require.NoError(t, err)
		assert.Equal(t, s.Mean().Chains, latent.Mean().Chains)
		assert.True(t, math.IsNaN(latent.ICC().Chains[0][0]))
	}
}

// ρ and xCC on the label scale are those of log-normal variables; what they imply for κ follows from them.
func jointIsClosedForm(t *testing.T, r run) {
	if len(r.truth.Studies) < 2 {
		return
	}
	a, b := r.fit.Posterior.StudyAt(0), r.fit.Posterior.StudyAt(1)
	latent, labels := xcc.Joints(r.fit.Posterior)[0](), xcc.Joints(r.fit.Posterior)[1]()
	implied, ok := labels.Implied()
	require.True(t, ok)
	_, ok = latent.Implied()
	assert.False(t, ok, "coefficients are on the scale of the labels")
	kappa, normalized := implied.CrossKappa(a, b)
	for i := 0; i < 300; i += 100 {
		x, y := closedFormAt(a, 0, i), closedFormAt(b, 0, i)
		rho := a.ItemCorrelation(b).Chains[0][i]
		assert.Equal(t, rho, latent.Rho(a, b).Chains[0][i])
		cov := x.mean * y.mean * math.Expm1(rho*a.ItemSD().Chains[0][i]*b.ItemSD().Chains[0][i])
		assert.InEpsilon(t, cov/math.Sqrt(x.item*y.item), labels.Rho(a, b).Chains[0][i], 1e-6)
		assert.InEpsilon(t, cov/math.Sqrt(x.total*y.total), labels.XCC(a, b).Chains[0][i], 1e-6)
		shift := x.mean - y.mean
		want := 2 * cov / (x.total + y.total + shift*shift)
		assert.InEpsilon(t, want, kappa.Chains[0][i], 1e-6)
		assert.InEpsilon(t, want/math.Sqrt(x.item/x.total*y.item/y.total), normalized.Chains[0][i], 1e-6)
	}
}

const noVariance = "such labels have no variance on the latent scale"

// Estimates are numbers, or say why they are none: only shares of the latent variance are none.
func meaninglessSaysSo(t *testing.T, r run) {
	seen := map[string]bool{}
	for _, e := range r.result.Rows {
		if e.Draws == nil {
			continue
		}
		all := catalogue.For(counts{})
		at := slices.IndexFunc(all, func(q catalogue.Entry) bool { return q.Name == e.Q.Name })
		require.GreaterOrEqual(t, at, 0, e.Q.Name)
		q := all[at]
		if e.Scale == result.ScaleLatent && q.OfVariance {
			assert.False(t, e.Defined(), e.Q.Name)
			assert.Equal(t, noVariance, e.Why)
			assert.Equal(t, q.OfMean, e.K == 6, "%s of %d labels", e.Q.Name, e.K)
			continue
		}
		assert.Equal(t, q.NoMoments, math.IsNaN(e.Draws.Mean), "%s %s", e.Q.Name, e.Scale)
		assert.True(t, e.Defined(), "%s %s", e.Q.Name, e.Scale)
		assert.Empty(t, e.Why)
		assert.True(t, q.EventName() == "" || !math.IsNaN(e.P), e.Q.Name)
		seen[e.Q.Name] = true
	}
	want := []string{catalogue.ICC, catalogue.LabelerICC, catalogue.ICCk, catalogue.Mean, catalogue.ItemSD,
		catalogue.LabelerSD, "shape"}
	if len(r.truth.Studies) == 2 {
		want = append(want, catalogue.Rho, catalogue.XCC, catalogue.RhoK)
	}
	for _, name := range want {
		assert.True(t, seen[name], name)
	}
	assert.False(t, seen[catalogue.ResidualSD])
	icc, _ := catalogue.Find(catalogue.ICC)
	assert.Equal(t, []vpc.Scale{vpc.Label}, icc.ScalesOf(counts{}), "a condition on it needs no scale")
	implied := 0
	for _, c := range r.result.Rows {
		if c.By == answer.Model {
			at := c.Key
			at.By = ""
			assert.Equal(t, "interval", c.Distance, "the distance of numbers")
			assert.InDelta(t, r.result.Value(c.Q.Name, at), c.Value, 0.15, c.Q.Name)
			implied++
		}
	}
	assert.Equal(t, []int{1, 4}[len(r.truth.Studies)-1], implied)
}

func checkOfTheRightModelIsCalm(t *testing.T, r run) {
	assert.Empty(t, r.fit.Check.Doubts, "the model is the one that made the labels")
	kurtosis := false
	for _, d := range r.fit.Check.Discrepancies {
		assert.Empty(t, d.Undefined, d.Statistic)
		kurtosis = kurtosis || d.Statistic == predictive.ResidualKurtosis
	}
	assert.True(t, kurtosis, "statistics of numbers are those of counts too")
}

func priorsCanBeReplaced(t *testing.T, r run) {
	half, ok := prior.HalfScale(r.fit.Posterior, r.fit.Reference)
	require.True(t, ok)
	q := vpc.LabelPartition(r.fit.Reference).ICC()
	shift := half.Of(q, q.Summarize(posterior.Interval{Level: 0.95}))
	assert.True(t, shift.Reliable)
	assert.False(t, shift.Speaks(), "100 items and 25 labelers tell more than the prior")
	others := 0
	for _, p := range r.result.Rows {
		if p.Prior != "" && p.Q.Name != "pareto_k" {
			assert.True(t, p.Defined(), p.Q.Name)
			others++
		}
	}
	assert.Positive(t, others)
}

func planSaysWhatItLacks(t *testing.T, r run) {
	p, err := ask.Plan(r.fit.Posterior, r.result, ask.PlanOptions{Kind: ask.PlanReliability,
		Targets: []float64{0.8}, Interval: posterior.Interval{Level: 0.95}, Assurance: 0.8, MostLabels: 3,
	})
	require.NoError(t, err)
	assert.Empty(t, p.Of("icc_se"), "a formula for normal or binary labels is not taken for counts")
	require.NotEmpty(t, p.Of("mean_se"))
	for _, se := range p.Of("mean_se") {
		assert.True(t, se.Defined() && p.Get("icc_k", se.Key).Defined())
	}
	truth, part := r.truth.Studies[0], vpc.LabelPartition(r.fit.Reference)
	want := closedForm(truth.Mean, truth.ItemSD, truth.LabelerSD, truth.Own[0])
	near(t, want.item/want.total, part.ICC())
	var b bytes.Buffer
	require.NoError(t, document.WriteText(&b, view.Document(p, document.Detail),
		document.Options{Level: document.Detail}))
	assert.Contains(t, strings.Join(strings.Fields(b.String()), " "),
		"for labels of a negative binomial distribution its standard error has no formula.")
	assert.Contains(t, b.String(), "means of labels")
	plain(t, b.String())
}

// strangers are words of other families, which must not be said of counts, and of numbers that are none.
var strangers = regexp.MustCompile(`(?i)gaussian|bernoulli|logit|positive label|shares? of positive|` +
	`probability scale|\bNaN\b|\bInf\b|0 and 1|brm\(|residual for each|N\(`)

func plain(t *testing.T, text string) {
	t.Helper()
	assert.Empty(t, strangers.FindAllString(text, -1), text)
}

// laidOut is every number of a result in a format, on one line.
func laidOut(t *testing.T, format string, r *answer.Answer) string {
	t.Helper()
	var b bytes.Buffer
	d := report.Fit(report.Source{Result: r}, document.Detail)
	require.NoError(t, document.Write(&b, format, d, document.Options{Level: document.Detail}))
	return strings.Join(strings.Fields(b.String()), " ")
}

func textsSayWhatHasNoMeaning(t *testing.T, r run) {
	for _, format := range []string{"text", "markdown", "latex", "csv"} {
		text := laidOut(t, format, r.result)
		plain(t, text)
		assert.Contains(t, text, noVariance, format)
		assert.Contains(t, text, "shape", format)
		if format != "csv" {
			assert.Contains(t, text, "labeler ICC", format)
		}
		if format == "text" || format == "markdown" {
			assert.Contains(t, text, "brms has no negative binomial family", format)
			assert.NotContains(t, text, "R code", format)
		}
	}
	if len(r.truth.Studies) == 2 {
		assert.Contains(t, laidOut(t, "text", r.result), "the shape φ of the counts for each")
	}
	sp := spec.Spec{Family: counts{}}
	c, err := result.NewCheck("counts.csv", r.fit.Posterior.Table(), sp, names(1)[0], nil, nil)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, document.WriteText(&b, view.Document(ask.Check(c, ""), document.Detail),
		document.Options{Level: document.Detail}))
	assert.Contains(t, b.String(), "brms has no negative binomial family")
	plain(t, b.String())
}

func jsonHasReasons(t *testing.T, r run) {
	var b bytes.Buffer
	require.NoError(t, result.WriteJSON(&b, r.result))
	var got answer.Answer
	require.NoError(t, json.Unmarshal(b.Bytes(), &got))
	assert.Equal(t, "counts", got.Model().Family)
	assert.True(t, strings.HasSuffix(got.Model().BRMS, "(brms has no negative binomial family)"))
	for _, e := range got.Rows {
		if slices.Contains(catalogue.Names(), e.Q.Name) && e.Event == "" {
			assert.Equal(t, !e.Defined(), e.Why != "", "%s, %s", e.Q.Name, e.Scale)
		}
	}
	plain(t, b.String())
}

var tags = regexp.MustCompile(`(?s)<(style|svg|script).*?</(style|svg|script)>|<[^>]*>`)

func pageSaysWhatHasNoMeaning(t *testing.T, r run) {
	var b bytes.Buffer
	of := report.Source{Result: r.result, Posterior: r.fit.Posterior, Check: r.fit.Check}
	require.NoError(t, page.Write(&b, report.Fit(of, document.Appendix), page.Options{}))
	text := html.UnescapeString(tags.ReplaceAllString(b.String(), ""))
	plain(t, text)
	for _, phrase := range []string{
		" – undefined: " + noVariance + ".", "Counts: y ~ NegativeBinomial(exp(μ + item + labeler), φ)",
		"brms has no negative binomial family", "for standard deviations and shape φ of the counts",
		"negative binomial (log link) model", "on the label scale (Goldstein et al., 2002)",
	} {
		assert.Contains(t, text, phrase)
	}
	methods, ok := report.Methods(of)
	require.True(t, ok)
	plain(t, methods)
}

// The folder of a run is read back by who brings the family; others are told.
func folderIsReadBack(t *testing.T, r run) {
	dir := filepath.Join(t.TempDir(), "run")
	out := export.Output{Origin: export.Origin{Program: export.ThisProgram("test"), Flags: map[string][]string{},
		Input: export.Input{Path: "counts.csv"}}, Fit: r.fit, Result: r.result, Effects: true}
	require.NoError(t, out.Write(dir))

	stranger, err := export.Open(dir)
	require.NoError(t, err)
	_, err = stranger.Draws()
	assert.ErrorContains(t, err, `no model of family "counts"`)

	saved, err := export.Open(dir, counts{})
	require.NoError(t, err)
	draws, err := saved.Draws()
	require.NoError(t, err)
	exported := map[string]bool{}
	for _, v := range draws.Variables {
		exported[v.Name] = true
		for _, q := range v.Elements {
			for _, chain := range q.Chains {
				require.False(t, math.IsNaN(chain[0]), v.Name)
			}
		}
	}
	for name, want := range map[string]bool{"shape": true, "icc_label": true, "labeler_icc_label": true, "icc": false,
		"labeler_icc": false, "xcc": false, "sd_residual": false, "xcc_label": len(r.truth.Studies) == 2,
		"rho_label": len(r.truth.Studies) == 2} {
		assert.Equal(t, want, exported[name], name)
	}
	for s, of := range draws.Fit.EachStudy() {
		was := r.fit.Posterior.StudyAt(s)
		assert.Equal(t, was.Own()[0].Chains, of.Own()[0].Chains)
		assert.Equal(t, vpc.LabelPartition(was).ICC().Chains, vpc.LabelPartition(of).ICC().Chains)
	}
	again, err := saved.Manifest.Repeats(r.fit)
	require.NoError(t, err)
	assert.True(t, again)
	text := laidOut(t, "text", saved.Result)
	assert.Contains(t, text, "labeler ICC")
	assert.Contains(t, text, "shape φ of the counts")
	plain(t, text)
}

func drawsMakeTheSameFit(t *testing.T, r run) {
	fit, err := model.FromDraws(r.fit.Posterior.Spec(), names(len(r.truth.Studies)), r.fit.Posterior.Draws())
	require.NoError(t, err)
	for s, of := range fit.EachStudy() {
		was := r.fit.Posterior.StudyAt(s)
		assert.Equal(t, was.Own()[0].Chains, of.Own()[0].Chains)
		assert.Equal(t, vpc.LabelPartition(was).ICC().Chains, vpc.LabelPartition(of).ICC().Chains)
	}
	_, err = predictive.Run(t.Context(), fit, predictive.Options{})
	assert.ErrorContains(t, err, "has no labels to check")
}

// The file of a truth has the closed forms, and nothing that has no meaning.
func truthFileHasAll(t *testing.T, r run) {
	file, err := result.NewTruth(r.truth, simulate.Design{Studies: names(len(r.truth.Studies))}, 4)
	require.NoError(t, err)
	value := map[string]float64{}
	for _, q := range file.Quantities {
		assert.True(t, q.Value.Defined(), q.Quantity)
		value[q.Quantity+"@"+q.Scale+" "+strings.Join(q.Studies, "|")] = float64(q.Value)
	}
	s := r.truth.Studies[0]
	want := closedForm(s.Mean, s.ItemSD, s.LabelerSD, s.Own[0])
	assert.InEpsilon(t, want.item/want.total, value["icc@label experts"], 1e-6)
	assert.InEpsilon(t, 3, value["shape@latent experts"], 1e-9)
	assert.NotContains(t, value, "icc@latent experts")
}
