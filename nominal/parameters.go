package nominal

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"concord/model/family"
	"concord/posterior"
	"concord/study"
)

// parameters are the draws of all parameters by pair of study and contrast.
type parameters struct {
	mean            []posterior.Quantity
	items, labelers covariance
}

// covariance is the draws of the covariance of a term's effects.
type covariance struct {
	sd  []posterior.Quantity
	cor [][]posterior.Quantity // row i holds those of i and j < i; without draws: 0
}

func (p *Posterior) parameters() parameters {
	var ps parameters
	for _, pair := range p.fit.EachStudy() {
		ps.mean = append(ps.mean, pair.Mean())
	}
	ps.items, ps.labelers = p.covariance(study.ItemFactor), p.covariance(study.LabelerFactor)
	return ps
}

func (p *Posterior) covariance(term string) covariance {
	var c covariance
	for i, a := range p.fit.EachStudy() {
		c.sd = append(c.sd, a.TermSD(term))
		var row []posterior.Quantity
		for _, b := range p.fit.EachStudy()[:i] {
			q, _ := a.TermCorrelation(term, b)
			row = append(row, q)
		}
		c.cor = append(c.cor, row)
	}
	return c
}

// draw is one draw of a fit.
type draw struct{ chain, iteration int }

func (d draw) of(q posterior.Quantity) float64 { return q.Chains[d.chain][d.iteration] }

// odds returns a root of the covariance of a study's log odds of other categories against the reference. root is of the
// contrasts' covariance.
func odds(root mat.Matrix, parts int) *mat.Dense {
	rows, columns := root.Dims()
	out := mat.NewDense(rows, columns, nil)
	of := make([]float64, rows)
	for j := range columns {
		mat.Col(of, j, root)
		family.Contrasts{Others: parts}.Odds(of, of)
		out.SetCol(j, of)
	}
	return out
}

// root returns a lower triangular root of the covariance over n pairs, from the first on. A draw may lie within
// rounding of a singular matrix, where a pivot comes out as zero or just below: the column is then zero.
func (c covariance) root(first, n int, at draw) *mat.Dense {
	l := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range i + 1 {
			rest := 0.0
			switch {
			case i == j:
				rest = 1
			case c.cor[first+i][first+j].Chains != nil:
				rest = at.of(c.cor[first+i][first+j])
			}
			for m := range j {
				rest -= l.At(i, m) * l.At(j, m)
			}
			switch {
			case i == j:
				l.Set(i, i, math.Sqrt(math.Max(0, rest)))
			case l.At(j, j) > 1e-7:
				l.Set(i, j, rest/l.At(j, j))
			}
		}
	}
	for i := range n {
		sd := at.of(c.sd[first+i])
		for j := range i + 1 {
			l.Set(i, j, sd*l.At(i, j))
		}
	}
	return l
}
