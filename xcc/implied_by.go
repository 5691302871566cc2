package xcc

import (
	"slices"
	"strconv"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
)

// Distance returns how far labels of two categories disagree, D: D[y][z] is between category y in the first study and z
// in the second. Share is the share of each category among the compared labels, for distances that depend on it, such
// as Krippendorff's ordinal distance. It must be safe for concurrent use, and not keep share.
type Distance func(share []float64) [][]float64

// mostTabulated is the number of draws up to which all are taken where tables are costly.
const mostTabulated = 1000

// costly is the number of chances of single categories, counted for each draw and table, from which draws are left out.
const costly = 50_000

// costlyPairs is how much more a table costs if the rest of an effect is not part of the noise.
const costlyPairs = 30

// ImpliedBy is [Implied] for labels in categories, by any distance D between them. Two labels of one item by different
// people are of the categories y and z with probability O_yz, and two labels of different items with probability E_yz.
// The implied coefficient is
//
//	1 − Σ D_yz O_yz / Σ D_yz E_yz.
//
// With p(u) the chances of the categories for an item of effect u, O = E p_a(u_a) p_b(u_b)ᵀ and E = E p_a E p_bᵀ. The
// mean over items is by [family.Pairs], and errs by less than 10⁻⁹.
//
// If all draws of many studies or categories would take seconds, at most 1,000 are used, evenly spaced in each chain.
// The quantities then have shorter chains.
type ImpliedBy struct {
	on       Joint
	family   family.Categorical
	distance Distance
	every    int // draw of a chain
	alpha    []posterior.Quantity
}

// By returns the implied coefficients by a distance. ok is false if labels are not in categories.
func (im Implied) By(distance Distance) (by ImpliedBy, ok bool) {
	if len(im.on.studies) == 0 {
		return ImpliedBy{}, false
	}
	f, ok := im.on.studies[0].Posterior().Spec().Family.(family.Categorical)
	if !ok {
		return ImpliedBy{}, false
	}
	by = ImpliedBy{on: im.on, family: f, distance: distance, every: tabulated(im.on.studies[0], len(im.on.studies), f)}
	for _, s := range im.on.studies {
		own := im.on.own[im.on.index(s)]()
		by.alpha = append(by.alpha, own.each(nameOf("implied_kappa", s), func(t *tables) float64 {
			return t.kappa(distance(slices.Clone(t.shareA)))
		}))
	}
	return by, true
}

// tabulated returns n if every n-th draw of a chain has tables, for a fit of some studies.
func tabulated(of model.StudyPosterior, studies int, f family.Categorical) int {
	chains, tables := of.Mean().Chains, studies*(studies+1)/2
	if sp := of.Posterior().Spec(); sp.Items == spec.StudentItems || sp.Discrimination {
		tables *= costlyPairs
	}
	if draws := len(chains) * len(chains[0]); draws*f.Categories()*tables > costly {
		return max(1, (draws+mostTabulated-1)/mostTabulated)
	}
	return 1
}

// Kappa returns Krippendorff's alpha that the fit implies for a study, also the kappa of exchangeable labelers. Shares
// are the shares in the study. It is NaN in draws in which all labels are of one category.
func (by ImpliedBy) Kappa(study model.StudyPosterior) posterior.Quantity {
	return by.alpha[by.on.index(study)]
}

// CrossKappa returns the cross-kappa (Wong, Paritosh and Aroyo 2021, equation 6) that the fit implies for labels of
// studies a and b, and normalized cross-kappa, κ_x/√(κ_a κ_b). Shares are the shares in both studies together, weighted
// by their numbers of labels of shared items; equally, if the fit has no labels. In draws without item variance the
// normalized value is NaN.
func (by ImpliedBy) CrossKappa(a, b model.StudyPosterior) (cross, normalized posterior.Quantity) {
	cross = by.cross(a, b)
	return cross, normalizedKappa(a, b, cross, by.Kappa(a), by.Kappa(b))
}

// Shares returns the share of each category among a study's labels that the fit implies. ok is false where labels are
// not in categories.
func Shares(study model.StudyPosterior) (shares []posterior.Quantity, ok bool) {
	f, ok := study.Posterior().Spec().Family.(family.Categorical)
	if !ok {
		return nil, false
	}
	for c := range f.Categories() {
		shares = append(shares, study.Mean().Like(nameOf("implied_share_"+strconv.Itoa(c+1), study)))
	}
	study.Posterior().Each([]model.StudyPosterior{study}, 1, func(c int) func(int, []model.Draw) {
		t := newTables(f)
		return func(i int, d []model.Draw) {
			t.set(&d[0], &d[0], 1)
			for y, q := range shares {
				q.Chains[c][i] = t.shareA[y]
			}
		}
	})
	return shares, true
}

// cross returns the implied coefficient for labels of two studies.
func (by ImpliedBy) cross(a, b model.StudyPosterior) posterior.Quantity {
	rho, weight := a.TrueScoreCorrelation(b), pooling(a, b)
	q := posterior.Quantity{Name: nameOf("implied_cross_kappa", a, b), Chains: make([][]float64, len(rho.Chains))}
	a.Posterior().Each([]model.StudyPosterior{a, b}, by.every, func(c int) func(int, []model.Draw) {
		t := newTables(by.family)
		share := make([]float64, t.categories)
		return func(i int, d []model.Draw) {
			t.set(&d[0], &d[1], rho.Chains[c][i])
			for y := range share {
				share[y] = t.shareA[y] + weight*(t.shareB[y]-t.shareA[y])
			}
			q.Chains[c] = append(q.Chains[c], t.kappa(by.distance(share)))
		}
	})
	return q
}

// pooling returns the share of study b among the labels that a and b gave to items that both have.
func pooling(a, b model.StudyPosterior) float64 {
	table := a.Posterior().Table()
	if table == nil {
		return 0.5
	}
	itemsA, itemsB := table.StudyAt(a.Index()).Item(), table.StudyAt(b.Index()).Item()
	counted := func(labels, among []int32) float64 {
		has := make([]bool, len(table.Items()))
		for _, item := range among {
			has[item] = true
		}
		n := 0
		for _, item := range labels {
			if has[item] {
				n++
			}
		}
		return float64(n)
	}
	inA, inB := counted(itemsA, itemsB), counted(itemsB, itemsA)
	if inA+inB == 0 {
		return 0.5
	}
	return inB / (inA + inB)
}
