package model

import (
	"math"
	"sync"

	"concord/model/family"
	"concord/posterior"
)

// Draw is the parameters of one study in one draw.
type Draw struct {
	// Mean is [StudyPosterior.Mean], and so on: see the methods of the same names.
	Mean, ItemSD, LabelerSD, RestSD, ResidualSD, TrueScoreSD, WithinItemSD, DiscriminationSD float64
	// ItemDF is that of [Posterior.ItemDF]; 0 for normal items.
	ItemDF float64
	// SD is the standard deviation of each of the terms, [StudyPosterior.EffectSD]. Own are the family's parameters.
	SD, Own []float64
}

// TrueScores returns how linear predictors differ between items and within them.
func (d *Draw) TrueScores() family.Point {
	return family.Point{Mean: d.Mean, SD: d.TrueScoreSD, Rest: d.WithinItemSD, Slope: d.DiscriminationSD, DF: d.ItemDF}
}

// Items is [Draw.TrueScores] without clusters, which count as part of the rest.
func (d *Draw) Items() family.Point {
	return family.Point{Mean: d.Mean, SD: d.ItemSD, Rest: d.RestSD, Slope: d.DiscriminationSD, DF: d.ItemDF}
}

// parameter are the draws of what a [Draw] has.
type parameter struct {
	to   func(d *Draw) *float64
	from posterior.Quantity
}

// quantities returns what a draw of the study is read from.
func (s StudyPosterior) quantities() []parameter {
	all := []parameter{
		{func(d *Draw) *float64 { return &d.Mean }, s.Mean()},
		{func(d *Draw) *float64 { return &d.ItemSD }, s.ItemSD()},
		{func(d *Draw) *float64 { return &d.LabelerSD }, s.LabelerSD()},
		{func(d *Draw) *float64 { return &d.RestSD }, s.RestSD()},
		{func(d *Draw) *float64 { return &d.ResidualSD }, s.ResidualSD()},
		{func(d *Draw) *float64 { return &d.TrueScoreSD }, s.TrueScoreSD()},
		{func(d *Draw) *float64 { return &d.WithinItemSD }, s.WithinItemSD()},
		{func(d *Draw) *float64 { return &d.DiscriminationSD }, s.DiscriminationSD()},
	}
	if df, ok := s.fit.ItemDF(); ok {
		all = append(all, parameter{func(d *Draw) *float64 { return &d.ItemDF }, df})
	}
	for t, term := range s.Terms() {
		all = append(all, parameter{func(d *Draw) *float64 { return &d.SD[t] }, s.EffectSD(term)})
	}
	for k, q := range s.Own() {
		all = append(all, parameter{func(d *Draw) *float64 { return &d.Own[k] }, q})
	}
	return all
}

// Each reads every so many draws of each chain of some studies, chains at once. It calls chain for each, and then what
// that returns for each draw, with the parameters of each study. They are in the same memory each time.
func (p *Posterior) Each(studies []StudyPosterior, every int, chain func(c int) func(i int, d []Draw)) {
	var from [][]parameter
	for _, s := range studies {
		from = append(from, s.quantities())
	}
	var wait sync.WaitGroup
	for c := range p.draws.Chains() {
		wait.Go(func() {
			d, f := make([]Draw, len(studies)), chain(c)
			var to [][]*float64
			for k, s := range studies {
				d[k].SD = make([]float64, len(s.Terms()))
				d[k].Own = make([]float64, len(s.fit.spec.Family.Parameters()))
				to = append(to, make([]*float64, len(from[k])))
				for n, q := range from[k] {
					to[k][n] = q.to(&d[k])
				}
			}
			for i := 0; i < p.draws.Iterations(); i += every {
				for k := range d {
					for n, x := range to[k] {
						*x = from[k][n].from.Chains[c][i]
					}
				}
				f(i, d)
			}
		})
	}
	wait.Wait()
}

// Each calls f for each draw of each chain, chains at once. The draw is in the same memory each time.
func (s StudyPosterior) Each(f func(chain, i int, d *Draw)) {
	s.fit.Each([]StudyPosterior{s}, 1, func(c int) func(int, []Draw) {
		return func(i int, d []Draw) { f(c, i, &d[0]) }
	})
}

// Map returns a quantity of the study's draws.
func (s StudyPosterior) Map(name string, f func(chain, i int, d *Draw) float64) posterior.Quantity {
	q := s.fit.constant(name, math.NaN())
	s.Each(func(chain, i int, d *Draw) { q.Chains[chain][i] = f(chain, i, d) })
	return q
}
