package catalogue

import (
	"math"

	"concord/posterior"
)

// Names of the quantities of two studies, and of three.
const (
	Rho           = "rho"
	XCC           = "xcc"
	RhoK          = "rho_k"
	RhoDifference = "rho_difference"
	XCCDifference = "xcc_difference"
	ValidityR     = "validity"
	Worth         = "worth"
)

func rho() Entry {
	return Entry{
		Name: Rho, Parameter: "cor_item", Symbol: "ρ", Short: "ρ", Heading: "ρ, normalized xCC",
		What:        "agreement of the groups’ true scores",
		OfTrueScore: true, Section: Validity, Of: Pair, Range: Correlation, TellsBoundary: true,
		Coefficient: "normalized_cross_kappa", OtherPriors: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).Rho(at.Studies[0], at.Studies[1])
		},
	}
}

func crossReplication() Entry {
	return Entry{
		Name: XCC, Symbol: "xCC", Short: "xCC", Heading: "xCC", What: "agreement of single labels",
		Section: Validity, Of: Pair, OfVariance: true, Range: Correlation,
		Coefficient: "cross_kappa", OtherPriors: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).XCC(at.Studies[0], at.Studies[1])
		},
	}
}

func rhoK() Entry {
	return Entry{
		Name: RhoK, Symbol: "ρ√ICC(k)", Short: "ρ√ICC(k)",
		Heading:     "ρ√ICC(k), mean of k labels for true scores of " + TheReference,
		What:        "correlation of the mean of k labels with the true score of " + TheReference,
		OfTrueScore: true, Section: Validity, Of: WithReference, On: LabelScale, Printed: LabelScale,
		Range: Correlation, OfMean: true, Needs: KnownLabels,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).RhoOfMean(at.Studies[0], at.Studies[1], at.K)
		},
	}
}

func rhoDifference() Entry {
	return Entry{
		Name: RhoDifference, Symbol: "Δρ", Short: "difference of ρ", Heading: "difference of ρ",
		What:        "by how much true scores agree better with those of " + TheReference,
		OfTrueScore: true, Section: Closeness, Of: Comparison, Range: Difference,
		Event: Event{RhoDifference + " > 0", "P(> 0)"}, Coefficient: "normalized_cross_kappa_difference",
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).RhoDifference(at.Studies[0], at.Studies[1], at.Studies[2])
		},
		probability: above(0),
	}
}

func xccDifference() Entry {
	return Entry{
		Name: XCCDifference, Symbol: "ΔxCC", Short: "difference of xCC", Heading: "difference of xCC",
		What:    "by how much single labels agree better with those of " + TheReference,
		Section: Closeness, Of: Comparison, OfVariance: true, Range: Difference,
		Event: Event{XCCDifference + " > 0", "P(> 0)"}, Coefficient: "cross_kappa_difference",
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).XCCDifference(at.Studies[0], at.Studies[1], at.Studies[2])
		},
		probability: above(0),
	}
}

// above is the share of draws above a bound; NaN if a draw is NaN.
func above(bound float64) func(Evaluator, Instance, posterior.Quantity) float64 {
	return func(_ Evaluator, _ Instance, q posterior.Quantity) float64 {
		above, all := 0, 0
		for _, chain := range q.Chains {
			for _, x := range chain {
				if math.IsNaN(x) {
					return x
				}
				if x > bound {
					above++
				}
				all++
			}
		}
		return float64(above) / float64(all)
	}
}

// validity is the correlation of one label, noise included, with true scores: r = ρ√ICC.
func validity() Entry {
	return Entry{
		Name: ValidityR, Symbol: "r", Short: "validity",
		Heading: "validity r of one label for the true scores of others",
		What:    "correlation of one label with the item’s true score in another group; in its own group √ICC",
		Section: Validity, Of: PoolAndOther, Range: Correlation, Needs: OneLabelStudy, OtherPriors: true,
		OfVariance: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).Validity(at.Studies[0], at.Studies[1])
		},
	}
}

// worth is r² (1 − ICC) / (ICC (1 − r²)) with the ICC of the pool. It has no mean. If the standard deviation σ of the
// pool's items is small, ICC is proportional to σ². At σ = 0 the likelihood is positive, and so is the density of a
// half normal or half Student's t prior. So the posterior mean is no less than a constant times the integral of 1/σ²
// next to 0, which is infinite.
func worth() Entry {
	return Entry{
		Name: Worth, Symbol: "k(r)", Short: "worth", NoMoments: true,
		Heading: "worth of one label in labels of others (median)",
		What:    "number of labels of a group whose mean follows its true scores as well as one label of another",
		Section: Validity, Of: PoolAndJudge, Range: Number, Needs: OneLabelStudy, OfVariance: true,
		Event: Event{"better_than_random", "P(> 1)"},
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).Worth(at.Studies[0], at.Studies[1])
		},
		probability: above(1),
	}
}
