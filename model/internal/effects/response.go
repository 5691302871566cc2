package effects

import (
	"math"

	"concord/model/internal/tuning"
)

// Constants are the information of the labels on each effect, evaluated with the standard deviations SD: the
// information D and d = Dt, one for each effect. τ multiplies both.
type Constants struct {
	SD           []float64
	Info, Target []float64
}

// A response says how D and d of each class follow the standard deviations. If all labels of a level agree, they show
// that its effect is large, but not how large. The wider effects are spread, the further out such an effect is, and the
// less is known about it. So constants that suit one σ make z wider the larger σ is. With
//
//	g_s = (σ_s² + ε_s²) / (σ₀² + ε_s²),
//
// D_s h_s^−α and d_s h_s^−γ replace D_s and d_s. log h is log g within bounds, see growth. ε² is about the variance of
// an effect given the labels of its level. If effects are spread less than that, constants matter little and may stay
// unchanged.
type response struct {
	info, target []float64 // α and γ, classes × k
	// Both in steps, as the powers that an evaluation needs of each g are few then.
	infoSteps, targetSteps []uint8
	soft, log              []float64 // ε² and log(σ₀² + ε²) by study
	farthest               float64   // bounds |log g|
	mean                   []float64 // α by study, weighted with D
}

// Exponents are bounded. The information of labels does not fall faster than the variance rises, and is assumed not to
// rise. It does rise with σ if labels agree and σ is small, but not without limit. Studies of few positive labels, with
// almost any σ possible, had divergences with exponents below 0.
const mostResponse = tuning.MostResponse

// Exponents are multiples of one by this number. The response to the spread of effects need not be exact: half a step
// is a factor of 1.1 if h is 20.
const responseSteps = tuning.ResponseSteps

// SetResponse lets the constants, which hold at the standard deviations sd, follow these. They follow as they change
// between low and high, up to a bound on |log g|. All studies have smaller standard deviations at low, and larger ones
// at high. Call it after SetInformation.
func (f *Factor) SetResponse(sd []float64, low, high Constants, farthest float64) {
	k, studies := f.K, len(sd)
	r := &response{
		info: make([]float64, len(f.info)), target: make([]float64, len(f.info)),
		soft: make([]float64, studies), log: make([]float64, studies), farthest: farthest,
		mean: make([]float64, studies),
	}
	typical := f.meanInfo
	if f.Follows {
		typical = make([]float64, studies)
		for s := range typical {
			for _, u := range f.of[f.Starts[s]:f.Starts[s+1]] {
				typical[s] += f.info[u] / float64(f.Starts[s+1]-f.Starts[s])
			}
		}
	}
	change := make([]float64, studies) // of log g
	for s, d := range typical {
		r.soft[s] = 1 / math.Max(d, 1e-3)
		r.log[s] = math.Log(sd[s]*sd[s] + r.soft[s])
		change[s] = math.Log((high.SD[s]*high.SD[s] + r.soft[s]) / (low.SD[s]*low.SD[s] + r.soft[s]))
	}
	sum := func(of []float64) []float64 {
		total := make([]float64, len(f.info))
		for j, x := range of {
			total[int(f.of[j/k])*k+j%k] += math.Abs(x)
		}
		return total
	}
	exponents := func(dst, low, high []float64) (steps []uint8) {
		steps = make([]uint8, len(dst))
		for i, l := range low {
			if h := high[i]; l > 0 && h > 0 {
				of := math.Max(0, math.Min(mostResponse, math.Log(l/h)/change[f.studyOf(i)]))
				steps[i] = uint8(math.Round(of * responseSteps))
				dst[i] = float64(steps[i]) / responseSteps
			}
		}
		return steps
	}
	r.infoSteps = exponents(r.info, sum(low.Info), sum(high.Info))
	r.targetSteps = exponents(r.target, sum(low.Target), sum(high.Target))
	weight := make([]float64, studies)
	for i, d := range f.info {
		s, d := f.studyOf(i), d*f.count[i/k]
		r.mean[s] += d * r.info[i]
		weight[s] += d
	}
	for s, w := range weight {
		r.mean[s] /= math.Max(w, math.SmallestNonzeroFloat64)
	}
	f.response = r
}

// StandStill keeps the constants constant, as they are until SetResponse is called.
func (f *Factor) StandStill() { f.response = nil }

// Growth returns the logarithm of the mean factor of D of a study if the effects have the variance v, and its
// derivative with respect to v.
func (f *Factor) Growth(s int, v float64) (log, slope float64) {
	if f.response == nil {
		return 0, 0
	}
	log, slope = f.response.growth(s, v)
	return -f.response.mean[s] * log, -f.response.mean[s] * slope
}

// Spread returns the value used as log g of a study whose effects have the variance v, and its derivative with respect
// to v. Both are 0 without a response.
func (f *Factor) Spread(s int, v float64) (log, slope float64) {
	if f.response == nil {
		return 0, 0
	}
	return f.response.growth(s, v)
}

// grown is the value used as log g of a study at a variance, by a response. It also holds the derivative with respect
// to the variance, and h to the power of minus each multiple of a step.
type grown struct {
	by                *response
	at, growth, slope float64
	powers            [responseSteps*mostResponse + 1]float64
}

// grow sets g to the values for study s at the variance v.
func (r *response) grow(g *grown, s int, v float64) {
	g.by, g.at = r, v
	g.growth, g.slope = r.growth(s, v)
	p := &g.powers
	p[0], p[1] = 1, math.Exp(-g.growth/responseSteps)
	for i := 2; i < len(p); i++ {
		p[i] = p[i/2] * p[i-i/2] // few of these wait for one another
	}
}

// grown returns the values for study s of a factor with a response at the variance v.
func (f *Factor) grown(st *State, s int, v float64) *grown {
	g := &st.grown[s]
	if g.by != f.response || g.at != v {
		f.response.grow(g, s, v)
	}
	return g
}

// SpreadOf is Spread for one evaluation, in which it is asked for more than once.
func (f *Factor) SpreadOf(st *State, s int, v float64) (log, slope float64) {
	if f.response == nil {
		return 0, 0
	}
	g := f.grown(st, s, v)
	return g.growth, g.slope
}

// studyOf returns the study of element i of an array of classes × k.
func (f *Factor) studyOf(i int) int {
	if f.Starts == nil {
		return i % f.K
	}
	s := 0
	for i >= f.classes.starts[s+1] {
		s++
	}
	return s
}

// respond sets the factors of D and d of every class of a full factor.
func (f *Factor) respond(st *State, c, tau []float64) {
	k, of := f.K, &st.class
	for s := range k {
		tau := tau[s]
		if f.response == nil {
			for i := s; i < len(of.tau); i += k {
				of.tau[i], of.targetTau[i] = tau, tau
			}
			continue
		}
		g := f.grown(st, s, rowSquare(c, s, k))
		for i := s; i < len(of.tau); i += k {
			of.tau[i], of.targetTau[i] = f.response.at(i, tau, g)
		}
	}
}

// growth returns the value used as log g of a study whose effects have the variance v, and its derivative with respect
// to v. Constants were compared only at some standard deviations and are unknown further out, so the value is bounded
// to either side.
func (r *response) growth(s int, v float64) (growth, slope float64) {
	bounded := math.Tanh((math.Log(v+r.soft[s]) - r.log[s]) / r.farthest)
	return r.farthest * bounded, (1 - bounded*bounded) / (v + r.soft[s])
}

// at returns the factors of D and of d of element i.
func (r *response) at(i int, tau float64, g *grown) (info, target float64) {
	return tau * g.powers[r.infoSteps[i]], tau * g.powers[r.targetSteps[i]]
}

// respondBackward adds to cbar and taubar the derivatives that pass through the values that respond sets.
func (f *Factor) respondBackward(st *State, c, tau, cbar, taubar []float64) {
	k, of := f.K, &st.class
	for s := range k {
		sum, growthBar := 0.0, 0.0
		for i := s; i < len(of.tauBar); i += k {
			info, target := of.tauBar[i]*of.tau[i], of.targetTauBar[i]*of.targetTau[i]
			sum += info + target
			if f.response != nil {
				growthBar -= f.response.info[i]*info + f.response.target[i]*target
			}
		}
		taubar[s] += sum / tau[s]
		if f.response == nil {
			continue
		}
		_, slope := f.SpreadOf(st, s, rowSquare(c, s, k))
		for e := range s + 1 {
			cbar[s*k+e] += 2 * growthBar * slope * c[s*k+e]
		}
	}
}

// rowSquare returns the sum of squares of row s of a lower triangular matrix: the variance of the effects of a study.
func rowSquare(c []float64, s, k int) float64 {
	v := 0.0
	for _, x := range c[s*k : s*k+s+1] {
		v += x * x
	}
	return v
}
