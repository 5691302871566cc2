// Package dense multiplies small dense matrices into others, the inner loop of the sampler where there are
// many studies: levels × K matrices by K×K ones and by one another. It allocates nothing and stays
// on the goroutine that calls it, unlike general libraries.
//
// There are three kernels: pure Go for every platform, and on amd64 assembly for AVX-512 and for AVX2 with FMA, chosen
// when the program runs. They agree up to rounding; the same kernel always gives the same bytes.
package dense
