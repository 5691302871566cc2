package dense

// MulAdd adds A·B to dst: dst is m×n, a m×k and b k×n, all row-major without gaps. dst must
// not overlap the others. It panics if a slice is too short.
func MulAdd(dst, a, b []float64, m, k, n int) {
	if m == 0 || k == 0 || n == 0 {
		return
	}
	dst, a, b = dst[:m*n:len(dst)], a[:m*k:len(a)], b[:k*n:len(b)]
	if vector() {
		tiles(dst, a, b, m, k, n, k, 1)
		return
	}
	for i := range m {
		row := dst[i*n : (i+1)*n]
		for p, x := range a[i*k : (i+1)*k] {
			for j, y := range b[p*n : (p+1)*n] {
				row[j] += x * y
			}
		}
	}
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
	dst, a, b = dst[:k*n:len(dst)], a[:m*k:len(a)], b[:m*n:len(b)]
	if vector() {
		for i := 0; i < m; i += rowsAtOnce {
			rows := min(rowsAtOnce, m-i)
			tiles(dst, a[i*k:], b[i*n:], k, rows, n, 1, k)
		}
		return
	}
	for i := range m {
		row := b[i*n : (i+1)*n]
		for p, x := range a[i*k : (i+1)*k] {
			to := dst[p*n : (p+1)*n]
			for j, y := range row {
				to[j] += x * y
			}
		}
	}
}
