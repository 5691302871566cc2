package blocks

import "concord/model/spec"

// Coordinates says where each parameter stands in the vector that the sampler moves. First come, for each study, μ plus
// the mean effects of all terms. Each term then has its scales (see [Scale]) and unconstrained correlations. The
// logarithms of the family's auxiliary parameters follow. If labelers have residuals, their mean effect is added to log
// σ. The z of each term (see [effects.Factor]) come last.
type Coordinates struct {
	K            int // studies
	Mean         int
	Terms        []TermCoordinates
	FirstOwn     int    // of the family's auxiliary parameters
	Each         int    // values of each of them: 1, or one for each study
	OwnCount     int    // how many auxiliary parameters there are
	FirstLoading int    // see [Loadings]
	ItemDF       int    // of items whose effects have Student's t distribution; −1: other ones
	FirstBeta    []int  // of each column of the covariates, the first β: one for all studies, or one for each
	common       []bool // of each column: one β for all studies
	Hyper        int    // number of all the above
	Count        int
}

// TermCoordinates says where the parameters of a term stand.
type TermCoordinates struct {
	SD, Cor    int // cor −1: no correlations
	Z, Effects int // first z, and how many
}

func NewCoordinates(p *Frame) Coordinates {
	d, sp, k := p.Data, p.Spec, p.Data.Studies
	c := Coordinates{K: k, Each: 1, OwnCount: len(sp.Family.Parameters())}
	take := func(n int) int { at := c.Hyper; c.Hyper += n; return at }
	c.Mean = take(k)
	for i, g := range d.Terms {
		t := TermCoordinates{SD: take(k), Cor: -1, Effects: g.Cells()}
		if g.Covariance == spec.Correlated && !g.Exchangeable {
			t.Cor = take(p.correlationSize(i))
		}
		c.Terms = append(c.Terms, t)
	}
	if sp.OwnByStudy() {
		c.Each = k
	}
	c.FirstOwn = take(c.Each * c.OwnCount)
	c.FirstLoading = take(loadingCount(sp.Judges(), k))
	if c.ItemDF = -1; sp.Items == spec.StudentItems {
		c.ItemDF = take(1)
	}
	if d.Regression != nil {
		c.common = d.Regression.Common
		for column := range c.common {
			c.FirstBeta = append(c.FirstBeta, take(c.betasOf(column)))
		}
	}
	c.Count = c.Hyper
	for i := range c.Terms {
		c.Terms[i].Z = c.Count
		c.Count += c.Terms[i].Effects
	}
	return c
}

// OwnAt returns the coordinate of the family's auxiliary parameter i in study s.
func (co *Coordinates) OwnAt(s, i int) int {
	if co.Each == 1 {
		return co.FirstOwn + i
	}
	return co.FirstOwn + i*co.K + s
}

// betasOf returns the number of coordinates of a column of the covariates.
func (co *Coordinates) betasOf(column int) int {
	if co.common[column] {
		return 1
	}
	return co.K
}

// Betas returns the number of coordinates of all columns.
func (co *Coordinates) Betas() (n int) {
	for column := range co.common {
		n += co.betasOf(column)
	}
	return n
}

// BetaAt returns the coordinate of β of a column in a study.
func (co *Coordinates) BetaAt(column, s int) int {
	if co.common[column] {
		return co.FirstBeta[column]
	}
	return co.FirstBeta[column] + s
}
