package pairs

import (
	"fmt"
	"math"

	"concord/internal/effect"
)

// Scales of the priors, which are Student's t with 3 degrees of freedom on the logit scale. Contrasts of skills have
// one such prior together, which shrinks skills that are alike. Both standard deviations have its positive half.
const (
	priorDegrees = 3
	priorSkills  = 1
	priorSpread  = 1
	priorPlace   = 1
	priorGrades  = 2.5
)

// density is the posterior of skills, as a target of the sampler. Its coordinates are contrasts of skills, the
// position, parameters of grades, u with σ = |sinh u|, the same of τ, and standardised qualities and tastes. If σ may
// be 0, a chain goes on to the mirror image. Far out u is a logarithm.
type density struct {
	rows       *rows
	grades     grades
	candidates int
	noPrior    bool // the likelihood alone

	place, shape, noise, taste, z, u, dim int // first coordinates; contrasts come before them

	skills, gradSkills, p, weights         []float64
	gradShape, nodeP, nodeChance, nodeMean []float64
	quality                                effect.Rule // of answers that were compared once
}

func newDensity(d *Data, rs *rows) *density {
	t := &density{rows: rs, grades: newGrades(d.Grades), candidates: len(d.Candidates)}
	t.place = t.candidates - 1
	t.shape = t.place
	if rs.hasPlace {
		t.shape++
	}
	t.noise = t.shape + t.grades.free
	t.taste = t.noise
	if rs.hasNoise {
		t.taste++
	}
	t.z = t.taste
	if rs.hasTastes {
		t.z++
	}
	t.u = t.z + rs.special
	t.dim = t.u + rs.tastes
	t.skills, t.gradSkills = make([]float64, t.candidates), make([]float64, t.candidates)
	t.p, t.weights = make([]float64, d.Grades), make([]float64, t.grades.free+1)
	t.gradShape = make([]float64, t.grades.free+1)
	return t
}

// Dim implements [sampler.Target].
func (t *density) Dim() int { return t.dim }

// Names implements [sampler.Reporter].
func (t *density) Names() []string {
	var all []string
	for i := range t.candidates {
		all = append(all, fmt.Sprintf("skill[%d]", i))
	}
	if t.rows.hasPlace {
		all = append(all, "position")
	}
	for i := range t.grades.free {
		all = append(all, fmt.Sprintf("grade[%d]", i+1))
	}
	if t.rows.hasNoise {
		all = append(all, "answers")
	}
	if t.rows.hasTastes {
		all = append(all, "tastes")
	}
	return all
}

// Report implements [sampler.Reporter].
func (t *density) Report(dst, x []float64) {
	contrasts(dst[:t.candidates], x[:t.place])
	for i := t.place; i < t.z; i++ {
		dst[i+1] = x[i]
		if i >= t.noise {
			dst[i+1] = math.Abs(math.Sinh(x[i]))
		}
	}
}

// LogProbGrad implements [sampler.Target].
func (t *density) LogProbGrad(grad, x []float64) float64 {
	clear(grad)
	clear(t.gradSkills)
	clear(t.gradShape)
	contrasts(t.skills, x[:t.place])
	t.grades.weights(t.weights, x[t.shape:t.noise])
	place, noise, taste := 0.0, 0.0, 0.0
	if t.rows.hasPlace {
		place = x[t.place]
	}
	if t.rows.hasNoise {
		noise = math.Sinh(x[t.noise])
	}
	if t.rows.hasTastes {
		taste = math.Sinh(x[t.taste])
	}
	if t.rows.hasNoise {
		// Whatever their weights, probabilities of grades have no pole nearer to the real line than the logistic
		// function has. Their denominator is a polynomial of degree n − 1 in exp(η/(n − 1)) without negative
		// coefficients. So no root has an argument below π/(n − 1).
		at := effect.Argument{Slope: math.Sqrt2 * noise}
		t.quality.Set(0, at, at)
	}
	logp := 0.0
	for i := range t.rows.all {
		r := &t.rows.all[i]
		eta := t.skills[r.a] - t.skills[r.b] + float64(r.place)*place
		special, liking := 0.0, 0.0
		switch {
		case r.zb >= 0:
			special = x[t.z+int(r.za)] - x[t.z+int(r.zb)]
		case r.za >= 0:
			special = math.Sqrt2 * x[t.z+int(r.za)]
		}
		if r.ua >= 0 {
			liking = x[t.u+int(r.ua)] - x[t.u+int(r.ub)]
		}
		eta += noise*special + taste*liking
		var l, g, ofNoise float64
		if r.alone {
			l, g, ofNoise = t.integrated(r, eta, math.Sqrt2*noise)
			ofNoise *= math.Sqrt2
		} else {
			mean := t.grades.at(t.p, t.weights, eta)
			l, g = math.Log(t.p[r.grade]), t.grades.score[r.grade]-mean
			ofNoise = g * special
			t.addShape(r.grade, r.count)
		}
		logp += r.count * l
		g *= r.count
		t.gradSkills[r.a] += g
		t.gradSkills[r.b] -= g
		if t.rows.hasPlace {
			grad[t.place] += float64(r.place) * g
		}
		if t.rows.hasNoise {
			grad[t.noise] += r.count * ofNoise
		}
		switch {
		case r.zb >= 0:
			grad[t.z+int(r.za)] += noise * g
			grad[t.z+int(r.zb)] -= noise * g
		case r.za >= 0:
			grad[t.z+int(r.za)] += math.Sqrt2 * noise * g
		}
		if r.ua >= 0 {
			grad[t.taste] += g * liking
			grad[t.u+int(r.ua)] += taste * g
			grad[t.u+int(r.ub)] -= taste * g
		}
	}
	contrastGradient(grad[:t.place], t.gradSkills)
	for i := range t.grades.free {
		grad[t.shape+i] += t.gradShape[i+1]
	}
	if t.noPrior {
		for i := t.noise; i < t.z; i++ {
			grad[i] *= math.Cosh(x[i])
		}
		return logp
	}
	return logp + t.prior(grad, x)
}

// addShape adds to the gradient of the parameters of grades: the grade is there, and p was expected.
func (t *density) addShape(grade int32, count float64) {
	t.gradShape[t.grades.class[grade]] += count
	for k, p := range t.p {
		t.gradShape[t.grades.class[k]] -= count * p
	}
}

// integrated returns the logarithm of the probability of a row's grade, averaged over N(η, sd²) by the rule of quality,
// with its derivatives with respect to η and sd.
func (t *density) integrated(r *counted, eta, sd float64) (l, byEta, bySD float64) {
	n, sum := t.grades.n, 0.0
	t.nodeP, t.nodeChance, t.nodeMean = t.nodeP[:0], t.nodeChance[:0], t.nodeMean[:0]
	for q, z := range t.quality.At {
		mean := t.grades.at(t.p, t.weights, eta+sd*z)
		chance := t.quality.Weight[q] * t.p[r.grade]
		t.nodeP, t.nodeMean = append(t.nodeP, t.p...), append(t.nodeMean, mean)
		t.nodeChance = append(t.nodeChance, chance)
		sum += chance
	}
	if sum == 0 { // so far out that no grade has a probability: no gradient is of use
		return math.Inf(-1), 0, 0
	}
	clear(t.p)
	for q, z := range t.quality.At {
		w := t.nodeChance[q] / sum
		g := w * (t.grades.score[r.grade] - t.nodeMean[q])
		byEta += g
		bySD += g * z
		for k, p := range t.nodeP[q*n : (q+1)*n] {
			t.p[k] += w * p
		}
	}
	t.addShape(r.grade, r.count)
	return math.Log(sum), byEta, bySD
}

// prior adds the gradient of the log prior density and returns it.
func (t *density) prior(grad, x []float64) float64 {
	// Contrasts are multivariate Student's t: normal, with a common variance that has an inverse gamma distribution.
	squares := 0.0
	for _, c := range x[:t.place] {
		squares += c * c
	}
	w := priorDegrees*priorSkills*priorSkills + squares
	half := float64(priorDegrees+t.place) / 2
	logp := -half * math.Log(w)
	for i, c := range x[:t.place] {
		grad[i] -= 2 * half * c / w
	}
	for _, i := range []int{t.noise, t.taste} {
		if i == t.noise && !t.rows.hasNoise || i == t.taste && !t.rows.hasTastes {
			continue
		}
		sd, slope := math.Sinh(x[i]), math.Cosh(x[i])
		l, g := student(sd, priorSpread)
		logp += l + math.Log(slope)
		grad[i] = (grad[i]+g)*slope + sd/slope
	}
	if t.rows.hasPlace {
		l, g := student(x[t.place], priorPlace)
		logp += l
		grad[t.place] += g
	}
	for i := t.shape; i < t.noise; i++ {
		l, g := student(x[i], priorGrades)
		logp += l
		grad[i] += g
	}
	for i := t.z; i < t.dim; i++ {
		logp -= x[i] * x[i] / 2
		grad[i] -= x[i]
	}
	return logp
}

// student is the log density of Student's t up to a constant, with its derivative.
func student(x, scale float64) (logp, slope float64) {
	u := x / scale
	w := priorDegrees + u*u
	return -(priorDegrees + 1) / 2.0 * math.Log(w), -(priorDegrees + 1) * u / w / scale
}
