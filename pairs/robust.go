package pairs

import "gonum.org/v1/gonum/mat"

// robust sets the covariance of the coordinates to H⁻¹ M H⁻¹. M is Σ_c g_c g_cᵀ · C/(C−1), for the gradients of C
// clusters (Liang and Zeger 1986, "Longitudinal data analysis using generalized linear models", Biometrika 73). Prompts
// and labelers are crossed: M by prompts plus M by labelers minus M by pairs of both (Cameron, Gelbach and Miller 2011,
// "Robust inference with multiway clustering", Journal of Business & Economic Statistics 29, equation 2.8). With a
// single labeler, clusters are prompts.
func (p *Plain) robust(d *Data, information *mat.Cholesky) error {
	t := p.density
	scores := map[row][]float64{}
	alone := *t
	for _, r := range t.rows.all {
		alone.rows = &rows{all: []counted{{r.row, 1}}, hasPlace: t.rows.hasPlace}
		scores[r.row] = make([]float64, t.dim)
		alone.LogProbGrad(scores[r.row], p.at)
	}
	of := make([][]float64, len(d.All)) // gradients of comparisons
	labelers := map[int32]bool{}
	for i, c := range d.All {
		labelers[c.Labeler] = true
		of[i] = scores[t.rows.plain(d, c)]
	}
	outer, n := clustered(d, of, func(c Comparison) answer { return answer{c.Prompt, -1} })
	p.clusters = n
	if n < 2 {
		return nil
	}
	if len(labelers) > 1 {
		byLabeler, n := clustered(d, of, func(c Comparison) answer { return answer{c.Labeler, -1} })
		both, _ := clustered(d, of, func(c Comparison) answer { return answer{c.Prompt, c.Labeler} })
		outer.AddSym(outer, byLabeler)
		outer.AddSym(outer, negative(both))
		p.clusters = min(p.clusters, n)
		positive(outer)
	}
	var left, both mat.Dense
	if information.SolveTo(&left, outer) != nil || information.SolveTo(&both, left.T()) != nil {
		return ErrNoMaximum
	}
	p.covariance = mat.NewSymDense(t.dim, nil)
	for i := range t.dim {
		for j := i; j < t.dim; j++ {
			p.covariance.SetSym(i, j, (both.At(i, j)+both.At(j, i))/2)
		}
	}
	return nil
}

// clustered returns Σ_c g_c g_cᵀ · C/(C−1) of the sums of gradients in C clusters. A comparison whose cluster is
// unknown is a further cluster.
func clustered(d *Data, of [][]float64, cluster func(Comparison) answer) (*mat.SymDense, int) {
	at := map[answer]int{}
	var sums [][]float64
	for i, c := range d.All {
		key := cluster(c)
		k, known := at[key]
		if !known || key.of < 0 {
			k = len(sums)
			at[key] = k
			sums = append(sums, make([]float64, len(of[i])))
		}
		for j, v := range of[i] {
			sums[k][j] += v
		}
	}
	n := len(of[0])
	outer := mat.NewSymDense(n, nil)
	for _, sum := range sums {
		outer.SymRankOne(outer, 1, mat.NewVecDense(n, sum))
	}
	if c := float64(len(sums)); c > 1 {
		outer.ScaleSym(c/(c-1), outer)
	}
	return outer, len(sums)
}

func negative(m *mat.SymDense) *mat.SymDense {
	m.ScaleSym(-1, m)
	return m
}

// positive sets negative eigenvalues to 0, which a difference of such matrices may have (Cameron, Gelbach and Miller
// 2011, section 2.3).
func positive(m *mat.SymDense) {
	var e mat.EigenSym
	if !e.Factorize(m, true) {
		return
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	values := e.Values(nil)
	m.Zero()
	n := m.SymmetricDim()
	for k, l := range values {
		if l > 0 {
			m.SymRankOne(m, l, mat.NewVecDense(n, mat.Col(nil, k, &vectors)))
		}
	}
}
