package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"concord/study"
)

// Categories draws labels in unordered categories from the multinomial logit model with random effects. A label is the
// category of the largest utility θ_c − log(−log U), U uniform on (0, 1). The θ_c are linear predictors, each with
// separate effects. Given the effects, a category has the probability exp(θ_c) / Σ exp(θ_d) (McFadden 1974, Conditional
// logit analysis of qualitative choice behavior). truths are the parameters of each category's linear predictor; their
// families and steps are not used. One category against all others is nearly a study of binary labels, except for the
// variance of the others' effects. The same truths, design and seed give the same table.
func Categories(names []string, truths []Truth, design Design, seed uint64) (*study.Table, error) {
	if len(names) < 2 || len(truths) != len(names) {
		return nil, fmt.Errorf("simulate: %d categories have parameters, and %d names: there are at least two",
			len(truths), len(names))
	}
	rng := rand.New(rand.NewPCG(seed, labelStream))
	values := make([]float64, len(design.Study))
	most := make([]float64, len(design.Study))
	for c, truth := range truths {
		truth, err := truth.validate(len(design.Studies))
		if err != nil {
			return nil, fmt.Errorf("simulate: category %q: %w", names[c], err)
		}
		theta, _, err := truth.predictors(design, rng)
		if err != nil {
			return nil, err
		}
		for n, location := range theta {
			utility := location - math.Log(rng.ExpFloat64()) // −log U is exponential
			if c == 0 || utility > most[n] {
				values[n], most[n] = float64(c), utility
			}
		}
	}
	return design.Table(study.Nominal, names, values)
}
