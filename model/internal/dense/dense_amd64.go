package dense

import "golang.org/x/sys/cpu"

// best returns the widest instructions that this processor has.
func best() kernel {
	switch {
	case cpu.X86.HasAVX512F:
		return avx512
	case cpu.X86.HasAVX2 && cpu.X86.HasFMA:
		return avx2
	}
	return plain
}

// lanes is the number of columns of a tile of productAVX2.
const lanes = 8

// masks, read from 8−c on, has c lanes set and the others not.
var masks = [2 * lanes]int64{-1, -1, -1, -1, -1, -1, -1, -1}

func productAVX2(dst, a, b []float64, s shape) {
	for i, rows := 0, 0; i < s.m; i += rows {
		rows = 1
		if i+4 <= s.m {
			rows = 4
		}
		columns, from, to := s.part(i, rows)
		if !s.add {
			for r := i; r < i+rows; r++ {
				clear(dst[r*s.stride : r*s.stride+columns])
			}
		}
		a := &a[i*s.row+from*s.step]
		for j := 0; j < columns; j += lanes {
			d, b, mask := &dst[i*s.stride+j], &b[from*s.stride+j], &masks[max(0, lanes-(columns-j))]
			if rows == 4 {
				tile4(d, a, b, to-from, s.stride, s.row, s.step, mask)
			} else {
				tile1(d, a, b, to-from, s.stride, s.step, mask)
			}
		}
	}
}

// columnsAtOnce is the number of columns of a tile of productAVX512.
const columnsAtOnce = 24

func productAVX512(dst, a, b []float64, s shape) {
	add := 0
	if s.add {
		add = 1
	}
	for i, rows := 0, 0; i < s.m; i += rows {
		switch left := s.m - i; {
		case left >= 8:
			rows = 8
		case left >= 4:
			rows = 4
		default:
			rows = 1
		}
		columns, from, to := s.part(i, rows)
		a := &a[i*s.row+from*s.step]
		for j := 0; j < columns; j += columnsAtOnce {
			d, b, some := &dst[i*s.stride+j], &b[from*s.stride+j], min(columnsAtOnce, columns-j)
			switch rows {
			case 8:
				eightRows(d, a, b, to-from, s.stride, s.row, s.step, some, add)
			case 4:
				fourRows(d, a, b, to-from, s.stride, s.row, s.step, some, add)
			default:
				oneRow(d, a, b, to-from, s.stride, s.row, s.step, some, add)
			}
		}
	}
}

// tile4 adds four rows of up to eight columns. Strides are counted in elements; mask says which
// columns there are.
//
//go:noescape
func tile4(dst, a, b *float64, k, n, row, step int, mask *int64)

// tile1 is tile4 for one row.
//
//go:noescape
func tile1(dst, a, b *float64, k, n, step int, mask *int64)

// triplesForward is [TriplesForward] for one level or more.
//
//go:noescape
func triplesForward(n int, order *int32, m *TripleMap, c *[3][4]float64, z, d, eta, b *float64, square *[4]float64)

// triplesBackward is [TriplesBackward] for one level or more.
//
//go:noescape
func triplesBackward(
	n int, order *int32, m *TripleMap, c *[3][4]float64, z, d, eta, grad, zbar *float64, bar *TripleBar,
)

// eightRows stores eight rows of up to 24 columns, or adds them. Strides are counted in elements.
//
//go:noescape
func eightRows(dst, a, b *float64, k, n, row, step, columns, add int)

//go:noescape
func fourRows(dst, a, b *float64, k, n, row, step, columns, add int)

//go:noescape
func oneRow(dst, a, b *float64, k, n, row, step, columns, add int)
