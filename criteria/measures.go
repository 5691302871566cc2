package criteria

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"concord/internal/semidefinite"
	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/study"
)

// measures are variances and covariances of labels, draw by draw, on the scale of the labels. A dimension is a group
// and a criterion.
type measures struct {
	k   int // criteria
	fit part
	// Of each dimension: the mean and the variance of a label, and variances that are due to the item, to the labeler's
	// level, and to what the true scores of the first group tell.
	mean, total, item, labeler, told []posterior.Quantity
	across                           []posterior.Quantity // of each dimension: of true scores, with the first group's
	pairs                            [][]pairMeasures     // of each group
}

// pairMeasures are covariances of labels on two criteria.
type pairMeasures struct {
	item   posterior.Quantity // of two labelers: of true scores
	liking posterior.Quantity // of one labeler, beside the labeler's level
	same   posterior.Quantity // of one labeler
	told   posterior.Quantity // of what true scores of the first group tell
}

// mostDraws is how many draws are described where labels are no numbers, evenly spaced in each chain: each takes a
// quadrature for each dimension.
const mostDraws = 1000

// parameters are the parameters of one draw, of each dimension.
type parameters struct {
	dims            []model.Draw
	halo            []float64
	items, labelers *mat.SymDense // correlations
}

func newMeasures(f part, k int) *measures {
	draws := f.fit.Draws()
	chains, n := draws.Chains(), draws.Iterations()
	if f.fit.Spec().Family.Response() != nil {
		n = min(n, max(1, mostDraws/chains))
	}
	return emptyMeasures(f, k, chains, n)
}

// emptyMeasures have room for n draws of each chain, which [measures.take] sets.
func emptyMeasures(f part, k, chains, n int) *measures {
	m := &measures{k: k, fit: f}
	empty := func() posterior.Quantity { return posterior.NewDraws([]string{""}, chains, n).Quantity(0) }
	for range len(f.groups) * k {
		for _, of := range []*[]posterior.Quantity{&m.mean, &m.total, &m.item, &m.labeler, &m.told, &m.across} {
			*of = append(*of, empty())
		}
	}
	for range f.groups {
		var row []pairMeasures
		for range k * (k - 1) / 2 {
			row = append(row, pairMeasures{empty(), empty(), empty(), empty()})
		}
		m.pairs = append(m.pairs, row)
	}
	return m
}

// run computes all draws, chains at once.
func (m *measures) run() {
	fit, n := m.fit.fit, len(m.mean)
	every := fit.Draws().Iterations() / len(m.mean[0].Chains[0])
	type pair struct {
		a, b            int
		items, labelers posterior.Quantity // the latter has no draws if labelers' levels do not correlate
	}
	var pairs []pair
	for b, of := range fit.EachStudy() {
		for a, other := range fit.EachStudy()[:b] {
			labelers, _ := of.TermCorrelation(study.LabelerFactor, other)
			pairs = append(pairs, pair{a, b, of.ItemCorrelation(other), labelers})
		}
	}
	fit.Each(fit.EachStudy(), every, func(chain int) func(int, []model.Draw) {
		s := newScale(fit.Spec().Family.Response(), n)
		p := &parameters{halo: make([]float64, n), items: mat.NewSymDense(n, nil), labelers: mat.NewSymDense(n, nil)}
		for d := range n {
			p.items.SetSym(d, d, 1)
			p.labelers.SetSym(d, d, 1)
		}
		return func(i int, dims []model.Draw) {
			if i /= every; i >= len(m.mean[0].Chains[chain]) {
				return
			}
			p.dims = dims
			for d, x := range dims { // without the labelers' part
				p.halo[d] = math.Sqrt(math.Max(0, x.WithinItemSD*x.WithinItemSD-x.LabelerSD*x.LabelerSD))
			}
			for _, at := range pairs {
				p.items.SetSym(at.a, at.b, at.items.Chains[chain][i*every])
				if at.labelers.Chains != nil {
					p.labelers.SetSym(at.a, at.b, at.labelers.Chains[chain][i*every])
				}
			}
			m.take(chain, i, p, s)
		}
	})
}

// take sets the measures of a draw.
func (m *measures) take(chain, i int, p *parameters, s *scale) {
	set := func(q posterior.Quantity, x float64) { q.Chains[chain][i] = x }
	told := m.toldBy(p)
	for d := range p.dims {
		own := &p.dims[d]
		liking := math.Hypot(own.ItemSD, p.halo[d])
		all := math.Hypot(liking, own.LabelerSD)
		mean, total := s.set(ofItem, d, own.ItemSD, all, own)
		set(m.mean[d], mean)
		set(m.total[d], total)
		set(m.item[d], s.variance(ofItem, d))
		s.set(ofTold, d, math.Sqrt(math.Max(0, told[d/m.k].At(d%m.k, d%m.k))), all, own)
		set(m.told[d], s.variance(ofTold, d))
		s.set(ofLiking, d, liking, all, own)
		s.set(ofAll, d, all, all, own)
		s.set(ofLabeler, d, own.LabelerSD, all, own)
		set(m.labeler[d], s.variance(ofLabeler, d))
		set(m.across[d], s.covariance(ofItem, d%m.k, d, p.items.At(d%m.k, d)))
	}
	for g := range m.pairs {
		for b := range m.k {
			for a := range b {
				x, y := g*m.k+a, g*m.k+b
				of := m.pairs[g][Pair(a, b)]
				items := p.items.At(x, y) * p.dims[x].ItemSD * p.dims[y].ItemSD
				liking := items + p.halo[x]*p.halo[y]
				all := liking + p.labelers.At(x, y)*p.dims[x].LabelerSD*p.dims[y].LabelerSD
				set(of.item, s.covariance(ofItem, x, y, p.items.At(x, y)))
				set(of.liking, s.covarianceOf(ofLiking, x, y, liking))
				set(of.same, s.covarianceOf(ofAll, x, y, all))
				set(of.told, s.covarianceOf(ofTold, x, y, told[g].At(a, b)))
			}
		}
	}
}

// toldBy returns for each group the covariance of what the true scores of the first group tell of its true scores:
// Σ_g1 Σ_11⁻¹ Σ_1g. Item effects of the first group are those of the group.
func (m *measures) toldBy(p *parameters) []*mat.Dense {
	k := m.k
	first := make([][]float64, k)
	for a := range k {
		for b := range k {
			first[a] = append(first[a], p.items.At(a, b))
		}
	}
	root := semidefinite.Root(first)
	var all []*mat.Dense
	for g := range m.pairs {
		towards := mat.NewDense(k, k, nil) // L⁻¹ R_1g S_g
		for c := range k {
			d := g*k + c
			for a := range k {
				rest := p.items.At(a, d) * p.dims[d].ItemSD
				for e := range a {
					rest -= root[a][e] * towards.At(e, c)
				}
				if root[a][a] > semidefinite.Least {
					towards.Set(a, c, rest/root[a][a])
				}
			}
		}
		var told mat.Dense
		told.Mul(towards.T(), towards)
		all = append(all, &told)
	}
	return all
}

// sharing says what two labels share: the other effects are drawn anew.
type sharing int

const (
	ofItem    sharing = iota
	ofTold            // what the reference's true scores tell of the item
	ofLiking          // the item, and the labeler's liking of it
	ofAll             // the item and the labeler
	ofLabeler         // the labeler's level
	sharings
)

// scale takes covariances of effects to those of labels.
type scale struct {
	response family.Response // nil: labels are numbers, which have those of the effects
	curves   *family.Curves  // of each sharing and dimension
	dims     int
	sd, root []float64 // of each sharing and dimension: of the effects, and of the labels' means given them
}

func newScale(response family.Response, dims int) *scale {
	s := &scale{response: response, dims: dims, sd: make([]float64, int(sharings)*dims),
		root: make([]float64, int(sharings)*dims)}
	if response != nil {
		s.curves = family.NewCurves(response, int(sharings)*dims)
	}
	return s
}

// set sets the standard deviation of shared effects, of which all have the other, and returns the mean and the variance
// of a label.
func (s *scale) set(of sharing, dim int, sd, all float64, p *model.Draw) (mean, total float64) {
	at := int(of)*s.dims + dim
	s.sd[at] = sd
	if s.response == nil {
		s.root[at] = sd
		return p.Mean, all*all + p.ResidualSD*p.ResidualSD
	}
	point := family.Point{Mean: p.Mean, SD: sd, Rest: math.Sqrt(math.Max(0, all*all-sd*sd))}
	mean, between, total := s.curves.Set(at, point, p.Own)
	s.root[at] = math.Sqrt(between)
	return mean, total
}

func (s *scale) variance(of sharing, dim int) float64 {
	x := s.root[int(of)*s.dims+dim]
	return x * x
}

// covariance returns the covariance of labels whose shared effects have a correlation.
func (s *scale) covariance(of sharing, a, b int, rho float64) float64 {
	x, y := int(of)*s.dims+a, int(of)*s.dims+b
	if s.curves != nil && a != b {
		rho = s.curves.Correlation(x, y, rho)
	}
	return rho * s.root[x] * s.root[y]
}

// covarianceOf returns the covariance of labels whose shared effects have a covariance.
func (s *scale) covarianceOf(of sharing, a, b int, covariance float64) float64 {
	sds := s.sd[int(of)*s.dims+a] * s.sd[int(of)*s.dims+b]
	if sds == 0 {
		return 0
	}
	return s.covariance(of, a, b, clamp(covariance/sds))
}
