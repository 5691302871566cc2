package model_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"concord/internal/slowtest"
	"concord/model"
	"concord/model/family"
	"concord/model/refusal"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/vpc"
	"concord/xcc"
)

// calibrationCase is a design and the priors that the parameters of its studies are drawn from.
type calibrationCase struct {
	name         string
	distribution family.Family
	plan         simulate.Plan
	priors       spec.Priors
	spec         spec.Spec // residual and facets; family, labelers and priors are set from the above
	templates    int       // levels of the factor of which facets are
	again        bool      // each labeler gives each of their items a second label
	categories   int       // of ordinal labels; 0 stands for 4
	blocked      bool      // effects of items and labelers are drawn in blocks
	covariates   bool      // those of withCovariates
	slopes       bool      // labelers have slopes by the last covariate
}

func designed(items, studies, labelers, each int, effects spec.LabelerEffects) simulate.Plan {
	p := simulate.Plan{Items: items, Labelers: effects}
	for s := range studies {
		p.Studies = append(p.Studies, simulate.StudyPlan{Name: fmt.Sprint("s", s+1), Labelers: labelers,
			LabelsPerItem: each})
	}
	return p
}

// residualByStudy reports whether each study has a residual of its own, as several have unless told otherwise.
func (c calibrationCase) residualByStudy() bool {
	return c.spec.Residual == spec.StudyResidual || c.spec.Residual == spec.LabelerResidual ||
		c.spec.Residual == spec.AutoResidual && len(c.plan.Studies) > 1
}

// truth draws parameters from the priors.
func (c calibrationCase) truth(rng *rand.Rand) simulate.Truth {
	k := len(c.plan.Studies)
	t := simulate.Truth{Family: c.distribution, Labelers: c.plan.Labelers,
		ItemCorrelation: drawCorrelation(rng, k, c.priors.Correlation)}
	residual, wide := drawSD(rng, c.priors.SD), 1.0
	if c.spec.Items == spec.StudentItems {
		t.ItemDF = drawItemDF(rng)
		wide = math.Sqrt(t.ItemDF / (t.ItemDF - 2)) // the prior is of the scale
	}
	for range k {
		s := simulate.StudyTruth{Mean: drawPrior(rng, c.priors.Mean), ItemSD: wide * drawSD(rng, c.priors.SD)}
		if c.plan.Labelers != spec.NoLabelers {
			s.LabelerSD = drawSD(rng, c.priors.SD)
		}
		if c.spec.Discrimination {
			s.DiscriminationSD = drawSD(rng, c.priors.DiscriminationSD)
		}
		if c.spec.Residual == spec.LabelerResidual {
			s.LabelerResidualSD = drawSD(rng, c.priors.LabelerResidualSD)
		}
		if c.distribution == (family.Gaussian{}) {
			s.ResidualSD = residual
			if c.residualByStudy() {
				s.ResidualSD = drawSD(rng, c.priors.SD)
			}
		}
		if c.distribution == (family.Ordinal{}) {
			if shift := s.Mean; c.spec.Thresholds == spec.CommonThresholds && len(t.Studies) > 0 {
				s.Thresholds = slices.Clone(t.Studies[0].Thresholds)
				floats.AddConst(-shift, s.Thresholds)
			} else {
				s.Thresholds = c.thresholds(rng)
			}
			s.Mean = 0
		}
		t.Studies = append(t.Studies, s)
	}
	if c.plan.Labelers == spec.Shared {
		t.LabelerCorrelation = drawCorrelation(rng, k, c.priors.Correlation)
		if c.spec.Discrimination {
			t.DiscriminationCorrelation = drawCorrelation(rng, k, c.priors.Correlation)
		}
		if c.spec.Residual == spec.LabelerResidual {
			t.LabelerResidualCorrelation = drawCorrelation(rng, k, c.priors.Correlation)
		}
	}
	for _, facet := range c.spec.Facets {
		f := simulate.FacetTruth{Facet: facet}
		for range k {
			f.SD = append(f.SD, drawSD(rng, c.priors.SD))
		}
		if facet.Covariance == spec.Correlated {
			f.Correlation = drawCorrelation(rng, k, c.priors.Correlation)
		}
		t.Facets = append(t.Facets, f)
	}
	if c.covariates {
		t.Covariates = drawCoefficients(rng, k)
	}
	if c.slopes {
		sloped := &t.Covariates[len(t.Covariates)-1]
		sloped.Slopes = true
		for range k {
			sloped.SlopeSD = append(sloped.SlopeSD, drawSD(rng, c.priors.SD))
		}
	}
	return t
}

// drawItemDF draws from gamma(2, 0.1) above 2: the sum of two exponential waiting times.
func drawItemDF(rng *rand.Rand) float64 {
	for {
		if df := 10 * (rng.ExpFloat64() + rng.ExpFloat64()); df > 2 {
			return df
		}
	}
}

// thresholds draws those of a study: independent ones on their ordered set are sorted ones.
func (c calibrationCase) thresholds(rng *rand.Rand) []float64 {
	kappa := make([]float64, cmp.Or(c.categories, 4)-1)
	for i := range kappa {
		kappa[i] = drawPrior(rng, c.priors.Mean)
	}
	slices.Sort(kappa)
	return kappa
}

// design returns the design of a replicate, with a template for each label if there are any.
func (c calibrationCase) design(seed uint64) (simulate.Design, error) {
	design, err := c.plan.Generate(seed)
	if err == nil && c.again {
		design, err = design.Again(2)
	}
	if err == nil && c.templates > 0 {
		design, err = design.WithFactor("template", c.templates, seed)
	}
	if err == nil && c.covariates {
		design, err = withCovariates(design, seed)
	}
	return design, err
}

// fit draws a truth and its labels and fits them. A study whose labels are refused is drawn anew:
// whether it is depends on the labels alone, so that the posterior given them is the same.
func (c calibrationCase) fit(replicate int, settings sampler.Settings) (simulate.Truth, *model.Posterior, error) {
	rng := rand.New(rand.NewPCG(uint64(replicate), 3))
	for try := uint64(0); ; try++ {
		seed := uint64(replicate) + try<<32
		truth := c.truth(rng)
		design, err := c.design(seed)
		if err != nil {
			return truth, nil, err
		}
		if truth, err = truth.Resolve(); err != nil {
			return truth, nil, err
		}
		table, err := simulate.Simulate(truth, design, seed)
		if err != nil {
			return truth, nil, err
		}
		sp := c.spec
		sp.Family, sp.Labelers, sp.Priors = c.distribution, c.plan.Labelers, c.priors
		sp.Priors.OwnScale = true
		sp.Covariates = covariatesOf(truth)
		settings.Seed, settings.Workers = seed, 1
		how := model.Fit
		if c.blocked {
			how = model.FitBlocked
		}
		fit, err := how(context.Background(), table, sp, settings)
		var refused *refusal.Error
		if errors.As(err, &refused) && try < 100 {
			continue
		}
		return truth, fit, err
	}
}

// compared is a quantity of a fit and its true value.
type compared struct {
	posterior.Quantity
	truth float64
}

// comparisons returns all parameters, shares and correlations with their truth; where joint is true also the distance
// of each mean from the mean of the labels, which, because it depends on the labels, tells a posterior from the prior
// (Modrák et al. 2023).
func comparisons(truth simulate.Truth, fit *model.Posterior, joint bool) []compared {
	var out []compared
	add := func(q posterior.Quantity, name string, truth float64) {
		q.Name = name
		out = append(out, compared{q, truth})
	}
	icc := make([]float64, len(truth.Studies))
	for s, of := range fit.EachStudy() {
		name, part := of.Name(), vpc.ParameterPartition(of)
		p := truth.Studies[s]
		residual := p.ResidualSD
		if !truth.Family.LocationScale() {
			residual = math.Pi / math.Sqrt(3)
		}
		residual *= math.Exp(p.LabelerResidualSD * p.LabelerResidualSD)
		itemSD := math.Hypot(p.ItemSD, gainedSD(truth, fit, s, study.ItemFactor))
		labelerSD := math.Hypot(p.LabelerSD, gainedSD(truth, fit, s, study.LabelerFactor))
		total := itemSD*itemSD*(1+p.DiscriminationSD*p.DiscriminationSD) + labelerSD*labelerSD + residual*residual
		for _, f := range truth.Facets {
			total += f.SD[s] * f.SD[s]
		}
		for i, covariate := range truth.Covariates {
			if covariate.SlopeSD != nil {
				total += covariate.SlopeSD[s] * covariate.SlopeSD[s] * meanSquare(fit, i, s)
				add(of.TermSD(spec.SlopeTerm(covariate.Factor)), "σ of slopes "+name, covariate.SlopeSD[s])
			}
		}
		icc[s] = itemSD * itemSD / total
		if thresholds := of.Thresholds(); thresholds == nil {
			add(of.Mean(), "μ "+name, p.Mean)
		} else {
			for i, q := range thresholds {
				add(q, fmt.Sprintf("κ_%d %s", i+1, name), p.Thresholds[i])
			}
			if s > 0 && fit.Spec().Thresholds == spec.CommonThresholds {
				add(of.Shift(), "μ "+name, truth.Studies[0].Thresholds[0]-p.Thresholds[0])
			}
		}
		add(of.ItemSD(), "σ_i "+name, itemSD)
		add(part.ICC(), "ICC "+name, icc[s])
		if labelerICC, ok := part.LabelerICC(); ok {
			add(of.LabelerSD(), "σ_l "+name, labelerSD)
			add(labelerICC, "labeler ICC "+name, labelerSD*labelerSD/total)
		}
		if truth.Family == (family.Gaussian{}) && (s == 0 || fit.Spec().Residual != spec.CommonResidual) {
			add(of.Own()[0], "σ "+name, p.ResidualSD)
		}
		if fit.Spec().Discrimination {
			add(of.DiscriminationSD(), "ω "+name, p.DiscriminationSD)
		}
		if fit.Spec().Residual == spec.LabelerResidual {
			add(of.LabelerResidualSD(), "ν "+name, p.LabelerResidualSD)
		}
		for i, covariate := range truth.Covariates {
			for v, q := range of.Coefficients(i) {
				add(q, fmt.Sprintf("β_%d of %s, %s", v+1, covariate.Factor, name), covariate.Coefficients[s][v])
			}
			for v, q := range of.PartCoefficients(i, spec.OfItem) {
				add(q, fmt.Sprintf("γ_i%d of %s, %s", v+1, covariate.Factor, name), covariate.Items[s][v])
			}
			for v, q := range of.PartCoefficients(i, spec.OfLabeler) {
				add(q, fmt.Sprintf("γ_l%d of %s, %s", v+1, covariate.Factor, name), covariate.Labelers[s][v])
			}
		}
		if joint {
			observed := observedMean(fit.Table().StudyAt(s), truth.Family)
			distance := func(x []float64) float64 { return math.Abs(x[0] - observed) }
			add(posterior.Map("", distance, of.Mean()), "distance of μ from the labels, "+name,
				math.Abs(p.Mean-observed))
		}
	}
	if df, ok := fit.ItemDF(); ok {
		add(df, "ν", truth.ItemDF)
	}
	scale := xcc.Joints(fit)[0]()
	for _, pair := range xcc.Pairs(fit) {
		a, b := pair.A.Index(), pair.B.Index()
		names := pair.A.Name() + " " + pair.B.Name()
		rho := truth.ItemCorrelation[a][b]
		if len(truth.Covariates) > 0 {
			p, q := truth.Studies[a].ItemSD, truth.Studies[b].ItemSD
			x, y := gainsOf(truth, fit, a, study.ItemFactor), gainsOf(truth, fit, b, study.ItemFactor)
			rho = (rho*p*q + stat.Covariance(x, y, nil)) / math.Hypot(p, stat.StdDev(x, nil)) /
				math.Hypot(q, stat.StdDev(y, nil))
		}
		add(scale.Rho(pair.A, pair.B), "ρ "+names, rho)
		add(scale.XCC(pair.A, pair.B), "xCC "+names, rho*math.Sqrt(icc[a]*icc[b]))
		if r, ok := pair.A.LabelerCorrelation(pair.B); ok {
			add(r, "ρ_l "+names, truth.LabelerCorrelation[a][b])
		}
		if r, ok := pair.A.TermCorrelation(spec.DiscriminationTerm, pair.B); ok {
			add(r, "ρ_ω "+names, truth.DiscriminationCorrelation[a][b])
		}
		if r, ok := pair.A.TermCorrelation(spec.LabelerResidualTerm, pair.B); ok {
			add(r, "ρ_ν "+names, truth.LabelerResidualCorrelation[a][b])
		}
	}
	for _, q := range facetQuantities(truth, fit) {
		add(q.Quantity, q.Name, q.truth)
	}
	return out
}

// observedMean returns the mean label of a study on the scale of the linear predictor.
func observedMean(v study.View, distribution family.Family) float64 {
	sum := 0.0
	for _, y := range v.Value() {
		sum += y
	}
	n := float64(v.Len())
	if distribution == (family.Bernoulli{}) {
		return math.Log((sum + 0.5) / (n - sum + 0.5))
	}
	return sum / n
}

// replicate calls f for 0 … n−1 on as many goroutines as there are cores, and returns the results in order.
func replicate[T any](n, workers int, f func(i int) T) []T {
	out := make([]T, n)
	next := make(chan int)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := range next {
				out[i] = f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
	return out
}

// rankValues is how many values a rank can have: 99 draws are compared with the truth.
const rankValues = 100

// rank returns how many of 99 draws, spread evenly over the chains, are less than the truth.
func (c compared) rank() int {
	var all []float64
	for _, chain := range c.Chains {
		all = append(all, chain...)
	}
	step := len(all) / (rankValues - 1)
	rank := 0
	for i := range rankValues - 1 {
		if all[i*step] < c.truth {
			rank++
		}
	}
	return rank
}

// ranks returns the names of the quantities and, for each, the ranks of the truth in n replicates.
func (c calibrationCase) ranks(
	t *testing.T, n, workers int, settings sampler.Settings,
) (names []string, ranks [][]int) {
	t.Helper()
	type outcome struct {
		compared []compared
		err      error
	}
	outcomes := replicate(n, workers, func(i int) outcome {
		truth, fit, err := c.fit(i, settings)
		if err != nil {
			return outcome{err: err}
		}
		return outcome{compared: comparisons(truth, fit, true)}
	})
	ranks = make([][]int, len(outcomes[0].compared))
	for i, o := range outcomes {
		require.NoError(t, o.err, "replicate %d", i)
		for v, q := range o.compared {
			ranks[v] = append(ranks[v], q.rank())
			if i == 0 {
				names = append(names, q.Name)
			}
		}
	}
	return names, ranks
}

// piledPriors are such that most labels are in the first category, and few or none in the last ones.
func piledPriors() spec.Priors {
	return spec.Priors{Mean: spec.Normal{Location: 2.5, Scale: 1}, SD: spec.Normal{Scale: 1},
		Correlation: spec.LKJ{Shape: 2}}
}

// Simulation-based calibration (Cook, Gelman and Rubin 2006; Talts et al. 2018), short: with parameters from the
// prior, the rank of the truth among draws is uniform. The long run is in calibration_long_test.go.
func TestRanksAreUniform(t *testing.T) {
	slowtest.Only(t)
	const n = 40
	e := newECDFTest(n, rankValues, 20_000, 5)
	tight := spec.Priors{Mean: spec.Normal{Scale: 1}, SD: spec.Normal{Scale: 1}, Correlation: spec.LKJ{Shape: 2}}
	for _, c := range []calibrationCase{
		{name: "gaussian", distribution: family.Gaussian{}, plan: designed(15, 2, 6, 3, spec.Nested), priors: tight},
		{name: "bernoulli", distribution: family.Bernoulli{}, plan: designed(15, 2, 6, 3, spec.Nested), priors: tight},
		{name: "gaussian with templates", distribution: family.Gaussian{}, plan: designed(15, 2, 6, 3, spec.Nested),
			priors: tight, spec: spec.Spec{Facets: templates(spec.Correlated)}, templates: 6},
		{name: "ordinal", distribution: family.Ordinal{}, plan: designed(15, 2, 6, 3, spec.Nested), priors: tight},
		{name: "ordinal, common thresholds", distribution: family.Ordinal{}, plan: designed(12, 2, 5, 3, spec.Nested),
			priors: tight, spec: spec.Spec{Thresholds: spec.CommonThresholds}},
		{name: "ordinal, piled at one end", distribution: family.Ordinal{}, categories: 5,
			plan: designed(20, 1, 6, 3, spec.Nested), priors: piledPriors()},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			names, ranks := c.ranks(t, n, 2, sampler.Settings{Chains: 2, Draws: 198})
			for v, r := range ranks {
				assert.Greater(t, e.p(r), 1e-3, "ranks of %s: %v", names[v], r)
			}
		})
	}
}
