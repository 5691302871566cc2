package consensus

import (
	"context"
	"math"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/study"
)

// Prediction has the labels that random labelers would give an item, in each draw of the posterior.
type Prediction struct {
	// Chances are the probabilities of the categories, in a row for each draw; nil for labels without categories.
	Chances []float64
	// Mean is the expected label, and Variance the variance of one label about it. For ordered categories they are in
	// scores, and for categories without order they are nil.
	Mean, Variance []float64
}

// Winner returns the category that is the consensus of infinitely many labelers in a draw. For ordered categories this
// is their median label: in a wide distribution, a label in the middle is seldom the most frequent one. For other
// categories it is their most frequent label.
func (p Prediction) Winner(draw, categories int) int {
	row := p.Chances[draw*categories : (draw+1)*categories]
	if p.Mean != nil {
		return medianLabel(row)
	}
	return modeLabel(row)
}

// Predictor predicts labels of one study for all items of the table. It may be used by several goroutines.
type Predictor struct {
	name       string
	items      []string
	categories int
	scores     []float64 // of the categories; nil: they have no order, or labels are numbers
	draws      int
	parts      []part // one fit, or one of each category against the rest
	first      int    // the label of the first category
	once       *once  // nil: each label counts
}

// part is one fit's knowledge of a study.
type part struct {
	categorical family.Categorical // nil: other families
	response    family.Response    // nil: the scale of labels is that of the linear predictor
	mean, rest  posterior.Quantity
	residual    posterior.Quantity
	omega       posterior.Quantity // of discriminations: by ω|b| labelers differ on the item
	own         []posterior.Quantity
	effects     []posterior.Quantity // of the items
	covariates  *covariatePart       // nil: the model has none of items
	every       int                  // draws that are looked at
	fixed       []float64            // by item: the chance of the category in every draw, if there is no fit
}

// mostDraws is how many draws are used for an item: 1,000 show the ends of an interval to a tenth of its width.
const mostDraws = 1000

// together is how many items are predicted at once. Their common part is then computed once for each draw, and their
// draws stay in the cache.
const together = 32

// NewPredictor returns the predictor of a study. If the fit kept no draws of effects, the error is
// [model.ErrNoEffects].
func NewPredictor(of model.StudyPosterior) (*Predictor, error) {
	one, err := newPart(of)
	if err != nil {
		return nil, err
	}
	p := &Predictor{name: of.Name(), items: of.Posterior().Table().Items(), parts: []part{one}, draws: one.draws()}
	if one.categorical != nil {
		p.categories, p.scores = one.categorical.Categories(), scoresOf(one.categorical)
	}
	if one.response == nil || one.categorical != nil {
		p.countsOnce(of.Posterior().Table().StudyAt(of.Index()))
	}
	return p, nil
}

// NewCategoryPredictor returns the predictor of a study whose labels are categories without order, from a fit of each
// against the rest. The chances of an item are the fits' chances, divided by their sum. A category without a fit, nil,
// has its share of the item's labels, to which the study's labels add one label.
func NewCategoryPredictor(v study.View, fits []*model.Posterior) (*Predictor, error) {
	p := &Predictor{name: v.Name(), items: v.Table().Items(), categories: len(fits)}
	p.countsOnce(v)
	for c, fit := range fits {
		if fit == nil {
			p.parts = append(p.parts, part{fixed: shares(v, c)})
			continue
		}
		of, err := fit.Study(v.Name())
		if err != nil {
			return nil, err
		}
		one, err := newPart(of)
		if err != nil {
			return nil, err
		}
		p.parts = append(p.parts, one)
		if n := one.draws(); p.draws == 0 || n < p.draws {
			p.draws = n
		}
	}
	p.draws = max(1, p.draws)
	return p, nil
}

// shares returns the share of labels in a category, by item, with one more label that is divided as all labels are.
func shares(v study.View, category int) []float64 {
	given, all := make([]float64, len(v.Table().Items())), make([]float64, len(v.Table().Items()))
	total := 0.0
	for n, j := range v.Item() {
		all[j]++
		if int(v.Value()[n]) == category {
			given[j]++
			total++
		}
	}
	for j := range given {
		given[j] = (given[j] + total/float64(v.Len())) / (all[j] + 1)
	}
	return given
}

func newPart(of model.StudyPosterior) (part, error) {
	effects, err := of.TrueScores()
	if err != nil {
		return part{}, err
	}
	f := of.Posterior().Spec().Family
	p := part{response: f.Response(), mean: of.Mean(), rest: of.WithinItemSD(), residual: of.ResidualSD(),
		omega: of.DiscriminationSD(), own: of.Own(), effects: effects}
	p.covariates = newCovariatePart(of, study.ItemFactor)
	p.categorical, _ = f.(family.Categorical)
	draws := len(p.mean.Chains) * len(p.mean.Chains[0])
	p.every = max(1, (draws+mostDraws-1)/mostDraws)
	return p, nil
}

// draws returns how many draws are looked at.
func (p *part) draws() int {
	return len(p.mean.Chains) * ((len(p.mean.Chains[0]) + p.every - 1) / p.every)
}

// Study returns the name of the study.
func (p *Predictor) Study() string { return p.name }

// Items returns the names of the items.
func (p *Predictor) Items() []string { return p.items }

// Categories returns how many categories there are; 0: labels are numbers.
func (p *Predictor) Categories() int { return p.categories }

// Draws returns how many draws predictions have.
func (p *Predictor) Draws() int { return p.draws }

// Predict returns the predictions of the items from:to. They are in the memory of dst if it is large enough.
func (p *Predictor) Predict(dst []Prediction, from, to int) []Prediction {
	for len(dst) < to-from {
		dst = append(dst, Prediction{})
	}
	dst = dst[:to-from]
	for j := range dst {
		one := &dst[j]
		one.Chances = sized(one.Chances, p.draws*p.categories)
		if p.categories == 0 || p.scores != nil {
			one.Mean, one.Variance = sized(one.Mean, p.draws), sized(one.Variance, p.draws)
		}
	}
	if p.categories == 0 || p.scores != nil {
		p.parts[0].predict(dst, from, p.scores)
		p.countOnce(dst, from)
		return dst
	}
	for c := range p.parts {
		p.parts[c].against(dst, from, c, p.draws, p.categories)
	}
	for j := range dst {
		for d := range p.draws {
			row := dst[j].Chances[d*p.categories : (d+1)*p.categories]
			sum := 0.0
			for _, x := range row {
				sum += x
			}
			for c := range row {
				row[c] /= sum
			}
		}
	}
	p.countOnce(dst, from)
	return dst
}

// countsOnce finds the people of the study whose labels count once.
func (p *Predictor) countsOnce(v study.View) {
	p.once = newOnce(context.Background(), v)
	if v.Table().Kind() == study.Ordinal {
		p.first = 1
	}
}

// countOnce makes labels of people who are alike count once.
func (p *Predictor) countOnce(dst []Prediction, from int) {
	const least = 1e-300 // of a chance that is rounded to 0
	for j := range dst {
		one := &dst[j]
		p.once.weigh(one, int32(from+j), p.draws, p.categories == 0, func(d int, y float64) float64 {
			if p.categories == 0 {
				z := y - one.Mean[d]
				return -z*z/(2*one.Variance[d]) - math.Log(one.Variance[d])/2
			}
			return math.Log(math.Max(least, one.Chances[d*p.categories+int(y)-p.first]))
		})
	}
}

func sized(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}

// each calls f with each draw that is looked at: its number, linear predictors and spreads of labelers of the items
// from:from+n, and own parameters.
func (p *part) each(from, n int, f func(draw int, theta, between, own []float64, at place)) {
	var beta []float64
	own := make([]float64, len(p.own))
	theta, between := make([]float64, n), make([]float64, n)
	draw := 0
	for c, means := range p.mean.Chains {
		for i := 0; i < len(means); i += p.every {
			for o, q := range p.own {
				own[o] = q.Chains[c][i]
			}
			rest, omega := p.rest.Chains[c][i], p.omega.Chains[c][i]
			beta = p.covariates.at(beta, c, i)
			for j := range n {
				b := p.effects[from+j].Chains[c][i]
				// By how much labelers differ on an item: if they have discriminations, the more the further out it is.
				theta[j], between[j] = means[i]+b+p.covariates.add(from+j, beta), math.Hypot(rest, omega*b)
			}
			f(draw, theta, between, own, place{c, i})
			draw++
		}
	}
}

// place is the place of a draw.
type place struct{ chain, draw int }

// chances sets dst to the chances of the categories, a row for each item.
func (p *part) chances(dst, theta, between, own []float64, at place) {
	if p.omega.Chains[at.chain][at.draw] == 0 {
		p.categorical.ChancesOfEach(dst, theta, between[0], own)
		return
	}
	n := len(dst) / len(theta)
	for j := range theta {
		p.categorical.Chances(dst[j*n:(j+1)*n], theta[j], between[j], own)
	}
}

// predict fills the predictions of a fit that has all categories, or numbers.
func (p *part) predict(dst []Prediction, from int, scores []float64) {
	n := len(scores)
	rows := make([]float64, n*len(dst))
	p.each(from, len(dst), func(draw int, theta, between, own []float64, at place) {
		if p.categorical != nil {
			p.chances(rows, theta, between, own, at)
		}
		for j := range dst {
			mean, variance := theta[j], 0.0
			switch {
			case p.categorical != nil:
				row := rows[j*n : (j+1)*n]
				copy(dst[j].Chances[draw*n:], row)
				mean, variance = moments(row, scores)
			case p.response != nil:
				mean, _, variance = family.Moments(p.response, family.Point{Mean: theta[j], Rest: between[j]}, own)
			default:
				residual := p.residual.Chains[at.chain][at.draw]
				variance = between[j]*between[j] + residual*residual
			}
			dst[j].Mean[draw], dst[j].Variance[draw] = mean, variance
		}
	})
}

// moments returns mean and variance of scores.
func moments(chances, scores []float64) (mean, variance float64) {
	for c, p := range chances {
		mean += p * scores[c]
	}
	for c, p := range chances {
		variance += p * (scores[c] - mean) * (scores[c] - mean)
	}
	return mean, variance
}

// against fills in the chances of one category, from a fit of it against the rest.
func (p *part) against(dst []Prediction, from, category, draws, categories int) {
	if p.fixed != nil {
		for j := range dst {
			for d := range draws {
				dst[j].Chances[d*categories+category] = p.fixed[from+j]
			}
		}
		return
	}
	rows := make([]float64, 2*len(dst))
	p.each(from, len(dst), func(draw int, theta, between, own []float64, at place) {
		if draw >= draws {
			return
		}
		p.chances(rows, theta, between, own, at)
		for j := range dst {
			dst[j].Chances[draw*categories+category] = rows[2*j+1]
		}
	})
}
