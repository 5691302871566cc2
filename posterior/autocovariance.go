package posterior

import (
	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/floats"
)

// directLags is how many lags are computed one by one before the Fourier
// transform gives them all: chains that mix need no more.
const directLags = 32

// autocovariance is the mean over chains of the autocovariance with divisor n,
// γ_t = Σ_i (x_i − x̄)(x_{i+t} − x̄) / n, computed when a lag is asked for.
type autocovariance struct {
	centred [][]float64
	means   []float64
	all     []float64 // every lag, once the Fourier transform was needed
}

func newAutocovariance(chains [][]float64, memory *arena) *autocovariance {
	n := iterations(chains)
	flat := memory.floats.take(n * len(chains))
	a := &autocovariance{means: make([]float64, len(chains)), centred: make([][]float64, len(chains))}
	for c, x := range chains {
		a.means[c] = meanOf(x)
		if isConstant(x) {
			a.means[c] = x[0] // exactly, so that it has no variance
		}
		a.centred[c] = flat[c*n : (c+1)*n]
		for i, v := range x {
			a.centred[c][i] = v - a.means[c]
		}
	}
	return a
}

// at returns γ_t.
func (a *autocovariance) at(t int) float64 {
	if a.all == nil && t >= directLags {
		a.transform()
	}
	if a.all != nil {
		return a.all[t]
	}
	sum := 0.0
	for _, x := range a.centred {
		sum += floats.Dot(x[:len(x)-t], x[t:])
	}
	return sum / float64(len(a.centred)*len(a.centred[0]))
}

// transform computes all lags: the inverse transform of the power spectrum, with
// as many zeros after each chain as keep its ends apart.
func (a *autocovariance) transform() {
	n := len(a.centred[0])
	size := smoothSize(2 * n)
	fft := fourier.NewFFT(size)
	padded := make([]float64, size)
	coefficients := make([]complex128, size/2+1)
	power := make([]complex128, size/2+1)
	for _, x := range a.centred {
		copy(padded, x)
		for i, c := range fft.Coefficients(coefficients, padded) {
			power[i] += complex(real(c)*real(c)+imag(c)*imag(c), 0)
		}
	}
	a.all = fft.Sequence(padded, power)[:n]
	floats.Scale(1/float64(size*n*len(a.centred)), a.all)
}

// smoothSize returns the smallest 2^a 3^b 5^c that is at least n, for which the
// Fourier transform is fast.
func smoothSize(n int) int {
	for ; ; n++ {
		m := n
		for _, p := range []int{2, 3, 5} {
			for m%p == 0 {
				m /= p
			}
		}
		if m == 1 {
			return n
		}
	}
}
