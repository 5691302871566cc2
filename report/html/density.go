package html

import (
	"math"
	"slices"
	"strings"

	"concord/posterior"
	"concord/xcc"
)

// series is draws with a name, and the range that their quantity can have.
type series struct {
	name      string
	of        posterior.Quantity
	low, high float64
	class     string // that of the curve
}

// iccDraws are the draws of each study's ICC on the scale of the labels; nil without a posterior, and where there are
// more studies than one picture can tell apart.
func iccDraws(r Report) []series {
	if r.Posterior == nil || len(r.Posterior.Studies()) > mostCurves {
		return nil
	}
	var all []series
	for i, s := range r.Posterior.EachStudy() {
		all = append(all, series{s.Name(), r.Shared.Labels().Partition(s).ICC(), 0, 1, seriesClass(i)})
	}
	return all
}

// mostCurves is how many curves one picture can tell apart.
const mostCurves = 8

// rhoDraws are the draws of ρ of each pair of studies on the scale of the model's parameters; where there are many, of
// the pairs with the reference.
func rhoDraws(r Report) []series {
	if r.Posterior == nil {
		return nil
	}
	pairs := xcc.Pairs(r.Posterior)
	if m := r.Result.Model; len(pairs) > mostCurves && m != nil {
		pairs = slices.DeleteFunc(pairs, func(p xcc.Pair) bool { return !slices.Contains(p.Names(), m.Reference) })
	}
	var all []series
	for i, p := range pairs {
		all = append(all, series{strings.Join(p.Names(), " × "), p.A.ItemCorrelation(p.B), -1, 1, otherClass(i)})
	}
	return all
}

// densities draws kernel densities over one scale, unless they are more than a picture can hold.
func densities(title string, all []series) (*picture, bool) {
	const height, base = 150.0, 128.0
	var curves [][]point
	low, high, top := math.Inf(1), math.Inf(-1), 0.0
	for _, s := range all {
		curve := density(s)
		if curve == nil {
			return nil, false
		}
		low, high = math.Min(low, curve[0].x), math.Max(high, curve[len(curve)-1].x)
		for _, p := range curve {
			top = math.Max(top, p.y)
		}
		curves = append(curves, curve)
	}
	if len(curves) == 0 || len(curves) > mostCurves {
		return nil, false
	}
	a := newAxis(low, high)
	p := &picture{Figure: figure{Title: title, Height: height}, Caption: title + "."}
	p.Figure.grid(a, 4, base)
	for i, c := range curves {
		for j := range c {
			c[j] = point{a.at(c[j].x), base - (base-8)*c[j].y/top}
		}
		p.Figure.curve("curve "+all[i].class, c)
		p.Legend = append(p.Legend, key{all[i].class, "line", all[i].name})
	}
	p.Figure.line("base", 0, base, 100, base)
	p.Figure.scale(a, height-6)
	return p, true
}

// density estimates the density of draws at 101 points by a Gaussian kernel with the widest bandwidth that their
// spread allows, 1.144 s n^(−1/5) (Terrell, 1990, The maximal smoothing principle in density estimation, Journal of the
// American Statistical Association 85: 470–477), so that it shows no peak that the draws do not clearly have: s is
// their standard deviation, n their effective number, because what depends on the draw before says less. The kernel is
// reflected at the ends of the range (Silverman, 1986, section 2.10). It is nil where the draws do not vary.
func density(s series) []point {
	var x []float64
	for _, c := range s.of.Chains {
		x = append(x, c...)
	}
	slices.Sort(x)
	n := len(x)
	if n < 2 || math.IsNaN(x[0]) || math.IsInf(x[0], 0) || math.IsInf(x[n-1], 0) {
		return nil
	}
	spread := s.of.SD()
	if !(spread > 0) {
		return nil
	}
	effective := float64(n)
	if ess := posterior.ESSBulk(s.of.Chains); ess > 1 && ess < effective {
		effective = ess
	}
	h := 1.144 * spread * math.Pow(effective, -0.2)
	at := func(place float64) float64 {
		from, _ := slices.BinarySearch(x, place-6*h)
		to, _ := slices.BinarySearch(x, place+6*h)
		sum := 0.0
		for _, v := range x[from:to] {
			u := (place - v) / h
			sum += math.Exp(-u * u / 2)
		}
		return sum / (float64(n) * h * math.Sqrt(2*math.Pi))
	}
	low, high := math.Max(s.low, x[n/1000]-3*h), math.Min(s.high, x[n-1-n/1000]+3*h)
	points := make([]point, 101)
	for i := range points {
		place := low + (high-low)*float64(i)/100
		points[i] = point{place, at(place) + at(2*s.low-place) + at(2*s.high-place)}
	}
	return points
}
