package fits

import (
	"math"
	"slices"

	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/tasks/population"
	"concord/posterior"
)

// Transforms to scales without bounds, on which posteriors are nearer to normal.
const (
	Logit   = "logit"    // of ICCs
	FisherZ = "fisher_z" // of correlations
)

// ICCDifference is how much the transformed ICC of the second of two studies exceeds the first's.
const ICCDifference = "icc_difference"

// Transformed is one task's estimate of a quantity on a scale without bounds, for the summary over many tasks.
type Transformed struct {
	Quantity string `json:"quantity"`
	// Studies are as in [Estimate]. For a difference of ICCs, the study that is subtracted comes first.
	Studies   []string      `json:"studies"`
	Scale     string        `json:"scale"`
	Transform string        `json:"transform"` // for a difference, of both parts
	Mean      result.Number `json:"mean"`      // the median, so that draws near a bound do not count too much
	SD        result.Number `json:"sd"`        // half the width of the middle 68 %
	// Likelihood is the likelihood of the labels, without the prior of the fit; nil if the draws do not show it.
	Likelihood *Likelihood `json:"likelihood"`
}

// Likelihood is the logarithm of the likelihood of a quantity at points of its transformed scale, up to a constant, see
// [population.Estimate].
type Likelihood struct {
	Step  float64 `json:"step"`
	First int     `json:"first"` // the first point divided by the step
	// Log is the logarithm of the likelihood, and LogPrior the logarithm of the prior density that was divided out.
	Log      []float64 `json:"log"`
	LogPrior []float64 `json:"log_prior"`
	Draws    float64   `json:"draws"` // how many independent draws tell as much
	// ICC are the ICCs of the two studies, of ρ.
	ICC *Companions `json:"icc,omitempty"`
}

// Companions are the ICCs that go with ρ, see [population.Companions].
type Companions struct {
	Intercept  [2]float64 `json:"intercept"`
	Slope      [2]float64 `json:"slope"`
	Covariance [3]float64 `json:"covariance"`
	Tilt       float64    `json:"tilt"`
}

// keptNumber returns a number with as many digits as likelihoods have in files. So a task has the same numbers whether
// it has just been fitted or is read from a file.
func keptNumber(x float64) float64 { return math.Round(x*1e4) / 1e4 }

func keptNumbers(x []float64) []float64 {
	all := make([]float64, len(x))
	for i, v := range x {
		all[i] = keptNumber(v)
	}
	return all
}

// newLikelihood divides a prior out of draws; nil if they do not show the likelihood.
func newLikelihood(q, logPrior posterior.Quantity) *Likelihood {
	e, ok := population.NewEstimate(q, logPrior)
	if !ok {
		return nil
	}
	return &Likelihood{Step: e.Step, First: e.First, Log: keptNumbers(e.Likelihood), LogPrior: keptNumbers(e.Prior),
		Draws: keptNumber(e.Draws)}
}

// estimate returns the likelihood as package population takes it.
func (lk *Likelihood) estimate() population.Estimate {
	return population.Estimate{Step: lk.Step, First: lk.First, Likelihood: lk.Log, Prior: lk.LogPrior, Draws: lk.Draws}
}

// companions returns the companions as package population takes them.
func (cp *Companions) companions() population.Companions {
	return population.Companions{Intercept: cp.Intercept, Slope: cp.Slope, Covariance: cp.Covariance, Tilt: cp.Tilt}
}

// withICC says how the likelihood of ρ goes together with two ICCs.
func (lk *Likelihood) withICC(rho posterior.Quantity, icc [2]known) {
	if lk == nil || icc[0].prior == nil || icc[1].prior == nil {
		return
	}
	c, ok := population.NewCompanions(rho, [2]posterior.Quantity{icc[0].draws, icc[1].draws},
		[2]posterior.Quantity{*icc[0].prior, *icc[1].prior})
	if ok {
		r := &Companions{Tilt: keptNumber(c.Tilt)}
		for s := range c.Intercept {
			r.Intercept[s], r.Slope[s] = keptNumber(c.Intercept[s]), keptNumber(c.Slope[s])
		}
		for s, v := range c.Covariance {
			r.Covariance[s] = keptNumber(v)
		}
		lk.ICC = r
	}
}

// known is the transformed ICC of a study, with its prior if there is one.
type known struct {
	study string
	draws posterior.Quantity
	prior *posterior.Quantity
}

// mostPossible keeps ICCs and correlations of 0 and 1, to which draws are rounded, from being infinite.
const mostPossible = 1 - 1e-12

func logit(p float64) float64 {
	p = math.Min(mostPossible, math.Max(1-mostPossible, p))
	return math.Log(p / (1 - p))
}

func fisherZ(r float64) float64 {
	return math.Atanh(math.Min(mostPossible, math.Max(-mostPossible, r)))
}

// back is the inverse of a transform.
func back(transform string, x float64) float64 {
	if transform == Logit {
		return 1 / (1 + math.Exp(-x))
	}
	return math.Tanh(x)
}

// Unbounded returns the transformed quantities that a fit reports on the scale of its labels: the ICC of each study, ρ
// of each pair, and their differences.
func Unbounded(fit result.Fit) []Transformed {
	of := fit.Evaluator()
	reported, _ := of.Instances(fit.Reference)
	var all []Transformed
	var summarizer posterior.Summarizer
	add := func(at catalogue.Instance, quantity, transform string, studies []string, q posterior.Quantity,
		l *Likelihood) {
		_, median, lower, upper := summarizer.Brief(q, 0.682689)
		all = append(all, Transformed{Quantity: quantity, Studies: studies, Scale: at.Scale.String(),
			Transform: transform, Mean: result.Number(median), SD: result.Number((upper - lower) / 2), Likelihood: l})
	}
	labels := of.Labels()
	var iccs []known
	study := func(name string) known {
		return iccs[slices.IndexFunc(iccs, func(k known) bool { return k.study == name })]
	}
	for _, at := range reported {
		if at.Scale != labels.Scale() {
			continue
		}
		names := at.StudyNames()
		switch at.Name {
		case catalogue.ICC:
			k := known{study: names[0]}
			k.draws = posterior.Map("", func(x []float64) float64 { return logit(x[0]) }, of.Draws(at))
			var l *Likelihood
			if prior, ok := labels.Partition(at.Studies[0]).LogPrior(); ok {
				k.prior = &prior
				l = newLikelihood(k.draws, prior)
			}
			add(at, at.Name, Logit, names, k.draws, l)
			for _, earlier := range iccs {
				d := posterior.Difference("", k.draws, earlier.draws)
				add(at, ICCDifference, Logit, []string{earlier.study, names[0]}, d, iccDifference(d, earlier, k))
			}
			iccs = append(iccs, k)
		case catalogue.Rho:
			a, b := at.Studies[0], at.Studies[1]
			q := posterior.Map("", transformed, labels.Rho(a, b))
			l := newLikelihood(q, labels.LogPrior(a, b))
			l.withICC(q, [2]known{study(names[0]), study(names[1])})
			add(at, at.Name, FisherZ, names, q, l)
		case catalogue.RhoDifference:
			reference, b, c := at.Studies[0], at.Studies[1], at.Studies[2]
			q := posterior.Map("", transformed, labels.Rho(reference, b))
			less := posterior.Map("", transformed, labels.Rho(reference, c))
			d := posterior.Difference("", q, less)
			add(at, at.Name, FisherZ, names, d,
				newLikelihood(d, apart(q, less, labels.LogPrior(reference, b), labels.LogPrior(reference, c))))
		}
	}
	return all
}

// iccDifference is the likelihood of the difference of two transformed ICCs.
func iccDifference(difference posterior.Quantity, less, of known) *Likelihood {
	if less.prior == nil || of.prior == nil {
		return nil
	}
	return newLikelihood(difference, apart(of.draws, less.draws, *of.prior, *less.prior))
}

// apart is the logarithm of the prior density of the difference of two quantities given their mean. The mean has the
// prior of the middle of tasks, not the prior that follows from the priors of the quantities.
func apart(a, b, priorA, priorB posterior.Quantity) posterior.Quantity {
	return posterior.Map("", func(x []float64) float64 {
		level, _ := population.PriorMean.LogDensity((x[0] + x[1]) / 2)
		return x[2] + x[3] - level
	}, a, b, priorA, priorB)
}

func transformed(x []float64) float64 { return fisherZ(x[0]) }
