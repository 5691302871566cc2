// Package effects maps standard normal coordinates to the random effects of one grouping factor and back: the
// parameterisation in which the sampler moves them.
package effects

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"concord/model/internal/tuning"
)

// Factor is the random effects of a grouping factor. Its levels have K-variate normal effects b ~ N(0, CCᵀ). C is lower
// triangular, or any root if effects of many studies are offset. If each level belongs to one study only, effects are
// scalar, b ~ N(0, σ_s²).
//
// # One study
//
// A level has the effect b = ση. The centred parameterisation samples b, and suits a level with much information in its
// labels. The non-centred one samples η ~ N(0, 1), and suits a level with little. Partial non-centering
// (Papaspiliopoulos, Roberts and Sköld 2007) lies between them, for each level as its labels require. Let the labels
// say that b is about t with information τD, where τ is 1 or the precision 1/σ_y² of the residual. Given t, η is normal
// with the precision m = 1 + σ²τD and the mean στDt/m, so that
//
//	η = z/√m + στDt/m,  b = ση,
//
// makes z about standard normal whatever σ and τ are. The log density of z is −½η² − ½ log m. With D = 0 it is the
// non-centred parameterisation. If σ²τD is large, z = √(τD)(b − t) is the centred one in units of the labels' error. D
// and t are constants. The density is exact whatever they are; they only have to be near the truth to be useful.
//
// # Several studies
//
// With D diagonal, d = Dt and a τ for each study,
//
//	M = I + CᵀτDC = UᵀU,  η = U⁻¹z + M⁻¹Cᵀτd,  b = Cη,
//
// and the log density of z is −½ηᵀη − Σ log U_ii. No covariance is inverted, so that σ → 0 and ρ → ±1 are as good as
// any value. U is lower triangular like C. With much information U → (τD)^½C, and z is b − t in units of the labels'
// error, study by study, whatever C. (The usual Cholesky factor would rotate z with C, and abruptly if a study does not
// label the level and C has an element near 0.) Levels of one class share D, see [classes].
//
// # The mean
//
// The labels say nothing about the mean effect, because it can be moved into the mean of the study. There are two ways
// to take that into account.
//
// The first is to reparameterise the mean. The density takes μ plus the mean effect as its coordinate. The mean of η
// then keeps its prior, however much the labels say about each level. So it is multiplied by the U of the mean
// information D̄,
//
//	η ← η + (Ū − I) mean(η).
//
// Here the mean of η_s and D̄_s are means of the members of study s, the levels that it labels. All levels move, since
// a move of μ moves every effect under it. Whatever the members, mean(η) is multiplied by Ū, and the Jacobian is |Ū|
// (by Sylvester's theorem).
//
// The second is to offset the effects. The labels determine the sum of b and of the study's x, its μ and the mean
// effects of the other factors. So d is replaced by d − D(x − x₀), which is a shift of η and has no Jacobian. It is
// exact for any pattern of items and studies, but needs the values of the other factors first. The items of several
// studies are offset. So are slopes; their x is their mean, which no other factor shares. Levels that each lie within
// one level of other factors, such as items by templates within items, are offset one by one. Their offset is the sum
// of all other effects that their labels share.
type Factor struct {
	Levels int
	K      int   // effects of a level
	Starts []int // nested: levels of study s are Starts[s]:Starts[s+1]; nil: each level has an effect in each study
	// Center is x₀ by study, for a factor whose effects are offset; nil: its mean is reparameterised.
	Center []float64
	// OffsetScale is, by study, how much effects rise if x rises by 1; nil: 1.
	OffsetScale []float64
	// Follows says that each level of a nested factor has a separate offset x − x₀, [State.Offset].
	Follows bool
	student bool      // see [NewStudent]
	bends   []float64 // of each level; nil: none. See [Factor.SetBends].

	target []float64 // d, levels × k
	work   []float64 // for many studies: d and 1 of each level, in the order of the classes
	classes
	triples offsetTriples

	// Nested: weight of each level in the mean of its study, which sums to 1; and by study, the share of this mean that
	// is part of the study's coordinate. nil: equal weights, and the whole mean. See SetMeans.
	weight, share []float64

	// The members of a study are the levels that it labels; nested: all levels of the study.
	member   []float64 // 1 for a member and 0 for others, levels × k; nil: nested
	members  []float64 // how many, by study
	meanInfo []float64 // D̄ of the members by study
}

// NewFull returns a factor whose levels each have an effect in each of k studies; count holds the number of labels of
// each level in each study. With one study it is the nested factor of one study. Factors have no information yet, which
// is the non-centred parameterisation.
func NewFull(levels, k int, count []int32) *Factor {
	if k == 1 {
		return NewNested([]int{0, levels})
	}
	return newFull(levels, k, count)
}

// newFull is NewFull of any number of studies.
func newFull(levels, k int, count []int32) *Factor {
	f := &Factor{
		Levels: levels, K: k, meanInfo: make([]float64, k),
		target: make([]float64, levels*k), classes: newClasses(make([]float64, levels*k), k, nil),
	}
	f.sortTarget()
	f.member, f.members = make([]float64, levels*k), make([]float64, k)
	for j, n := range count {
		if n > 0 {
			f.member[j] = 1
			f.members[j%k]++
		}
	}
	return f
}

// NewNested returns a factor whose levels starts[s]:starts[s+1] belong to study s.
func NewNested(starts []int) *Factor {
	levels := starts[len(starts)-1]
	return &Factor{
		Levels: levels, K: 1, Starts: starts, meanInfo: make([]float64, len(starts)-1),
		target: make([]float64, levels), classes: newClasses(make([]float64, levels), 1, starts),
	}
}

// Size returns the number of effects, levels × k.
func (f *Factor) Size() int { return f.Levels * f.K }

// SetInformation sets the constants D and d from effects b, derivatives g and information i of the
// log-likelihood, which all contain τ; tau gives it for each effect.
func (f *Factor) SetInformation(b, g, i []float64, tau func(effect int) float64) {
	info := make([]float64, f.Size())
	for j := range info {
		info[j] = i[j] / tau(j)
	}
	f.classes = newClasses(info, f.K, f.Starts)
	for l, u := range f.of {
		for s := range f.K {
			j := l*f.K + s
			f.target[j] = f.info[int(u)*f.K+s]*b[j] + g[j]/tau(j)
		}
	}
	if f.isOffsetTriple() {
		f.triples = f.newOffsetTriples()
	}
	f.sortTarget()
	clear(f.meanInfo)
	if f.Starts != nil {
		if f.isOffset() {
			return // the mean is not reparameterised
		}
		for s := range f.meanInfo {
			lo, hi := f.Starts[s], f.Starts[s+1]
			for _, x := range info[lo:hi] {
				f.meanInfo[s] += x / float64(hi-lo)
			}
		}
		return
	}
	for j, w := range f.member {
		f.meanInfo[j%f.K] += w * info[j] / f.members[j%f.K]
	}
}

// SetMeans chooses the mean of a nested factor's effects that is part of a study's coordinate. Call it after
// SetInformation. If one level has much of the information, the mean is weighted by information: all labels of that
// level then depend on the coordinate alone, and not on the share of other levels in the mean. share is, by study, the
// share of labels with an effect of the factor in the information on the study's mean. If it is less than half, the
// mean of the effects is nearly as well known as they are, and no part of the coordinate. prior holds about 1/(σ²τ).
func (f *Factor) SetMeans(share, prior []float64) {
	f.weight, f.share = nil, nil
	if f.Starts == nil || f.isOffset() {
		return
	}
	weight, part, special := make([]float64, f.Levels), make([]float64, len(share)), false
	for s := range share {
		lo, hi := f.Starts[s], f.Starts[s+1]
		sum, most := 0.0, 0.0
		for _, u := range f.of[lo:hi] {
			sum, most = sum+f.info[u], math.Max(most, f.info[u])
		}
		part[s] = 1
		switch {
		case share[s] < 0.5:
			part[s], f.meanInfo[s], special = 0, 0, true
		case most > tuning.DominantLevel*sum && hi-lo > 2:
			// The mean of η is known to about 1/√levels, from where the others lie; D̄ is such that it is so in z.
			special = true
			narrowed := 0.0
			for i, u := range f.of[lo:hi] {
				w := f.info[u] / sum
				weight[lo+i] = w
				narrowed += w * w / (prior[s] + f.info[u])
			}
			f.meanInfo[s] = math.Max(0, 1/(float64(hi-lo)*narrowed)-prior[s])
			continue
		}
		for i := lo; i < hi; i++ {
			weight[i] = 1 / float64(hi-lo)
		}
	}
	if special {
		f.weight, f.share = weight, part
	}
}

// State is the memory of one evaluation of a factor between its forward and backward pass.
type State struct {
	Effect []float64 // b, levels × k
	Mean   []float64 // mean b of the members by study; 0 if the effects are offset
	Grad   []float64 // derivative of the log-likelihood with respect to b, to be set between the passes
	// For a factor that follows: x − x₀ of each level, to be set before the forward pass. The backward pass sets the
	// derivative with respect to it.
	Offset, OffsetGrad []float64
	// Of Student's t: ν, to be set before the forward pass, and the derivative with respect to it.
	DF, DFGrad float64

	eta   []float64
	bends []bend
	score []float64 // minus the derivative of the log density with respect to η, for normal effects η
	class classState

	etaMean  []float64 // mean η of the members before it is reparameterised
	meanRoot []float64 // Ū

	v, w, m, root, t, b []float64   // scratch of one level or class
	wide                wideState   // of many studies
	triple              tripleState // of three
}

// NewState returns the working memory of one goroutine.
func (f *Factor) NewState() *State {
	n, k, studies := f.Size(), f.K, len(f.meanInfo)
	st := &State{
		Effect: make([]float64, n), Grad: make([]float64, n), Mean: make([]float64, studies),
		eta: make([]float64, n), class: newClassState(len(f.count), k),
		etaMean: make([]float64, studies), meanRoot: make([]float64, studies*studies),
		v: make([]float64, k), w: make([]float64, k), m: make([]float64, k*k),
		root: make([]float64, k*k), t: make([]float64, k*k), b: make([]float64, k*k),
	}
	if st.score = st.eta; f.student {
		st.score = make([]float64, n)
	}
	if f.Follows {
		st.Offset, st.OffsetGrad = make([]float64, n), make([]float64, n)
	}
	if k >= wideFrom {
		st.wide = newWideState(f.Levels, k)
	}
	return st
}

// Forward sets the effects from z and returns the log density of z without the likelihood. c is C, K×K row-major; for a
// nested factor only its diagonal is used. tau and x have one value for each study. x is read only if effects are
// offset.
func (f *Factor) Forward(st *State, z, c, tau, x []float64) float64 {
	studies := len(f.meanInfo)
	if len(st.class.u) != len(f.count)*f.K*f.K {
		st.class = newClassState(len(f.count), f.K) // the information was set since
	}
	if f.Starts != nil {
		logp := 0.0
		for s := range studies {
			logp += f.forward1(st, z, s, c[s*studies+s], tau[s], x)
		}
		return logp
	}
	logp := f.classForward(st, c, tau)
	f.setOffset(&st.class, x)
	switch {
	case f.triples.target != nil:
		return logp + f.forwardTriples(st, z, c)
	case f.K >= wideFrom:
		f.forwardWide(st, z, tau)
	case f.K == 2:
		f.forward2(st, z)
	default:
		f.forwardK(st, z)
	}
	if f.Center != nil {
		return logp + f.effects(st, c)
	}
	return logp + f.meanForward(st, c, tau)
}

// Backward adds to cbar and taubar the derivatives of the log density with respect to C and τ, given st.Grad. It sets
// zbar to the derivative with respect to z. If the factor's effects are offset, it adds the derivative with respect to
// x to xbar.
func (f *Factor) Backward(st *State, zbar, z, c, tau, cbar, taubar, xbar []float64) {
	studies := len(f.meanInfo)
	if f.Starts != nil {
		for s := range studies {
			f.backward1(st, zbar, z, s, c[s*studies+s], tau[s], &cbar[s*studies+s], &taubar[s], xbar)
		}
		return
	}
	if f.triples.target != nil {
		f.backwardTriples(st, zbar, z, c, cbar)
		f.offsetBackward(&st.class, xbar)
		f.classBackward(st, c, tau, cbar, taubar)
		return
	}
	wide := f.K >= wideFrom
	switch {
	case f.Center == nil:
		f.meanBackward(st, zbar, c, tau, cbar, taubar)
	case !wide:
		f.effectsBackward(st, zbar, c, cbar)
	}
	if wide {
		f.backwardWide(st, zbar, tau, taubar, xbar)
		f.classBackward(st, c, tau, cbar, taubar)
		return
	}
	clear(st.class.rbar)
	clear(st.class.abar)
	clear(st.class.pull)
	if f.K == 2 {
		f.backward2(st, zbar, z)
	} else {
		f.backwardK(st, zbar, z)
	}
	f.offsetBackward(&st.class, xbar)
	f.classBackward(st, c, tau, cbar, taubar)
}

// MeanGrad adds to st.Grad the derivatives gbar, one for each study, with respect to the mean
// effects of the members, if the mean is a coordinate.
func (f *Factor) MeanGrad(st *State, gbar []float64) {
	if f.isOffset() {
		return
	}
	if f.Starts != nil {
		for s, g := range gbar {
			lo, hi := f.Starts[s], f.Starts[s+1]
			if f.weight != nil {
				floats.AddScaled(st.Grad[lo:hi], g*f.share[s], f.weight[lo:hi])
				continue
			}
			g /= float64(hi - lo)
			for i := lo; i < hi; i++ {
				st.Grad[i] += g
			}
		}
		return
	}
	for j, w := range f.member {
		st.Grad[j] += w * gbar[j%f.K] / f.members[j%f.K]
	}
}
