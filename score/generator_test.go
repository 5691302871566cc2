package score

// generator is a linear congruential one (Knuth's MMIX), which another program repeats in a line.
type generator uint64

func (g *generator) uniform() float64 {
	*g = *g*6364136223846793005 + 1442695040888963407
	return float64(*g>>11) / (1 << 53)
}

func (g *generator) below(p float64) float64 {
	if g.uniform() < p {
		return 1
	}
	return 0
}
