package pairs

import (
	"math"

	"concord/internal/forest"
)

// row is comparisons that are alike for the likelihood.
type row struct {
	a, b int32
	// za and zb are the coordinates of the deviations of the two answers; −1: none. Two answers that are compared with
	// no others have one coordinate, of their difference.
	za, zb int32
	ua, ub int32 // coordinates of the labeler's tastes; −1: none
	place  int8
	grade  int32
	// alone: the only comparison of these two answers, whose quality is integrated out.
	alone bool
}

// plain is the row of a comparison, as seen from the candidate of the lower index, without quality and tastes.
func (rs *rows) plain(d *Data, c Comparison) row {
	c = c.inOrder(d.Grades)
	if !rs.hasPlace {
		c.Place = 0
	}
	return row{a: c.A, b: c.B, za: -1, zb: -1, ua: -1, ub: -1, place: c.Place, grade: c.Grade}
}

// counted is a row and how many comparisons it stands for.
type counted struct {
	row
	count float64
}

// rows are comparisons, sorted into what the likelihood needs.
type rows struct {
	all       []counted
	special   int // coordinates of answers
	tastes    int // coordinates of tastes
	hasNoise  bool
	hasTastes bool
	hasPlace  bool
}

// count counts a row; places has the places of the rows that are there.
func (rs *rows) count(places map[row]int, r row) {
	at, known := places[r]
	if !known {
		at = len(rs.all)
		places[r], rs.all = at, append(rs.all, counted{row: r})
	}
	rs.all[at].count++
}

// answer identifies the answer of a candidate to a prompt, or the taste of a labeler for a candidate.
type answer struct{ of, candidate int32 }

// newRows finds which effects the comparisons determine. Qualities of answers show if two comparisons share an answer.
// Tastes show if labelers give several labels for each candidate: as many comparisons as candidates, on
// average.
func newRows(d *Data) *rows {
	rs := &rows{hasPlace: d.BothOrders(), hasTastes: d.tastes()}
	answers, of := d.answers()
	f := forest.New(len(answers))
	single := make(map[int32]answer) // component to its only pair of answers; another pair: {−1, −1}
	for i, c := range d.All {
		if c.Prompt >= 0 {
			f.Join(of[i][0], of[i][1])
		}
	}
	labels := make(map[int32]int)
	for i, c := range d.All {
		if c.Prompt < 0 {
			continue
		}
		r, pair := f.Root(of[i][0]), answer{min(of[i][0], of[i][1]), max(of[i][0], of[i][1])}
		if was, known := single[r]; known && was != pair {
			pair = answer{-1, -1}
		}
		single[r] = pair
		labels[r]++
		rs.hasNoise = rs.hasNoise || labels[r] > 1
	}
	z, u := map[int32]int32{}, map[answer]int32{}
	coordinate := func(i int32) int32 {
		if _, known := z[i]; !known {
			z[i] = int32(len(z))
		}
		return z[i]
	}
	taste := func(labeler, candidate int32) int32 {
		if !rs.hasTastes || labeler < 0 {
			return -1
		}
		k := answer{labeler, candidate}
		if _, known := u[k]; !known {
			u[k] = int32(len(u))
		}
		return u[k]
	}
	places := map[row]int{}
	for i, c := range d.All {
		r := rs.plain(d, c)
		r.ua, r.ub = taste(c.Labeler, r.a), taste(c.Labeler, r.b)
		if rs.hasNoise && c.Prompt >= 0 {
			component := f.Root(of[i][0])
			switch {
			case labels[component] == 1:
				r.alone = true
			case single[component].of >= 0:
				r.za = coordinate(component)
			case d.All[i].A < d.All[i].B:
				r.za, r.zb = coordinate(of[i][0]), coordinate(of[i][1])
			default:
				r.za, r.zb = coordinate(of[i][1]), coordinate(of[i][0])
			}
		}
		rs.count(places, r)
	}
	rs.special, rs.tastes = len(z), len(u)
	return rs
}

// answers numbers the answers of candidates to prompts, and returns the two of each comparison.
func (d *Data) answers() (all map[answer]int32, of [][2]int32) {
	all = map[answer]int32{}
	of = make([][2]int32, len(d.All))
	number := func(prompt, candidate int32) int32 {
		k := answer{prompt, candidate}
		if _, known := all[k]; !known {
			all[k] = int32(len(all))
		}
		return all[k]
	}
	for i, c := range d.All {
		if c.Prompt >= 0 {
			of[i] = [2]int32{number(c.Prompt, c.A), number(c.Prompt, c.B)}
		}
	}
	return all, of
}

// tastes reports whether tastes of labelers can be estimated: there are several labelers, with as many comparisons each
// as there are candidates.
func (d *Data) tastes() bool {
	labelers, labels := map[int32]bool{}, 0
	for _, c := range d.All {
		if c.Labeler >= 0 {
			labelers[c.Labeler] = true
			labels++
		}
	}
	return len(labelers) > 1 && labels >= len(labelers)*len(d.Candidates)
}

// contrasts turns K−1 coordinates into K skills that sum to 0, by Helmert's contrasts, which are orthonormal.
func contrasts(skills, c []float64) {
	suffix := 0.0
	for i := len(skills) - 1; i >= 0; i-- {
		skills[i] = suffix
		if i > 0 {
			x := c[i-1] / norm(i)
			skills[i] -= float64(i) * x
			suffix += x
		}
	}
}

// contrastGradient turns the gradient for the skills into the gradient for their coordinates.
func contrastGradient(dst, skills []float64) {
	prefix := 0.0
	for i, g := range skills {
		if i > 0 {
			dst[i-1] = (prefix - float64(i)*g) / norm(i)
		}
		prefix += g
	}
}

func norm(i int) float64 { return math.Sqrt(float64(i) * float64(i+1)) }
