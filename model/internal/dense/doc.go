// Package dense multiplies small dense matrices: levels × K matrices by K×K ones and by each other. With many studies
// this is the inner loop of the sampler. Unlike general libraries, it allocates nothing and stays on the goroutine that
// calls it.
//
// There are three kernels: pure Go for every platform, and on amd64 assembly for AVX-512 and for AVX2 with FMA, chosen
// when the program runs. They agree up to rounding; the same kernel always gives the same bytes.
package dense
