package sampler

import "gonum.org/v1/gonum/mat"

// MatchFisher returns a metric whose scales and directions for the first p coordinates are learnt from draws and the
// gradients of the log density there (both iteration × p), as the low-rank adaptation does (Seyboldt et al. 2025):
// with Σ Cov(g) Σ = Cov(x). Unlike a covariance alone it does not take a direction for wide because chains have not
// yet met, where the gradients say that it is narrow. What the metric has for other coordinates stays, but for
// directions, of which they have none.
//
// The draws are worth so many independent ones, infinitely many if nothing is to be made of that: of both covariances
// p/(p + independent) is replaced by their diagonal (as Ledoit and Wolf 2004 shrink one); where there are fewer draws
// than coordinates, p is the number of directions that are looked at. Directions that are noise make steps shorter than
// no directions would.
//
// It panics if draws and gradients differ in size or have more coordinates than the metric.
func (m *Metric) MatchFisher(draws, gradients *mat.Dense, independent float64) *Metric {
	n, p := draws.Dims()
	if r, c := gradients.Dims(); r != n || c != p || p > m.Dim() {
		panic("sampler: draws and gradients differ in size, or have more coordinates than the metric")
	}
	sample := &lowRankSample{moments: newMoments(p), stride: 1, most: n, independent: independent}
	for i := range n {
		sample.observe(draws.RawRowView(i), gradients.RawRowView(i))
	}
	learnt, ok := sample.metric(m)
	if !ok {
		return m
	}
	out := &Metric{Center: m.Center, Scale: append(learnt.Scale, m.Scale[p:]...), Values: learnt.Values}
	for _, u := range learnt.Vectors {
		out.Vectors = append(out.Vectors, append(u, make([]float64, m.Dim()-p)...))
	}
	return out
}
