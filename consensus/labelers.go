package consensus

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"concord/consensus/copies"
	"concord/internal/wilson"
	"concord/model"
	"concord/posterior"
	"concord/study"
)

// Labeler is a labeler in a study, as the others see the labeler.
type Labeler struct {
	Study, Name string
	Labels      int
	// Level is how much more than the average labeler the labeler gives, on the scale of the linear predictor; Leaning
	// is the same on the scale of labels, averaged over items. They are NaN if the study has no labeler effects.
	// Leaning compares with the labelers of the study. So does Level, unless the fit kept draws of it. The draws
	// compare with the population of labelers. With covariates, Level includes the part that the labeler's own
	// covariates explain. Leaning does not: it compares with labels that have the same covariates, and so does all
	// else. It is NaN if nobody else has the labeler's category of a covariate.
	Level, Leaning Estimate
	// Discrimination is λ, the factor of the items' effects in the labeler's labels: 1 for the average labeler.
	// Reversed and Adrift are the probabilities that it is below 0, and below a tenth. They are NaN for labelers with
	// one label, and if there are fewer than three labelers. In a model with discriminations they are from the draws,
	// if the fit kept them. So is Noise.
	Discrimination   Estimate
	Reversed, Adrift float64
	// Noise is σ_k, the standard deviation of the labeler's residual, of numbers; NaN of others.
	Noise Estimate
	// Agrees is the share of labels that are the consensus of the other labelers of the item. For numbers it is the
	// root mean square of the distance between the label and the true score by the others' labels. It is NaN if nobody
	// else labelled the labeler's items.
	Agrees Estimate
	// Weak is the probability that a label says less than a quarter as much about its item as an ordinary label does,
	// or the reverse. Leans is the probability that the labeler leans too far. Drifts is the largest of the
	// probabilities that the labeler changes too far with a covariate, DriftsWith. It is NaN if the fit kept no slopes,
	// and for those without a Discrimination. See [Verdict].
	Weak, Leans, Drifts float64
	DriftsWith          string
	// Support is the logarithm of the Bayes factor between somebody who follows the items as the others do and somebody
	// who answers at random. It uses the labeler's own labels alone, and no prior of λ.
	Support float64
	// Alike are others whose labels agree with the labeler's beyond what all others' labels explain, see package
	// copies. They count as one person where others are judged.
	Alike   []string
	Verdict Verdict
}

// Estimate is a mean with an interval; NaN if it is unknown.
type Estimate struct{ Mean, Lower, Upper float64 }

func unknown() Estimate { return Estimate{math.NaN(), math.NaN(), math.NaN()} }

// Defined reports whether there is a number.
func (e Estimate) Defined() bool { return !math.IsNaN(e.Mean) }

// Verdict says how to deal with a labeler.
type Verdict string

// Verdicts. Retrain: Weak, Leans or Drifts is above [Sure]. Read: one of them is above a half, or somebody is Alike.
// Fine: the labels are 19 times as probable from somebody who follows the items as from somebody who answers at random,
// the odds of Sure. All others have too few labels to say.
const (
	Retrain Verdict = "retrain"
	Read    Verdict = "read"
	Fine    Verdict = "fine"
	TooFew  Verdict = "too few labels"
)

// Sure is the probability above which a labeler is named.
const Sure = 0.95

// LabelersOf returns the labelers of all studies, study by study. It needs no draws of effects, only the means of the
// population's parameters (see crowd.go). Intervals have the given probability. If the context ends first, the error is
// the context's.
func LabelersOf(ctx context.Context, fit *model.Posterior, level float64) ([]Labeler, error) {
	table := fit.Table()
	if table == nil {
		return nil, model.ErrNoEffects
	}
	var all []Labeler
	for s, of := range fit.EachStudy() {
		if table.StudyAt(s).Labeler() == nil {
			continue
		}
		labelers, err := labelersOf(ctx, of, level)
		if err != nil {
			return nil, err
		}
		all = append(all, labelers...)
	}
	return all, nil
}

// labelersOf returns the labelers of a study. People with the same labels are in the crowd one at a time, because they
// would confirm each other and make all others seem odd. Others are compared with the first of them.
func labelersOf(ctx context.Context, of model.StudyPosterior, level float64) ([]Labeler, error) {
	view := of.Posterior().Table().StudyAt(of.Index())
	names, groups := view.Table().Labelers(), copies.Find(ctx, view)
	rounds := 1
	for _, g := range groups {
		rounds = max(rounds, len(g.Members))
	}
	var all []Labeler
	for round := range rounds {
		without := map[int32]bool{}
		for _, g := range groups {
			for i, l := range g.Members {
				without[l] = i != min(round, len(g.Members)-1)
			}
		}
		seen, err := crowdLabelers(ctx, of, level, without)
		if err != nil {
			return nil, err
		}
		for _, l := range seen {
			if round == 0 || !slices.ContainsFunc(all, func(known Labeler) bool { return known.Name == l.Name }) {
				all = append(all, l)
			}
		}
	}
	for _, g := range groups {
		for _, k := range g.Members {
			at := slices.IndexFunc(all, func(l Labeler) bool { return l.Name == names[k] })
			for _, other := range g.Members {
				if other != k {
					all[at].Alike = append(all[at].Alike, names[other])
				}
			}
			all[at].Verdict = all[at].verdict()
		}
	}
	if groups != nil { // in the order of the table
		place := func(l Labeler) int { return slices.Index(names, l.Name) }
		slices.SortFunc(all, func(a, b Labeler) int { return place(a) - place(b) })
	}
	return all, nil
}

// crowdLabelers returns the labelers of a study but some.
func crowdLabelers(
	ctx context.Context, of model.StudyPosterior, level float64, without map[int32]bool,
) ([]Labeler, error) {
	c := newCrowd(of, without)
	knowns, looks, err := c.run(ctx, level)
	if err != nil {
		return nil, err
	}
	all := make([]Labeler, len(c.people))
	for k, p := range c.people {
		knowns[k].believe(c.offsets, p.index, of)
	}
	lean := newLeanings(of, c.offsets, knowns)
	part := newCovariatePart(of, study.LabelerFactor)
	z := distuv.UnitNormal.Quantile((1 + level) / 2)
	for k, p := range c.people {
		known, look := knowns[k], looks[k]
		l := Labeler{Study: of.Name(), Name: p.name, Labels: len(p.given), Level: unknown(), Leaning: unknown(),
			Discrimination: unknown(), Noise: unknown(), Agrees: c.agrees(look, z),
			Reversed: math.NaN(), Adrift: math.NaN(), Weak: math.NaN(), Leans: math.NaN(),
			Drifts: math.NaN(), Support: math.NaN()}
		if of.HasLabelers() {
			l.Level = normalInterval(known.level+known.own, known.sdWith, z)
			if !known.alone {
				l.Leaning, l.Leans = lean.leaning(k, normalInterval(known.level, known.sd, z), known)
			}
		}
		if c.others && len(p.given) > 1 {
			l.Discrimination, l.Reversed, l.Adrift, l.Weak = known.lambda, known.reversed, known.adrift, known.weak
			l.Support = known.support
			for _, s := range c.offsets.slopes {
				if p := lean.drifts(s, p.index, known.lambda.Mean); !(p < l.Drifts) {
					l.Drifts, l.DriftsWith = p, s.covariate
				}
			}
			if kernel, ok := c.kernel.(*normal); ok {
				sd := math.Sqrt(kernel.noise)
				l.Noise = Estimate{sd * math.Exp(known.ratio.Mean), sd * math.Exp(known.ratio.Lower),
					sd * math.Exp(known.ratio.Upper)}
			}
		}
		if err := l.drawn(of, part, level); err != nil {
			return nil, err
		}
		l.Verdict = l.verdict()
		all[k] = l
	}
	return all, nil
}

// drawn takes level, discrimination and noise from the draws of the fit, if it kept them.
func (l *Labeler) drawn(of model.StudyPosterior, part *covariatePart, level float64) error {
	draws := func(q posterior.Quantity, err error) (posterior.Quantity, bool, error) {
		if errors.Is(err, model.ErrNoEffects) {
			return q, false, nil
		}
		return q, err == nil, err
	}
	summary := func(q posterior.Quantity) Estimate {
		s := q.Summary(level)
		return Estimate{s.Mean, s.Lower, s.Upper}
	}
	a, hasLevel, err := draws(of.LabelerEffect(l.Name))
	if err != nil {
		return err
	}
	if hasLevel {
		l.Level = summary(part.quantity(a, slices.Index(of.Posterior().Table().Labelers(), l.Name)))
	}
	noise, hasNoise, err := draws(of.LabelerResidual(l.Name))
	if err != nil {
		return err
	}
	if hasNoise {
		l.Noise = summary(noise)
	}
	lambda, hasLambda, err := draws(of.Discrimination(l.Name))
	if err != nil || !hasLambda || !l.Discrimination.Defined() {
		return err
	}
	below := func(q posterior.Quantity, x float64) float64 {
		return q.Probability(func(q float64) bool { return q <= x }).Value
	}
	l.Discrimination, l.Reversed, l.Adrift = summary(lambda), below(lambda, 0), below(lambda, 0.1)
	if hasNoise {
		sd := of.Own()[0]
		lambda = posterior.Map("", func(x []float64) float64 { return x[0] * x[1] / x[2] }, lambda, sd, noise)
	}
	l.Weak = below(lambda, 0.5)
	return nil
}

func (l *Labeler) verdict() Verdict {
	switch worst := slices.Max([]float64{zeroIfUnknown(l.Weak), zeroIfUnknown(l.Leans), zeroIfUnknown(l.Drifts)}); {
	case worst > Sure:
		return Retrain
	case worst > 0.5 || l.Alike != nil:
		return Read
	case l.Support > math.Log(Sure/(1-Sure)):
		return Fine
	}
	return TooFew
}

func zeroIfUnknown(p float64) float64 {
	if math.IsNaN(p) {
		return 0
	}
	return p
}

// agrees returns how well labels agree with the others' consensus. The interval, with the quantile z, is Wilson's for a
// share and follows from χ² for a root mean square.
func (c *crowd) agrees(look looked, z float64) Estimate {
	n := float64(look.compared)
	if n == 0 {
		return unknown()
	}
	if _, ok := c.kernel.(*grid); ok {
		lower, upper := wilson.Limits(look.agrees, n, z)
		return Estimate{look.agrees, lower, upper}
	}
	chi, p := distuv.ChiSquared{K: n}, distuv.UnitNormal.CDF(z)
	off := math.Sqrt(look.agrees)
	return Estimate{off, off * math.Sqrt(n/chi.Quantile(p)), off * math.Sqrt(n/chi.Quantile(1-p))}
}
