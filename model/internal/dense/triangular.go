package dense

import "math"

// blockRows is how many rows of a triangular matrix are taken at once. Only the triangle of these rows is plain
// arithmetic; the rest is products of matrices.
const blockRows = 8

// RootInverse replaces the lower triangle of the positive definite a, k×k, by the lower triangular U with a = UᵀU (the
// Cholesky decomposition from the last row on), and stores U⁻¹ in r, which is 0 above the diagonal and stays so.
// Elements of a above the diagonal lose their meaning. scratch has 2·k·8 elements or more.
func RootInverse(a, r, scratch []float64, k int) {
	fits(a, k*k, r, k*k, scratch, 2*k*blockRows)
	with, negative := best(), scratch[k*blockRows:]
	for to := k; to > 0; {
		from := max(0, to-blockRows)
		n := to - from
		at := from*k + from
		rootBlock(a[at:], n, k)
		invertBlock(r[at:], a[at:], n, k)
		if from == 0 {
			break
		}
		// In a = UᵀU, take the rows of the block and the columns before it: U_b = R_bᵀ a_b. The rest of a then loses
		// U_bᵀU_b.
		with.product(scratch, r[at:], a[from*k:],
			shape{m: n, k: n, n: from, stride: k, row: 1, step: k, upper: true})
		for i := range n {
			from, row := negative[i*k:i*k+from], scratch[i*k:i*k+from]
			copy(a[(to-n+i)*k:], row)
			for c, x := range row {
				from[c] = -x
			}
		}
		with.product(a, negative, scratch,
			shape{m: from, k: n, n: from, stride: k, row: 1, step: k, add: true, half: true})
		to = from
	}
	for from := k - (k-1)/blockRows*blockRows; from < k; from += blockRows {
		invertBefore(with, r, a, scratch, from, blockRows, k)
	}
}

// InvertLower stores the inverse of the lower triangular l, k×k, in r, which is 0 above the diagonal and stays so.
// Elements of l there are not read. scratch has 2·k·8 elements or more.
func InvertLower(r, l, scratch []float64, k int) {
	fits(l, k*k, r, k*k, scratch, 2*k*blockRows)
	with := best()
	for from := 0; from < k; from += blockRows {
		n, at := min(blockRows, k-from), from*k+from
		invertBlock(r[at:], l[at:], n, k)
		if from > 0 {
			invertBefore(with, r, l, scratch, from, n, k)
		}
	}
}

// invertBefore stores n rows of the inverse, from the given row on, in the columns before their block on the diagonal:
// −R_b L_b R. The block is there already.
func invertBefore(with kernel, r, l, scratch []float64, from, n, k int) {
	negative := scratch[k*blockRows:]
	for i := range n {
		for c := range i + 1 {
			negative[i*blockRows+c] = -r[(from+i)*k+from+c]
		}
		clear(negative[i*blockRows+i+1 : (i+1)*blockRows])
	}
	with.product(scratch, l[from*k:], r, shape{m: n, k: from, n: from, stride: k, row: k, step: 1})
	with.product(r[from*k:], negative, scratch,
		shape{m: n, k: n, n: from, stride: k, row: blockRows, step: 1, lower: true})
}

// rootBlock is RootInverse's U for n rows, stride apart.
func rootBlock(a []float64, n, stride int) {
	for j := n - 1; j >= 0; j-- {
		row := a[j*stride : j*stride+j+1]
		d := math.Sqrt(row[j])
		row[j] = d
		d = 1 / d
		for c := range row[:j] {
			row[c] *= d
		}
		for i := range j {
			x := row[i]
			to := a[i*stride : i*stride+i+1]
			for c, y := range row[:len(to)] {
				to[c] -= x * y
			}
		}
	}
}

// invertBlock stores the inverse of the n rows of l in r, row by row from the rows before.
func invertBlock(r, l []float64, n, stride int) {
	for i := range n {
		own := l[i*stride : i*stride+i+1]
		to := r[i*stride : i*stride+i+1]
		d := 1 / own[i]
		clear(to)
		for e, x := range own[:i] {
			x *= d
			for c, y := range r[e*stride : e*stride+e+1] {
				to[c] -= x * y
			}
		}
		to[i] = d
	}
}
