package logistic

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// guarded returns a copy of x that ends where an unreadable page begins, if atEnd,
// or else begins where one ends. Any access beyond ends the test with a fault.
func guarded[T any](t *testing.T, x []T, atEnd bool) []T {
	page := unix.Getpagesize()
	size := len(x) * int(unsafe.Sizeof(*new(T)))
	pages := (size + page - 1) / page
	memory, err := unix.Mmap(-1, 0, (pages+2)*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, unix.Munmap(memory)) })
	inside := memory[page : (pages+1)*page]
	require.NoError(t, unix.Mprotect(memory[:page], unix.PROT_NONE))
	require.NoError(t, unix.Mprotect(memory[(pages+1)*page:], unix.PROT_NONE))
	if len(x) == 0 {
		return nil
	}
	if atEnd {
		inside = inside[len(inside)-size:]
	}
	y := unsafe.Slice((*T)(unsafe.Pointer(&inside[0])), len(x))
	copy(y, x)
	return y
}

func TestDenseKernelsStayInBounds(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		for n := 1; n <= 40; n++ {
			for _, atEnd := range []bool{false, true} {
				theta := guarded(t, logits()[:n], atEnd)
				k.dense(guarded(t, theta, atEnd), theta)
				k.weighted(guarded(t, theta, atEnd), guarded(t, theta, atEnd), theta)
			}
		}
	})
}

func TestSumsStayInBounds(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		for _, labels := range []int{1, 2, 7, 8, 9, 40, 400} {
			for _, labelers := range []int{1, 3, 8, 9} {
				d, common, effect := crossed(k, labels, 50, labelers)
				want, wantLabeler, wantCell := sums(d, common, effect)
				for _, atEnd := range []bool{false, true} {
					guard := func(x []float64) []float64 { return guarded(t, x, atEnd) }
					e, s := *d, *d.NewScratch()
					e.start, e.cell = guarded(t, d.start, atEnd), guarded(t, d.cell, atEnd)
					e.lanes = lanes{guarded(t, d.lanes.rows, atEnd), guarded(t, d.lanes.labeler, atEnd),
						guarded(t, d.lanes.cell, atEnd)}
					s.design, s.block, s.effect, s.sumCell = &e, guard(s.block), guard(s.effect), guard(s.sumCell)
					sumLabeler, sumCell := guard(slices.Clone(common)), guard(slices.Clone(effect))
					require.Equal(t, want, e.Sums(sumLabeler, sumCell, guard(common), guard(effect), &s))
					require.Equal(t, wantLabeler, sumLabeler)
					require.Equal(t, wantCell, sumCell)
				}
			}
		}
	})
}
