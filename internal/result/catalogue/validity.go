package catalogue

import (
	"math"

	"concord/internal/quantity"
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
		Entry: *quantity.Of(Rho), Parameter: "cor_item",
		OfTrueScore: true, Section: Validity, Of: Pair, TellsBoundary: true,
		Coefficient: "normalized_cross_kappa", OtherPriors: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).Rho(at.Studies[0], at.Studies[1])
		},
	}
}

func crossReplication() Entry {
	return Entry{
		Entry:   *quantity.Of(XCC),
		Section: Validity, Of: Pair, OfVariance: true,
		Coefficient: "cross_kappa", OtherPriors: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).XCC(at.Studies[0], at.Studies[1])
		},
	}
}

func rhoK() Entry {
	return Entry{
		Entry:       *quantity.Of(RhoK),
		OfTrueScore: true, Section: Validity, Of: WithReference, On: LabelScale, Printed: LabelScale,
		OfMean: true, Needs: KnownLabels,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).RhoOfMean(at.Studies[0], at.Studies[1], at.K)
		},
	}
}

func rhoDifference() Entry {
	return Entry{
		Entry:       *quantity.Of(RhoDifference),
		OfTrueScore: true, Section: Closeness, Of: Comparison,
		Coefficient: "normalized_cross_kappa_difference",
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).RhoDifference(at.Studies[0], at.Studies[1], at.Studies[2])
		},
		probability: above(0),
	}
}

func xccDifference() Entry {
	return Entry{
		Entry:   *quantity.Of(XCCDifference),
		Section: Closeness, Of: Comparison, OfVariance: true,
		Coefficient: "cross_kappa_difference",
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
		Entry:   *quantity.Of(ValidityR),
		Section: Validity, Of: PoolAndOther, Needs: OneLabelStudy, OtherPriors: true,
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
		Entry: *quantity.Of(Worth), NoMoments: true,
		Section: Validity, Of: PoolAndJudge, Needs: OneLabelStudy, OfVariance: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).Worth(at.Studies[0], at.Studies[1])
		},
		probability: above(1),
	}
}
