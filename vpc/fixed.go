package vpc

import (
	"math"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"concord/posterior"
)

// FixedICC returns the absolute agreement of single labels if the study's labelers are the only ones of interest, σ_i²
// / (σ_i² + θ² + σ²): ICC(A,1) of McGraw and Wong (1996), case 3. θ² = Σ(a_k − ā)² / (K − 1) replaces the variance of
// all labelers by the variance of these labelers' effects. The error is [model.ErrNoEffects] if the fit kept no draws
// of the labelers' effects. It is for labels of location and scale, whose effects are in the unit of the labels.
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
	labeler, _ := p.LabelerVariance()
	of := []posterior.Quantity{p.total, labeler}
	for _, e := range effects {
		if e.Chains != nil {
			of = append(of, e)
		}
	}
	total := posterior.Map(p.name("fixed_variance"), func(v []float64) float64 {
		theta := stat.Variance(v[2:], nil)
		if math.IsNaN(theta) { // of one labeler
			theta = 0
		}
		return v[0] - v[1] + theta
	}, of...)
	return []posterior.Quantity{p.TrueVariance(), total}, nil
}
