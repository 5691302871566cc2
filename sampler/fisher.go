package sampler

import "gonum.org/v1/gonum/mat"

// MatchFisher returns a metric whose scales and directions for the first p coordinates are learnt from draws and the
// gradients of the log density there (both iteration × p). It solves Σ Cov(g) Σ = Cov(x), as the low-rank adaptation
// does (Seyboldt et al. 2025). By a covariance alone, a direction seems wide if chains have not yet met; MatchFisher
// does not if the gradients show that it is narrow. Other coordinates keep their scales, but have no directions.
//
// independent is the number of independent draws with the same information. In both covariances the share p/(p +
// independent) is replaced by the diagonal (Ledoit and Wolf 2004 shrink one so). An infinite number shrinks nothing.
// With fewer draws than coordinates, p is the number of directions considered. Directions that are only sampling error
// make steps shorter than no directions would.
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
