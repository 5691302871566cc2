// Package logistic evaluates the Bernoulli log likelihood of crossed designs, the inner loop of the sampler: sums of
// log(1+exp θ) and of 1/(1+exp(−θ)) over all labels. The logit θ of a label is a number of its labeler plus a number of
// its item.
//
// The values of the labels are not needed: Σ yθ and its gradient follow from counts of positive labels, which the
// caller computes once.
//
// There are three kernels: pure Go for every platform, and on amd64 assembly for
// AVX2 with FMA and for AVX-512, chosen when the program runs. They agree up to
// rounding. The assembly is written by hand, in the .s files, with its macros in
// the .h files; nothing generates it. Its polynomials interpolate at the Chebyshev
// nodes of the interval stated with each (computed in 80 decimal digits, then
// rounded): (exp(r)−1−r)/r² of degree 4 on |r| ≤ ln 2/32 and of degree 9 on
// |r| ≤ ln 2/2, and log((1+√z)/(1−√z))/√z of degree 10 on 0 ≤ z ≤ 1/9.
package logistic
