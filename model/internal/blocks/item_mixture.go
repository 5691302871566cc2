package blocks

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"concord/model/internal/effects"
	"concord/model/internal/spec"
)

// ItemMixture is the block of items of two kinds. Its coordinates are log p/(1 − p), p the share of the second kind,
// and v/[spec.GapScale], v the vector between the kinds (see [effects.NewMixture]). The kinds have no names, so that
// (p, v) and (1 − p, −v) are one model. Chains may take either, and reports name the kinds by [KindGap]. It comes
// before the effects.
type ItemMixture struct {
	*Point
	Items *effects.State
}

// Size implements [Block].
func (im *ItemMixture) Size() int { return 1 + im.K }

// Forward implements [Block].
func (im *ItemMixture) Forward(x []float64) {
	mix := &im.Items.Mixture
	mix.Logit = x[im.ItemShare]
	floats.ScaleTo(mix.Apart, spec.GapScale, x[im.ItemShare+1:im.ItemShare+1+im.K])
	im.Share = 1 / (1 + math.Exp(-mix.Logit))
	im.Apart = mix.Apart
}

// Backward implements [Block].
func (im *ItemMixture) Backward(grad, x []float64) {
	logit := x[im.ItemShare]
	im.LogDensity -= math.Abs(logit) + 2*math.Log1p(math.Exp(-math.Abs(logit))) // log p(1 − p)
	grad[im.ItemShare] += 1 - 2*im.Share + im.Items.Mixture.LogitGrad
	for i, g := range im.Items.Mixture.ApartGrad {
		at := im.ItemShare + 1 + i
		im.LogDensity -= 0.5 * x[at] * x[at]
		grad[at] += spec.GapScale*g - x[at]
	}
}

// KindGap stores for each study the distance between the two kinds of items, in standard deviations of one kind there.
// It returns the share of the kind that is higher on average over the studies.
func (ps *Point) KindGap(dst []float64) (share float64) {
	st := &ps.Scales[0]
	square, sum := floats.Dot(ps.Apart, ps.Apart), 0.0
	for s := range dst {
		row := st.C[s*ps.K : (s+1)*ps.K]
		gap := 0.0
		if sd := floats.Norm(row, 2); sd > 0 {
			gap = floats.Dot(row, ps.Apart) / sd
		}
		if ps.isSloped(0) && ps.Slopes.Scale[s] < 0 {
			gap = -gap
		}
		dst[s] = spec.KindDistance(ps.Share, gap, square)
		sum += dst[s]
	}
	if sum >= 0 {
		return ps.Share
	}
	floats.Scale(-1, dst)
	return 1 - ps.Share
}

// FoldKinds gives the kinds of items in coordinates the order in which the first coordinate of v is positive.
func (co *Coordinates) FoldKinds(x []float64) {
	if co.ItemShare < 0 || x[co.ItemShare+1] >= 0 {
		return
	}
	floats.Scale(-1, x[co.ItemShare:co.ItemShare+1+co.K])
}
