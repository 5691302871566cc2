package model

// coordinates says where each parameter stands in the vector that the sampler
// moves: for each study μ plus the mean effects of all terms; for each term its scales (see
// [scaleState]) and unconstrained correlations; the logarithms of the family's own parameters (log σ plus the mean
// effect of the labelers' residuals, if they have their own); then the z of
// each term (see [effects.Factor]).
type coordinates struct {
	k            int // studies
	mean         int
	terms        []termCoordinates
	firstOwn     int // of the family's own
	each         int // values of each of them: 1, or one for each study
	ownCount     int // how many own parameters there are
	firstLoading int // see [loadings]
	hyper        int // number of all the above
	dim          int
}

// termCoordinates are those of a term.
type termCoordinates struct {
	sd, cor    int // cor −1: no correlations
	z, effects int // first z, and how many
}

func newCoordinates(p *problem) coordinates {
	d, spec, k := p.data, p.spec, p.data.Studies
	c := coordinates{k: k, each: 1, ownCount: len(spec.Family.Parameters())}
	take := func(n int) int { at := c.hyper; c.hyper += n; return at }
	c.mean = take(k)
	for i, g := range d.Terms {
		t := termCoordinates{sd: take(k), cor: -1, effects: g.Cells()}
		if g.Covariance == Correlated {
			t.cor = take(p.correlationSize(i))
		}
		c.terms = append(c.terms, t)
	}
	if spec.OwnByStudy() {
		c.each = k
	}
	c.firstOwn = take(c.each * c.ownCount)
	c.firstLoading = take(loadingCount(spec.Judges(), k))
	c.dim = c.hyper
	for i := range c.terms {
		c.terms[i].z = c.dim
		c.dim += c.terms[i].effects
	}
	return c
}

// ownAt returns the coordinate of own parameter i in study s.
func (co *coordinates) ownAt(s, i int) int {
	if co.each == 1 {
		return co.firstOwn + i
	}
	return co.firstOwn + i*co.k + s
}
