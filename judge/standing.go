package judge

import (
	"concord/model"
	"concord/model/family"
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
	// AsGood is the chance, in each draw, that the loss of a random person is no less. Its mean over draws is the
	// probability that the judge is as good as a random person, including the level.
	AsGood posterior.Quantity
	// Agreement is the chance that its label equals a random person's; without chains if labels are in no categories.
	Agreement posterior.Quantity

	people *People
}

// Judge compares the labels of another study of the same fit with people's.
func (p *People) Judge(of model.StudyPosterior) Standing {
	rho := p.study.ItemCorrelation(of)
	return p.standing(of, func(l *labels, chain, i int, people, judge *model.Draw) {
		a, b := people.Items(), judge.Items()
		b.Slope = 0 // one judge has one discrimination
		l.pairs.Set(l.point(a), l.point(b), people.Own, judge.Own, rho.Chains[chain][i])
		l.b = l.pairs.B(l.b, l.values(), l.of(judge, 0))
	})
}

// Constant compares a judge whose labels are all the same, and so fit no model. The label is a number, or the place of
// an ordered category, from 1.
func (p *People) Constant(label float64) Standing {
	return p.standing(p.study, func(l *labels, _, _ int, people, _ *model.Draw) {
		a := people.Items()
		l.pairs.Set(l.point(a), l.point(a), people.Own, people.Own, 1)
		l.b = l.pairs.A(l.b, l.values(), func(dst, effects []float64, _ family.Point) {
			clear(dst)
			for i := range effects {
				row, mean := dst[i*l.values():], label
				if l.in != nil {
					c := l.category(label)
					mean, row[2+c] = l.scores[c], 1
				}
				row[0], row[1] = mean, mean*mean
			}
		})
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

// standing computes the quantities that depend on the distribution of an item's labels, for each draw. set makes the
// nodes, and the values of the judge's labels at them.
func (p *People) standing(
	of model.StudyPosterior, set func(l *labels, chain, i int, people, judge *model.Draw),
) Standing {
	s := Standing{people: p}
	all := []*posterior.Quantity{&s.Bias, &s.Level, &s.Loss, &s.AsGood, &s.Agreement}
	for n, name := range []string{"bias", "level", "loss", "as_good", "agreement"} {
		*all[n] = posterior.Quantity{Name: name, Chains: make([][]float64, len(p.at))}
	}
	p.study.Posterior().Each([]model.StudyPosterior{p.study, of}, p.every, func(chain int) func(int, []model.Draw) {
		l := p.labels.fork()
		v := l.values()
		return func(i int, d []model.Draw) {
			c := &p.at[chain][i/p.every]
			set(l, chain, i, &d[0], &d[1])
			l.a = l.pairs.A(l.a, v, l.of(&d[0], 0))
			loss, mean, agreement := c.square, 0.0, 0.0
			for k, w := range l.pairs.Weight() {
				person, judge := l.a[k*v:(k+1)*v], l.b[k*v:(k+1)*v]
				loss += w * (judge[1] - 2*judge[0]*person[0])
				mean += w * judge[0]
				for y, x := range judge[2:] {
					agreement += w * x * person[2+y]
				}
			}
			for n, x := range []float64{mean - c.meanOfAll, c.levelOf(mean), loss, c.atLeast(loss), agreement} {
				all[n].Chains[chain] = append(all[n].Chains[chain], x)
			}
		}
	})
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
