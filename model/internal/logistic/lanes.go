package logistic

import (
	"math"
	"slices"
)

const (
	// width is the number of labelers side by side: the doubles of a 512-bit
	// register, or of two with 256 bits.
	width = 8
	// The labels of a labeler are cut in pieces of at most longestPiece rows, so that products of that many factors 1+e
	// ≤ 2 stay finite. Pieces are shorter if there are so few data that long ones would leave lanes empty. Beginning
	// and ending a group of pieces takes as long as rowsOfGroup rows.
	longestPiece  = 256
	shortestPiece = 16
	rowsOfGroup   = 2
	// The cells are worked through in tiles of at most tileCells, whose effects and sums, 16 bytes a cell, stay in the
	// second-level cache. Tiles are larger if labelers would have fewer labels in each than shortestInTile on average.
	tileCells      = 16384
	shortestInTile = 8
)

// lanes is the layout for vector kernels: eight pieces of labelers form a group
// and stand side by side, one in each lane, one label of each in a row (sliced
// ELLPACK, of sparse matrices: Kreutzer et al., SIAM J. Sci. Comput. 36 (2014),
// C401–C423). The number of a lane's labeler is loaded once and its Σp never leaves the
// register; there are no remainders, however few labels a labeler has. Within a tile
// of cells pieces are sorted by length, so that few places stay empty. An empty
// place refers to a cell behind the last, whose effect is −Inf: it contributes 0 to
// every sum.
type lanes struct {
	rows    []int32 // of each group
	labeler []int32 // of each lane of each group
	cell    []int32 // of each lane of each row of each group
}

// piece is a part of the labels of one labeler.
type piece struct {
	labeler   int32
	from, len int
}

// newLanes lays out the labels of d.
func newLanes(d *Design) lanes {
	var s lanes
	longest := min(max(d.Len()/(8*width), shortestPiece), longestPiece)
	tiles := cut(d, longest)
	for least := rowsOf(tiles); longest < longestPiece; {
		longest = min(2*longest, longestPiece)
		longer := cut(d, longest)
		if rows := rowsOf(longer); rows < least {
			tiles, least = longer, rows
		}
	}
	for _, pieces := range tiles {
		s.add(d, pieces)
	}
	return s
}

// rowsOf returns how many rows of labels take as long as pieces that are sorted by length.
func rowsOf(tiles [][]piece) int {
	rows := 0
	for _, pieces := range tiles {
		for i := 0; i < len(pieces); i += width {
			rows += pieces[i].len + rowsOfGroup
		}
	}
	return rows
}

// add lays out pieces, which are sorted by length.
func (s *lanes) add(d *Design, pieces []piece) {
	for len(pieces) > 0 {
		group := pieces[:min(width, len(pieces))]
		pieces = pieces[len(group):]
		at, rows := len(s.cell), group[0].len
		s.rows = append(s.rows, int32(rows))
		for range rows * width {
			s.cell = append(s.cell, int32(d.cells))
		}
		for lane := range width {
			if lane >= len(group) {
				s.labeler = append(s.labeler, 0)
				continue
			}
			p := group[lane]
			s.labeler = append(s.labeler, p.labeler)
			// Lanes start at different places of their lists, which are sorted. Otherwise labelers of the same items
			// would add to the same sum in the same row, and each addition would wait for the one before.
			for i := range p.len {
				from := p.from + (i+lane*p.len/width)%p.len
				s.cell[at+i*width+lane] = d.cell[from]
			}
		}
	}
}

// cut returns the pieces of all labelers, none longer than that, a list for each tile of cells, sorted by length. The
// pieces of one labeler in one tile are of nearly equal length.
func cut(d *Design, longest int) (tiles [][]piece) {
	count := min((d.cells+tileCells-1)/tileCells, d.Len()/(shortestInTile*max(d.Labelers(), 1)))
	count = max(count, 1)
	next := slices.Clone(d.start)
	for tile := range count {
		end := int32(float64(d.cells) * float64(tile+1) / float64(count))
		var pieces []piece
		for l := range d.Labelers() {
			from, rest := next[l], d.cell[next[l]:d.start[l+1]]
			labels, _ := slices.BinarySearch(rest, end)
			parts := (labels + longest - 1) / longest
			for i := range parts {
				at := labels * i / parts
				pieces = append(pieces, piece{int32(l), from + at, labels*(i+1)/parts - at})
			}
			next[l] += labels
		}
		tiles = append(tiles, sortByLength(pieces))
	}
	return tiles
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

// laneSums is the result of a vector kernel, lane by lane: Σ log(1+exp θ) is Σ positive + ln 2·Σ exponent + log Π
// mantissa.
type laneSums struct {
	positive [width]float64 // Σ max(θ, 0)
	exponent [width]float64 // integers
	mantissa [width]float64 // in [1, 2)
}

// softplus returns Σ log(1+exp θ).
func (ls *laneSums) softplus() float64 {
	positive, exponent, mantissa := 0.0, 0.0, 1.0
	for i := range width {
		positive += ls.positive[i]
		exponent += ls.exponent[i]
		mantissa *= ls.mantissa[i]
	}
	return positive + math.Ln2*exponent + math.Log(mantissa)
}
