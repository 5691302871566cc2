package logistic

import "math"

const (
	// width is the number of labelers side by side: the doubles of a 512-bit
	// register, or of two with 256 bits.
	width = 8
	// The labels of a labeler are cut in pieces of at most longestPiece rows, so
	// that products of that many factors 1+e ≤ 2 stay finite, and of fewer where
	// the data are so small that long pieces would leave lanes empty.
	longestPiece  = 256
	shortestPiece = 16
)

// lanes is the layout for vector kernels: eight pieces of labelers form a group
// and stand side by side, one in each lane, one label of each in a row (sliced
// ELLPACK, of sparse matrices: Kreutzer et al., SIAM J. Sci. Comput. 36 (2014),
// C401–C423). The base of a lane is loaded once and its Σp never leaves the
// register; there are no remainders, however few labels a labeler has. Pieces are
// sorted by length, so that few places stay empty. An empty place refers to a slot
// behind the last, whose effect is −Inf: it contributes 0 to every sum.
type lanes struct {
	rows    []int32 // of each group
	labeler []int32 // of each lane of each group
	slot    []int32 // of each lane of each row of each group
}

// piece is a part of the labels of one labeler.
type piece struct {
	labeler   int32
	from, len int
}

// newLanes lays out the labels of d.
func newLanes(d *Design) lanes {
	pieces := sortByLength(cut(d))
	var s lanes
	for len(pieces) > 0 {
		group := pieces[:min(width, len(pieces))]
		pieces = pieces[len(group):]
		at, rows := len(s.slot), group[0].len
		s.rows = append(s.rows, int32(rows))
		for range rows * width {
			s.slot = append(s.slot, int32(d.slots))
		}
		for lane := range width {
			if lane >= len(group) {
				s.labeler = append(s.labeler, 0)
				continue
			}
			p := group[lane]
			s.labeler = append(s.labeler, p.labeler)
			// Lanes start at different places of their lists, which are sorted:
			// labelers of the same items would otherwise add to the same sum in
			// the same row, each addition waiting for the one before.
			for i := range p.len {
				from := p.from + (i+lane*p.len/width)%p.len
				s.slot[at+i*width+lane] = d.slot[from]
			}
		}
	}
	return s
}

// cut returns the pieces of all labelers, those of one labeler of nearly equal
// length.
func cut(d *Design) []piece {
	longest := min(max(d.Len()/(8*width), shortestPiece), longestPiece)
	var pieces []piece
	for l := range d.Labelers() {
		labels := d.start[l+1] - d.start[l]
		parts := (labels + longest - 1) / longest
		for i := range parts {
			from := labels * i / parts
			pieces = append(pieces, piece{int32(l), d.start[l] + from, labels*(i+1)/parts - from})
		}
	}
	return pieces
}

// sortByLength returns the pieces from long to short, equals in their order.
func sortByLength(pieces []piece) []piece {
	key := make([]int32, len(pieces))
	for i, p := range pieces {
		key[i] = int32(longestPiece - p.len)
	}
	sorted := make([]piece, len(pieces))
	place(key, longestPiece, func(n, to int) { sorted[to] = pieces[n] })
	return sorted
}

// laneSums is what a vector kernel returns, lane by lane: Σ log(1+exp θ) is
// Σ positive + ln 2·Σ exponent + log Π mantissa.
type laneSums struct {
	positive [width]float64 // Σ max(θ, 0)
	exponent [width]float64 // integers
	mantissa [width]float64 // in [1, 2)
}

// softplus returns Σ log(1+exp θ).
func (s *laneSums) softplus() float64 {
	positive, exponent, mantissa := 0.0, 0.0, 1.0
	for i := range width {
		positive += s.positive[i]
		exponent += s.exponent[i]
		mantissa *= s.mantissa[i]
	}
	return positive + math.Ln2*exponent + math.Log(mantissa)
}
