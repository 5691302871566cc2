package logistic

// A kernel is one implementation of the sums, for one instruction set. All give
// the same numbers up to rounding; the same kernel always gives the same bytes.
type kernel uint8

const (
	generic kernel = iota // pure Go
	avx2                  // amd64 with AVX2 and FMA
	avx512                // amd64 with AVX-512 F, DQ and VL
)

// best returns the kernel to use on this processor.
func best() kernel {
	k := avx512
	for !k.runs() {
		k--
	}
	return k
}

func (k kernel) String() string {
	return [...]string{"generic", "avx2", "avx512"}[k]
}
