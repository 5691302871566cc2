package judge

import (
	"sync"

	"concord/internal/logitnormal"
	"concord/model"
	"concord/posterior"
)

// Standing is a judge compared with people.
type Standing struct {
	// Bias is how much higher the judge's mean label is than people's, on the label scale.
	Bias posterior.Quantity
	// Level is the level of people whose mean label is the judge's, in standard deviations of labelers; NaN where
	// people do not differ in level.
	Level posterior.Quantity
	// Loss is the mean squared difference of its label from a random person's, see [People.Loss].
	Loss posterior.Quantity
	// AsGood is the chance, in each draw, that the loss of a random person is no less: the mean over draws is the
	// probability that the judge is as good as a random person, level included.
	AsGood posterior.Quantity
	// Agreement is the chance that its label equals a random person's; without chains if labels are in no categories.
	Agreement posterior.Quantity

	people *People
}

// Judge compares the labels of another study of the same fit with people's.
func (p *People) Judge(of model.StudyPosterior) Standing {
	rho, mean, item, rest := p.study.ItemCorrelation(of), of.Mean(), of.ItemSD(), of.RestSD()
	own := of.Own()
	return p.standing(func(l *labels, chain, i int) labelled {
		r, sd := rho.Chains[chain][i], item.Chains[chain][i]
		given := logitnormal.Argument{Slope: sd, Noise: rest.Chains[chain][i]}.Given(r)
		mu, parameters := mean.Chains[chain][i], ownAt(own, chain, i)
		return labelled{given, func(z float64) (float64, float64, []float64) {
			m, square := l.moments(mu+given.Slope*z, given.Noise, parameters)
			return m, square, l.chances
		}}
	})
}

// Constant compares a judge whose labels are all the same, and so fit no model. The label is a number, or the place of
// an ordered category, from 1.
func (p *People) Constant(label float64) Standing {
	return p.standing(func(l *labels, _, _ int) labelled {
		mean, share := label, []float64(nil)
		if l.in != nil {
			c := l.category(label)
			mean, share = l.scores[c], make([]float64, len(l.scores))
			share[c] = 1
		}
		return labelled{label: func(float64) (float64, float64, []float64) { return mean, mean * mean, share }}
	})
}

// category returns the place of a label among the categories, from 0: binary labels are 0 and 1, ordered ones count
// from 1.
func (l *labels) category(label float64) int {
	if l.in.Takes(0) {
		return int(label)
	}
	return int(label) - 1
}

// labelled is how a judge labels an item with the standardised effect z on people: the mean and the mean square of its
// label, and the chance of each category. The argument is theirs.
type labelled struct {
	logitnormal.Argument
	label func(z float64) (mean, square float64, chances []float64)
}

// standing computes the quantities that depend on the distribution of an item's labels, for each draw.
func (p *People) standing(of func(l *labels, chain, i int) labelled) Standing {
	s := Standing{people: p}
	all := []*posterior.Quantity{&s.Bias, &s.Level, &s.Loss, &s.AsGood, &s.Agreement}
	for n, name := range []string{"bias", "level", "loss", "as_good", "agreement"} {
		*all[n] = posterior.Quantity{Name: name, Chains: make([][]float64, len(p.at))}
	}
	var wait sync.WaitGroup
	for chain := range p.at {
		for _, q := range all {
			q.Chains[chain] = make([]float64, len(p.at[chain]))
		}
		wait.Go(func() {
			people, judge := p.labels.fork(), p.labels.fork()
			for i := range p.at[chain] {
				c := &p.at[chain][i]
				label := of(judge, chain, i*p.every)
				loss, mean, agreement := c.square, 0.0, 0.0
				for z, w := range logitnormal.Rule(
					people.argument(c.item, c.noise()), judge.argument(label.Slope, label.Noise)) {
					person, _ := people.moments(c.mean+c.item*z, c.noise(), c.own)
					m, square, chances := label.label(z)
					loss += w * (square - 2*m*person)
					mean += w * m
					for y, x := range chances {
						agreement += w * x * people.chances[y]
					}
				}
				for n, x := range []float64{
					mean - c.meanOfAll, c.levelOf(mean), loss, c.atLeast(loss), agreement,
				} {
					all[n].Chains[chain][i] = x
				}
			}
		})
	}
	wait.Wait()
	if p.labels.in == nil {
		s.Agreement.Chains = nil
	}
	return s
}

// Beaten is a person with the probability that the judge's loss is less.
type Beaten struct {
	Labeler     string
	Probability float64
}

// Beats returns, for each person, the probability that the judge's loss is less, and the share of such people. The
// error is [model.ErrNoEffects] if the fit kept no draws of the effects of labelers, or if the study has none.
func (s Standing) Beats(labelers []string) (each []Beaten, share posterior.Quantity, err error) {
	p := s.people
	share = p.quantity("beaten", func(int, int, *crowd) float64 { return 0 })
	for _, name := range labelers {
		effect, err := p.study.LabelerEffect(name)
		if err != nil {
			return nil, share, err
		}
		won, all := 0.0, 0.0
		for c := range p.at {
			for i := range p.at[c] {
				at := &p.at[c][i]
				all++
				if s.Loss.Chains[c][i] < at.lossOf(effect.Chains[c][i*p.every]/at.labelerSD) {
					won++
					share.Chains[c][i] += 1 / float64(len(labelers))
				}
			}
		}
		each = append(each, Beaten{name, won / all})
	}
	return each, share, nil
}
