package dense

import "golang.org/x/sys/cpu"

// vector tells whether this processor has the instructions of the assembly.
func vector() bool { return cpu.X86.HasAVX2 && cpu.X86.HasFMA }

// lanes is the number of columns of a tile.
const lanes = 8

// masks, read from 8−c on, has c lanes set and the others not.
var masks = [2 * lanes]int64{-1, -1, -1, -1, -1, -1, -1, -1}

// tiles adds to dst (m×n) the products of a, whose element (i, p) is at i·row + p·step, with b (k×n).
func tiles(dst, a, b []float64, m, k, n, row, step int) {
	for i := 0; i < m; {
		j := 0
		if i+4 <= m {
			for ; j < n; j += lanes {
				tile4(&dst[i*n+j], &a[i*row], &b[j], k, n, row, step, &masks[max(0, lanes-(n-j))])
			}
			i += 4
			continue
		}
		for ; j < n; j += lanes {
			tile1(&dst[i*n+j], &a[i*row], &b[j], k, n, step, &masks[max(0, lanes-(n-j))])
		}
		i++
	}
}

// tile4 adds four rows of up to eight columns. Strides are counted in elements; mask says which
// columns there are.
//
//go:noescape
func tile4(dst, a, b *float64, k, n, row, step int, mask *int64)

// tile1 is tile4 of one row.
//
//go:noescape
func tile1(dst, a, b *float64, k, n, step int, mask *int64)

// triplesForward is [TriplesForward] of one level or more.
//
//go:noescape
func triplesForward(n int, order *int32, m *TripleMap, c *[3][4]float64, z, d, eta, b *float64, square *[4]float64)

// triplesBackward is [TriplesBackward] of one level or more.
//
//go:noescape
func triplesBackward(
	n int, order *int32, m *TripleMap, c *[3][4]float64, z, d, eta, grad, zbar *float64, bar *TripleBar,
)
