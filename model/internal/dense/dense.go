package dense

// MulAdd adds A·B to dst: dst is m×n, a m×k and b k×n, all row-major without gaps. dst must
// not overlap the others. It panics if a slice is too short.
func MulAdd(dst, a, b []float64, m, k, n int) {
	if m == 0 || k == 0 || n == 0 {
		return
	}
	fits(dst, m*n, a, m*k, b, k*n)
	best().product(dst, a, b, shape{m: m, k: k, n: n, stride: n, row: k, step: 1, add: true})
}

// Mul stores A·B in dst, see [MulAdd].
func Mul(dst, a, b []float64, m, k, n int) {
	fits(dst, m*n, a, m*k, b, k*n)
	if k == 0 {
		clear(dst[:m*n])
		return
	}
	best().product(dst, a, b, shape{m: m, k: k, n: n, stride: n, row: k, step: 1})
}

// MulLower stores L·B in dst, L k×k and lower triangular, with 0 above the diagonal. b is k×n.
func MulLower(dst, l, b []float64, k, n int) {
	fits(dst, k*n, l, k*k, b, k*n)
	best().product(dst, l, b, shape{m: k, k: k, n: n, stride: n, row: k, step: 1, lower: true})
}

// MulHalf stores the lower triangle of A·B in dst, where a is k×m and b m×k. Elements above it have no meaning.
func MulHalf(dst, a, b []float64, k, m int) {
	fits(dst, k*k, a, k*m, b, m*k)
	best().product(dst, a, b, shape{m: k, k: m, n: k, stride: k, row: m, step: 1, half: true})
}

// rowsAtOnce is how many rows MulTransAdd sums over before it goes on to the next part of
// dst, so that they stay in the nearest cache.
const rowsAtOnce = 64

// MulTransAdd adds AᵀB to dst: dst is k×n, a m×k and b m×n, all row-major without gaps. dst must
// not overlap the others. It panics if a slice is too short.
func MulTransAdd(dst, a, b []float64, m, k, n int) {
	if m == 0 || k == 0 || n == 0 {
		return
	}
	fits(dst, k*n, a, m*k, b, m*n)
	mulTrans(best(), dst, a, b, m, shape{m: k, n: n, stride: n, row: 1, step: k, add: true})
}

// MulTransHalf stores the lower triangle of AᵀB in dst, where a and b are m×k. Elements above it have no meaning.
func MulTransHalf(dst, a, b []float64, m, k int) {
	fits(dst, k*k, a, m*k, b, m*k)
	if m == 0 {
		clear(dst[:k*k])
		return
	}
	mulTrans(best(), dst, a, b, m, shape{m: k, n: k, stride: k, row: 1, step: k, half: true})
}

// MulTransHalfAdd adds the lower triangle of AᵀB to dst, see [MulTransHalf].
func MulTransHalfAdd(dst, a, b []float64, m, k int) {
	fits(dst, k*k, a, m*k, b, m*k)
	mulTrans(best(), dst, a, b, m, shape{m: k, n: k, stride: k, row: 1, step: k, add: true, half: true})
}

// MulTransLowerHalf stores the lower triangle of LᵀB in dst, all k×k and L lower triangular, with 0 above the diagonal.
// Elements above the triangle have no meaning.
func MulTransLowerHalf(dst, l, b []float64, k int) {
	fits(dst, k*k, l, k*k, b, k*k)
	best().product(dst, l, b, shape{m: k, k: k, n: k, stride: k, row: 1, step: k, upper: true, half: true})
}

func mulTrans(with kernel, dst, a, b []float64, m int, s shape) {
	for i := 0; i < m; i += rowsAtOnce {
		s.k = min(rowsAtOnce, m-i)
		with.product(dst, a[i*s.step:], b[i*s.stride:], s)
		s.add = true
	}
}

// fits panics if a slice is too short.
func fits(dst []float64, d int, a []float64, na int, b []float64, nb int) {
	_, _, _ = dst[:d:len(dst)], a[:na:len(a)], b[:nb:len(b)]
}

// shape is the shape of a product: dst is m×n, and element (i, p) of A, m×k, is at i·row + p·step. Rows of dst and of
// B, k×n, are stride apart.
type shape struct {
	m, k, n, stride, row, step int

	add          bool // to what dst holds
	lower, upper bool // A is triangular: elements beyond the diagonal are 0, and not all of them are read
	half         bool // only the lower triangle of dst is wanted
}

// part describes the part of a product in the given number of rows from row i on: how many columns of dst it has, and
// over which k it sums.
func (s *shape) part(i, rows int) (columns, from, to int) {
	columns, to = s.n, s.k
	if s.half {
		columns = min(s.n, i+rows)
	}
	if s.lower {
		to = min(s.k, i+rows)
	}
	if s.upper {
		from = min(i, s.k-1)
	}
	return columns, from, to
}

// kernel is a set of processor instructions for products.
type kernel int

const (
	plain kernel = iota
	avx2
	avx512
)

func (ke kernel) product(dst, a, b []float64, s shape) {
	switch ke {
	case avx512:
		productAVX512(dst, a, b, s)
	case avx2:
		productAVX2(dst, a, b, s)
	default:
		productPlain(dst, a, b, s)
	}
}

// productPlain is the product in plain Go, with which tests compare the others.
func productPlain(dst, a, b []float64, s shape) {
	for i := range s.m {
		columns, from, to := s.part(i, 1)
		row := dst[i*s.stride : i*s.stride+columns]
		if !s.add {
			clear(row)
		}
		for p := from; p < to; p++ {
			x := a[i*s.row+p*s.step]
			for j, y := range b[p*s.stride : p*s.stride+columns] {
				row[j] += x * y
			}
		}
	}
}
