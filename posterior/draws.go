// Package posterior holds draws from a posterior distribution, summarises them, and says how far they can be trusted:
// credible intervals, R̂, effective sample sizes and Monte Carlo standard errors. By importance sampling ([Reweight])
// it summarises the posterior under another prior too.
package posterior

import (
	"fmt"
	"sync"
)

// Draws are draws of several scalar variables by several chains of equal length.
type Draws struct {
	names              []string
	chains, iterations int
	data               []float64 // variable × chain × iteration
}

// NewDraws returns draws of the named variables, all zero.
// It panics if chains or iterations is negative.
func NewDraws(names []string, chains, iterations int) *Draws {
	if chains < 0 || iterations < 0 {
		panic(fmt.Sprintf("posterior: negative size: %d chains of %d iterations", chains, iterations))
	}
	return &Draws{
		names: names, chains: chains, iterations: iterations,
		data: make([]float64, len(names)*chains*iterations),
	}
}

// Names returns the names of the variables. The slice must not be modified.
func (d *Draws) Names() []string { return d.names }

// Chains returns the number of chains.
func (d *Draws) Chains() int { return d.chains }

// Iterations returns the number of draws in each chain.
func (d *Draws) Iterations() int { return d.iterations }

// Chain returns the draws of variable v by one chain, in their order. The slice is shared: writing to it changes the
// draws.
func (d *Draws) Chain(v, chain int) []float64 {
	o := (v*d.chains + chain) * d.iterations
	return d.data[o : o+d.iterations : o+d.iterations]
}

// Index returns the index of the named variable, or −1.
func (d *Draws) Index(name string) int {
	for i, n := range d.names {
		if n == name {
			return i
		}
	}
	return -1
}

// Quantity returns variable v with all its chains, sharing the draws.
func (d *Draws) Quantity(v int) Quantity {
	q := Quantity{Name: d.names[v], Chains: make([][]float64, d.chains)}
	for c := range q.Chains {
		q.Chains[c] = d.Chain(v, c)
	}
	return q
}

// Quantity is one scalar and its posterior draws, a slice for each chain, all
// of the same length.
type Quantity struct {
	Name   string
	Chains [][]float64
}

// Like returns a quantity of zeros in the shape of q.
func (q Quantity) Like(name string) Quantity {
	out := Quantity{Name: name, Chains: make([][]float64, len(q.Chains))}
	for c, x := range q.Chains {
		out.Chains[c] = make([]float64, len(x))
	}
	return out
}

// Map returns the quantity f(x₁, x₂, …), draw by draw, where x are the given
// quantities, which must have the same chains. Chains are mapped in parallel: f
// must be a function of x alone, and must not keep it.
func Map(name string, f func(x []float64) float64, of ...Quantity) Quantity {
	q := of[0].Like(name)
	var wg sync.WaitGroup
	for c := range q.Chains {
		wg.Go(func() {
			x := make([]float64, len(of))
			for i := range q.Chains[c] {
				for k := range of {
					x[k] = of[k].Chains[c][i]
				}
				q.Chains[c][i] = f(x)
			}
		})
	}
	wg.Wait()
	return q
}

// Difference returns a − b, draw by draw.
func Difference(name string, a, b Quantity) Quantity {
	return Map(name, func(x []float64) float64 { return x[0] - x[1] }, a, b)
}
