package model

// TruthAt returns the parameters of one draw of a posterior, 0 ≤ chain, iteration: as
// the truth of a study that is simulated from them, a posterior predictive replication with new
// items and labelers (Gelman, Meng and Stern 1996).
func TruthAt(p *Posterior, chain, iteration int) Truth {
	at := func(v int) float64 { return p.draws.Chain(v, chain)[iteration] }
	k := len(p.studies)
	t := Truth{Family: p.spec.Family, Labelers: p.spec.Labelers, Studies: make([]StudyTruth, k)}
	for s := range t.Studies {
		truth := StudyTruth{Mean: at(p.layout.mean + s), ItemSD: at(p.layout.itemSD + s)}
		if p.HasLabelers() {
			truth.LabelerSD = at(p.layout.labelerSD + s)
		}
		if t.Family == Gaussian {
			residual := p.layout.residualSD
			if p.spec.Residual == StudyResidual {
				residual += s
			}
			truth.ResidualSD = at(residual)
		}
		t.Studies[s] = truth
	}
	matrix := func(first int) [][]float64 {
		r := CommonCorrelation(k, 0)
		for i := range k {
			for j := range i {
				// Kept within what rounding may pass by an ulp.
				r[i][j] = max(-1, min(1, at(first+pairIndex(i, j))))
				r[j][i] = r[i][j]
			}
		}
		return r
	}
	t.ItemCorrelation = matrix(p.layout.itemCor)
	if t.Labelers == Shared {
		t.LabelerCorrelation = matrix(p.layout.labelerCor)
	}
	return t
}
