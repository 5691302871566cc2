package vpc

import (
	"math"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"concord/posterior"
)

// FixedICC returns the absolute agreement of single labels if the study's labelers are the only ones of interest, σ_i²
// / (σ_i² + θ² + σ²): ICC(A,1) of McGraw and Wong (1996), case 3. θ² = Σ(a_k − ā)² / (K − 1) is the variance of these
// labelers' effects, in place of the variance of all labelers. The error is [model.ErrNoEffects] if the fit kept no
// draws of the labelers' effects. It is for labels of location and scale, whose effects are in the unit of the labels.
func (p Partition) FixedICC() (posterior.Quantity, error) {
	v, err := p.fixed()
	if err != nil {
		return posterior.Quantity{}, err
	}
	return posterior.Map(p.name("icc_fixed"), share, v...), nil
}

// FixedICCk is [Partition.FixedICC] of the mean of k labels. It panics if k is not positive.
func (p Partition) FixedICCk(k int) (posterior.Quantity, error) {
	if k < 1 {
		panic("vpc: the number of labels must be positive")
	}
	v, err := p.fixed()
	if err != nil {
		return posterior.Quantity{}, err
	}
	return posterior.Map(p.name("icc_fixed_"+strconv.Itoa(k)), func(v []float64) float64 {
		return spearmanBrown(share(v), float64(k))
	}, v...), nil
}

// fixed returns two variances: of true scores, and of a label by one of the study's labelers.
func (p Partition) fixed() ([]posterior.Quantity, error) {
	effects, err := p.of.LabelerLevels()
	if err != nil {
		return nil, err
	}
	total := like(p.mean, p.name("fixed_variance"))
	labeler, _ := p.LabelerVariance()
	perChain(len(total.Chains), func(c int) {
		var a []float64
		for i := range total.Chains[c] {
			a = a[:0]
			for _, e := range effects {
				if e.Chains != nil {
					a = append(a, e.Chains[c][i])
				}
			}
			theta := stat.Variance(a, nil)
			if math.IsNaN(theta) { // of one labeler
				theta = 0
			}
			total.Chains[c][i] = p.total.Chains[c][i] - labeler.Chains[c][i] + theta
		}
	})
	return []posterior.Quantity{p.TrueVariance(), total}, nil
}
