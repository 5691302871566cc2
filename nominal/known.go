package nominal

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/posterior"
)

// Numbers of nodes for true values, which have one draw.
const (
	trueItems    = 2048
	trueLabelers = 256
	trueSets     = 16
)

// Known describes the labels that [simulate.Categories] draws with these truths, one for each category. Each quantity
// has one draw, its true value. The design has these studies. Effects of items and labelers must be normal, and
// there must be no others.
func Known(categories []string, truths []simulate.Truth, studies []string) (*Description, error) {
	if len(categories) < 2 || len(truths) != len(categories) {
		return nil, fmt.Errorf("nominal: %d categories have parameters, and %d names: there are at least two",
			len(truths), len(categories))
	}
	if err := tooMany(len(categories), len(studies)); err != nil {
		return nil, err
	}
	of := make([]simulate.Truth, len(truths))
	for c, t := range truths {
		var err error
		if of[c], err = t.Resolve(); err != nil {
			return nil, err
		}
		switch {
		case len(t.Studies) != len(studies):
			return nil, fmt.Errorf("nominal: %d groups have parameters, and there are %d", len(t.Studies), len(studies))
		case t.ItemDF != 0 || t.ItemShare != 0 || t.Discrimination() || len(t.Facets)+len(t.Covariates) > 0:
			return nil, errors.New("nominal: true values are known for normal effects of items and labelers alone")
		}
	}
	sc := scale{categories: categories}
	for c := range categories {
		if sc.value = append(sc.value, c); c > 0 {
			sc.others = append(sc.others, c)
		}
	}
	g := newGridOf(trueItems, trueLabelers, trueSets, len(studies), len(sc.others))
	po := newPopulation(len(studies), sc, sc.known(of), g)
	d := newDescription(studies, categories, func(name string) posterior.Quantity {
		return posterior.Quantity{Name: name, Chains: [][]float64{make([]float64, trueSets)}}
	})
	for i := range trueSets {
		d.take(po, draw{0, i})
	}
	for s, of := range d.Studies {
		of.from.average()
		for _, pair := range d.Between[s] {
			pair.from.average()
		}
	}
	return d, nil
}

// average leaves one draw of each measure, the mean.
func (m measures) average() {
	for _, q := range slices.Concat(append(m.both, m.rate, m.item, m.labeler)...) {
		q.Chains[0] = []float64{stat.Mean(q.Chains[0], nil)}
	}
}

// known returns the parameters of contrasts, which follow from the parameters of each category's utility.
func (sc scale) known(truths []simulate.Truth) parameters {
	k := len(truths[0].Studies)
	var ps parameters
	turn := sc.contrasts()
	for s := range k {
		var mean mat.VecDense
		utility := mat.NewVecDense(len(truths), nil)
		for c, t := range truths {
			utility.SetVec(c, t.Studies[s].Mean)
		}
		mean.MulVec(turn, utility)
		for i := range mean.Len() {
			ps.mean = append(ps.mean, certain(mean.AtVec(i)))
		}
	}
	ps.items = covarianceBy(turn, k, func(c, a, b int) float64 {
		t := truths[c]
		return t.Studies[a].ItemSD * t.Studies[b].ItemSD * correlation(t.ItemCorrelation, a, b)
	})
	ps.labelers = covarianceBy(turn, k, func(c, a, b int) float64 {
		t := truths[c]
		if t.Labelers == model.NoLabelers {
			return 0
		}
		return t.Studies[a].LabelerSD * t.Studies[b].LabelerSD * correlation(t.LabelerCorrelation, a, b)
	})
	return ps
}

// correlation is an element of a correlation matrix; nil is the identity.
func correlation(r [][]float64, a, b int) float64 {
	switch {
	case a == b:
		return 1
	case r == nil:
		return 0
	}
	return r[a][b]
}

// contrasts returns the matrix that turns utilities of the categories into contrasts. It is the inverse of
// [family.Contrasts.Odds], after the differences to the reference.
func (sc scale) contrasts() *mat.Dense {
	parts := len(sc.others)
	toOdds, differences := mat.NewDense(parts, parts, nil), mat.NewDense(parts, parts+1, nil)
	for i, c := range sc.others {
		unit := make([]float64, parts)
		unit[i] = 1
		family.Contrasts{Others: parts}.Odds(unit, unit)
		toOdds.SetCol(i, unit)
		differences.Set(i, c, 1)
		differences.Set(i, sc.reference, -1)
	}
	var out mat.Dense
	if err := out.Solve(toOdds, differences); err != nil {
		panic("nominal: " + err.Error())
	}
	return &out
}

// covarianceBy returns the covariance of contrasts over k studies. of is the covariance of a category's utility in
// studies a and b. Utilities of two categories are independent.
func covarianceBy(turn *mat.Dense, k int, of func(c, a, b int) float64) covariance {
	parts, categories := turn.Dims()
	between := func(i, j int) float64 {
		sum := 0.0
		for c := range categories {
			sum += turn.At(i%parts, c) * turn.At(j%parts, c) * of(c, i/parts, j/parts)
		}
		return sum
	}
	var out covariance
	for i := range k * parts {
		out.sd = append(out.sd, certain(math.Sqrt(between(i, i))))
		var row []posterior.Quantity
		for j := range i {
			r := 0.0
			if scale := math.Sqrt(between(i, i) * between(j, j)); scale > 0 {
				r = between(i, j) / scale
			}
			row = append(row, certain(r))
		}
		out.cor = append(out.cor, row)
	}
	return out
}

// certain is a quantity with a value in each set of nodes.
func certain(x float64) posterior.Quantity {
	return posterior.Quantity{Chains: [][]float64{slices.Repeat([]float64{x}, trueSets)}}
}
