package study

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Codes come back as they were put in, whatever their span, and small spans take a byte each.
func TestCodesComeBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, span := range []int64{1, 2, 256, 257, 1 << 16, 1<<16 + 1, math.MaxInt32} {
		for _, n := range []int{0, 1, blockCodes - 1, blockCodes, 3*blockCodes + 17} {
			var codes Codes
			least := rng.Int64N(math.MaxInt32 - span + 1)
			want := make([]int32, n)
			for i := range want {
				want[i] = int32(least + rng.Int64N(span))
				codes.Append(want[i])
			}
			assert.Equal(t, n, codes.Len())
			got := make([]int32, n)
			for i := range got {
				got[i] = codes.At(i)
			}
			assert.Equal(t, want, got)
			for _, b := range codes.blocks {
				assert.LessOrEqual(t, len(b.one)+2*len(b.two)+4*len(b.four), bytesOf(span)*blockCodes)
			}
		}
	}
	assert.Panics(t, func() { new(Codes).Append(-1) })
}

func bytesOf(span int64) int {
	switch {
	case span <= 1:
		return 0
	case span <= 1<<8:
		return 1
	case span <= 1<<16:
		return 2
	}
	return 4
}
