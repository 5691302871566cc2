package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"concord/study"
)

// Categories draws labels that are categories without order from the multinomial logit model with random
// effects: a label is the category of the largest utility θ_c − log(−log U), U uniform on (0, 1), where the θ_c are
// linear predictors, each with effects of its own, so that a category has the chance exp(θ_c) / Σ exp(θ_d) given the
// effects (McFadden 1974, Conditional logit analysis of qualitative choice behavior). truths are the parameters of each
// category's linear predictor; families and steps are not used. Against all the others one category is nearly a study
// of binary labels, but for the variance of the others' effects. The same truths, design and seed give the same table.
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
