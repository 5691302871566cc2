package nonparam

// PercentAgreement returns the share of agreeing pairs of ratings of an item, averaged
// over the items with at least two ratings. With a distance other than [Nominal],
// disagreement counts in proportion to the largest distance between two categories.
// SE is over items.
func PercentAgreement(r *Ratings, d Distance) (Estimate, error) {
	return single(PercentAgreementName, r, d)
}

// FleissKappa returns Fleiss' (1971) kappa for any number of ratings per item, with
// missing ratings by Gwet (2014): p_e = Σ w_kl π_k π_l, where π averages the items'
// shares of each category. SE is Gwet's linearisation over items, given the raters.
func FleissKappa(r *Ratings, d Distance) (Estimate, error) {
	return single(FleissKappaName, r, d)
}

// GwetAC returns Gwet's (2008) AC1, or AC2 for a distance other than [Nominal]:
// p_e = T_w Σ π_k(1−π_k)/[q(q−1)], T_w the sum of the agreement weights. SE is Gwet's.
func GwetAC(r *Ratings, d Distance) (Estimate, error) {
	return single(GwetACName, r, d)
}

// BrennanPrediger returns the coefficient of Brennan and Prediger (1981): p_e = T_w/q².
// SE is Gwet's (2014) linearisation.
func BrennanPrediger(r *Ratings, d Distance) (Estimate, error) {
	return single(BrennanPredigerName, r, d)
}

// chance says how agreement by chance is defined.
type chance int

const (
	byNothing    chance = iota // percent agreement
	byProportion               // Fleiss
	byCategories               // Brennan-Prediger
	byDifficulty               // Gwet's AC
)

// gwet is a coefficient of Gwet's family: 1 − d_o/d_e with d_o the mean over items of
// their mean pairwise disagreement, and d_e = 1 − p_e in the same unit.
type gwet struct {
	*summaries
	chance chance
	max    float64 // largest distance
	weight float64 // T_w
	shares *summaries
}

func newGwet(r *Ratings, d Distance, c chance) (gwet, reason) {
	k, why := d.kernel(r.values, nil)
	if why != "" {
		return gwet{}, why
	}
	q := len(r.values)
	g := gwet{chance: c, max: k.largest(q), summaries: summarize(r, unranked{d}, k)}
	if c != byNothing && q < 2 {
		return g, oneCategory
	}
	if c == byDifficulty {
		g.shares = summarize(r, Nominal, nominal{})
	}
	if g.max == 0 {
		g.max = 1 // one category: nothing disagrees
	}
	ones := newDense(q)
	for k := range ones.weight {
		ones.weight[k] = 1
	}
	all := k.within(k.summary(cells{}, ones.cells))
	g.weight = float64(q)*float64(q) - all/g.max
	return g, ""
}

// unranked is a distance between the places of the categories that does not depend on their counts.
type unranked struct{ Distance }

func (unranked) ranked() bool { return false }

func (gw gwet) evaluator() func([]weighting) (float64, reason) {
	read, readShare, margin := gw.reader(), gw.margin().reader(), newDense(gw.margin().dim())
	return func(all []weighting) (float64, reason) {
		w := all[0]
		if w.rater != nil && gw.rater == nil {
			return 0, noRaters
		}
		margin.reset()
		var observed, items, pairable float64
		for i := range gw.items {
			wi := w.of(i)
			if wi == 0 {
				continue
			}
			g := read.read(i, w.rater)
			if g.size == 0 {
				continue
			}
			items += wi
			if g.pairs > 0 {
				observed += wi * read.disagreement(i, g, w.rater, nil) / g.pairs
				pairable += wi
			}
			margin.add(readShare.read(i, w.rater).cells, wi/g.size)
		}
		return gw.finish(items, pairable, observed, margin)
	}
}

// margin returns the summaries on which chance agreement depends.
func (gw gwet) margin() *summaries {
	if gw.chance == byDifficulty {
		return gw.shares
	}
	return gw.summaries
}

// finish returns the coefficient. It takes the number of items, the number of items with two ratings, the sum of the
// mean disagreements of the latter, and the sum of the items' shares.
func (gw gwet) finish(items, pairable, observed float64, margin dense) (float64, reason) {
	if pairable == 0 {
		return 0, noPairs
	}
	expected, why := gw.expected(margin, items)
	return 1 - observed/pairable/expected, why
}

// expected returns the disagreement by chance from the margin over a number of items.
func (gw gwet) expected(margin dense, items float64) (float64, reason) {
	q := float64(len(gw.values))
	switch gw.chance {
	case byNothing:
		return gw.max, ""
	case byCategories:
		return gw.max * (1 - gw.weight/(q*q)), ""
	case byDifficulty:
		spread := nominal{}.within(margin.cells) / (items * items)
		return gw.max * (1 - gw.weight*spread/(q*(q-1))), ""
	}
	expected := gw.kernel.within(margin.cells)
	if !positive(expected, items*items, gw.kernel, len(gw.values)) {
		return 1, noVariation
	}
	return expected / (items * items), ""
}
