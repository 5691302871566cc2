// Package pairs says which of several candidates, such as language models, is best, from comparisons of two at a time.
//
// A labeler sees the answers of two candidates to a prompt and says which is better. The answer of candidate A to
// prompt p has the quality s_A + d_Ap: the skill of the candidate, and the deviation of this answer. A labeler l has a
// taste t_lA for the candidate. A verdict depends on
//
//	η = s_A − s_B + d_Ap − d_Bp + t_lA − t_lB ± β,   d ~ N(0, σ²),   t ~ N(0, τ²),
//
// where β is the effect of being shown first. Verdicts have grades k = 0 … K−1 with scores x_k from −½ to ½ in equal
// steps, and
//
//	P(k) ∝ exp(x_k η + a_|k|),
//
// the adjacent-categories model with parameters that are symmetric about the middle (Agresti 1992, "Analysis of ordinal
// paired comparison data", Applied Statistics 41, section 3). Two grades make it Bradley and Terry's model (1952,
// Biometrika 39), and three make it Davidson's with ties (1970, Journal of the American Statistical Association 65).
// Plain models leave out d and t, so that comparisons of the same answers, or by the same labeler, count as if they
// were independent: their intervals are too narrow. [Fit] has them, and [Likeliest] is the plain model with errors that
// are robust to clusters.
package pairs

import (
	"errors"

	"concord/internal/forest"
)

// Comparison is one verdict on two candidates.
type Comparison struct {
	A, B int32 // indices of two candidates
	// Prompt and Labeler are indices; −1: unknown.
	Prompt, Labeler int32
	// Place is 1 if A was shown first, −1 if B was, and 0 if the order is unknown.
	Place int8
	// Grade is the verdict: 0 if B is better by far, and the number of grades less 1 if A is. A tie is the middle one
	// of an odd number of grades.
	Grade int32
}

// Data is comparisons of some candidates.
type Data struct {
	Candidates []string
	Grades     int
	All        []Comparison
}

// Ties reports whether a grade says that neither candidate is better.
func (d *Data) Ties() bool { return d.Grades%2 == 1 }

// turned is the comparison as seen from the other candidate.
func (c Comparison) turned(grades int) Comparison {
	c.A, c.B, c.Place, c.Grade = c.B, c.A, -c.Place, int32(grades)-1-c.Grade
	return c
}

// inOrder is the comparison as seen from the candidate of the lower index.
func (c Comparison) inOrder(grades int) Comparison {
	if c.A > c.B {
		return c.turned(grades)
	}
	return c
}

// Points returns 1 for a grade that says that A is better, ½ for a tie, and 0 otherwise.
func (d *Data) Points(grade int32) float64 {
	switch twice := 2*int(grade) - (d.Grades - 1); {
	case twice > 0:
		return 1
	case twice < 0:
		return 0
	}
	return 0.5
}

// Faults of data.
var (
	ErrFewCandidates = errors.New("pairs: there are fewer than two candidates")
	ErrFewGrades     = errors.New("pairs: there are fewer than two grades")
	ErrItself        = errors.New("pairs: a candidate is compared with itself")
	ErrRange         = errors.New("pairs: an index or a grade is out of range")
	ErrApart         = errors.New("pairs: some candidates are not connected by comparisons")
)

// Check returns the fault of the data; nil if they can be fitted.
func (d *Data) Check() error {
	n := int32(len(d.Candidates))
	switch {
	case n < 2:
		return ErrFewCandidates
	case d.Grades < 2:
		return ErrFewGrades
	}
	for _, c := range d.All {
		switch {
		case c.A < 0 || c.B < 0 || c.A >= n || c.B >= n || c.Grade < 0 || c.Grade >= int32(d.Grades) ||
			c.Prompt < -1 || c.Labeler < -1:
			return ErrRange
		case c.A == c.B:
			return ErrItself
		}
	}
	if len(d.Islands()) > 1 {
		return ErrApart
	}
	return nil
}

// Islands are sets of candidates that comparisons connect: how candidates of different sets compare is unknown.
func (d *Data) Islands() [][]int {
	f := forest.New(len(d.Candidates))
	for _, c := range d.All {
		f.Join(c.A, c.B)
	}
	var all [][]int
	at := map[int32]int{}
	for i := range d.Candidates {
		r := f.Root(int32(i))
		k, known := at[r]
		if !known {
			k = len(all)
			at[r], all = k, append(all, nil)
		}
		all[k] = append(all[k], i)
	}
	return all
}

// Leagues are sets of candidates. Within a set, each candidate won or drew against each other one, directly or through
// others. If there are several sets, one of them won all comparisons with the others, and no maximum likelihood is
// finite (Ford 1957, "Solution of a ranking problem from binary comparisons", American Mathematical Monthly 64). The
// prior decides then how far apart the sets are.
func (d *Data) Leagues() [][]int {
	n := len(d.Candidates)
	beat := make([]bool, n*n)
	for _, c := range d.All {
		if c.Grade > 0 {
			beat[int(c.A)*n+int(c.B)] = true
		}
		if c.Grade < int32(d.Grades)-1 {
			beat[int(c.B)*n+int(c.A)] = true
		}
	}
	for k := range n { // transitive closure (Warshall 1962)
		for i := range n {
			if !beat[i*n+k] {
				continue
			}
			for j := range n {
				beat[i*n+j] = beat[i*n+j] || beat[k*n+j]
			}
		}
	}
	var all [][]int
	done := make([]bool, n)
	for i := range n {
		if done[i] {
			continue
		}
		set := []int{i}
		for j := i + 1; j < n; j++ {
			if !done[j] && beat[i*n+j] && beat[j*n+i] {
				set, done[j] = append(set, j), true
			}
		}
		all = append(all, set)
	}
	return all
}

// BothOrders reports whether some two candidates were shown in both orders. Otherwise only the additivity of the model
// separates the effect of the order from skill.
func (d *Data) BothOrders() bool {
	type pair struct{ a, b int32 }
	seen := map[pair]int8{} // 1: one order, 2: the other
	for _, c := range d.All {
		c = c.inOrder(d.Grades)
		if c.Place == 0 {
			continue
		}
		p := pair{c.A, c.B}
		if seen[p] |= 1 + (1-c.Place)/2; seen[p] == 3 {
			return true
		}
	}
	return false
}
