package posterior

// Head returns the first n variables, sharing their draws.
// It panics unless 0 ≤ n ≤ len(Names()).
func (d *Draws) Head(n int) *Draws {
	return &Draws{
		names: d.names[:n:n], chains: d.chains, iterations: d.iterations,
		data: d.data[: n*d.chains*d.iterations : n*d.chains*d.iterations],
	}
}
