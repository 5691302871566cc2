package measurement

// spectrum are traces of the matrix by which the effects of a factor enter its sum of squares, adjusted for the other
// factor: of the matrix and of its square.
type spectrum struct{ trace, squared float64 }

// spectra returns the spectra of items and of labelers. The time grows with the cells times the labelers of an item.
func (c cells) spectra() (items, labelers spectrum) {
	byLabeler := make([][]int32, len(c.perRater)) // items
	for n, l := range c.labeler {
		byLabeler[l] = append(byLabeler[l], c.item[n])
	}
	for n, i := range c.item {
		m, k := c.perItem[i], c.perRater[c.labeler[n]]
		items.trace += 1 - 1/k
		labelers.trace += 1 - 1/m
		items.squared += m - 2*m/k // cells of an item: m summands make m²
	}
	together := make([]float64, len(c.perRater)) // items of two labelers, and
	inverse := make([]float64, len(c.perRater))  // the sum of 1 over the labelers of those items
	for a, own := range byLabeler {
		for _, i := range own {
			for _, b := range c.labeler[c.first[i]:c.first[i+1]] {
				together[b]++
				inverse[b] += 1 / c.perItem[i]
			}
		}
		for _, i := range own {
			for _, b := range c.labeler[c.first[i]:c.first[i+1]] {
				if together[b] == 0 {
					continue // done
				}
				items.squared += square(together[b]) / (c.perRater[a] * c.perRater[b])
				entry := -inverse[b]
				if int(b) == a {
					entry += c.perRater[a]
				}
				labelers.squared += square(entry)
				together[b], inverse[b] = 0, 0
			}
		}
	}
	return items, labelers
}

// df returns the degrees of freedom by Satterthwaite (1946) of a sum of squares, given its nominal degrees of freedom
// and the variances of effects and residual. They are exact for balanced data, whose eigenvalues are equal.
func (s spectrum) df(nominal, effect, residual float64) float64 {
	effect = max(effect, 0)
	mean := nominal*residual + s.trace*effect
	if mean == 0 {
		return nominal
	}
	return square(mean) / (nominal*square(residual) + 2*s.trace*residual*effect + s.squared*square(effect))
}
