package result

import (
	"fmt"
	"io"
	"strconv"
)

// ChainsJSON writes diagnostics as one JSON object, indented. Numbers that are undefined are null.
func ChainsJSON(w io.Writer, c *Chains) error {
	return WriteJSON(w, c)
}

// ChainsText writes diagnostics as a page for a terminal.
func ChainsText(w io.Writer, c *Chains) error {
	head := &block{}
	head.heading(fmt.Sprintf("%s: %s of %s draws after %s of warm-up, seed %d", c.File,
		plural(c.Sampler.Chains, "chain"), count(c.Sampler.Draws), plural(c.Sampler.Warmup, "iteration"),
		c.Sampler.Seed))
	variables := &block{}
	variables.row("", "Variable", "mean", "MCSE", "R̂", "bulk-ESS", "tail-ESS")
	var mcse []Number
	for _, v := range c.Variables {
		mcse = append(mcse, v.MCSE)
	}
	d := bounded(decimals(mcse), 0, 4)
	for _, v := range c.Variables {
		aside := ""
		switch {
		case !v.RHat.Defined():
			aside = "constant"
		case v.RHat > warnRHat:
			aside = fmt.Sprintf("R̂ above %v", warnRHat)
		case min(v.ESSBulk, v.ESSTail) < warnESS:
			aside = fmt.Sprintf("ESS below %v", warnESS)
		}
		variables.row(aside, "  "+v.Variable, v.Mean.fixed(d), v.MCSE.fixed(d), v.RHat.fixed(3), whole(v.ESSBulk),
			whole(v.ESSTail))
	}
	return writeBlocks(w, []*block{head, variables, chainsBlock(c), diagnosticsBlock(c.Sampler, c.Diagnostics)})
}

func chainsBlock(c *Chains) *block {
	b := &block{}
	b.row("", "Chain", "divergences", "E-BFMI", "acceptance", "step size", "tree depth", "steps", "cut", "log density")
	for _, s := range c.Chains {
		aside := ""
		switch {
		case s.Divergences > 0:
			aside = "divergences"
		case s.EBFMI < warnEBFMI:
			aside = fmt.Sprintf("E-BFMI below %v", warnEBFMI)
		}
		depth := s.TreeDepth.fixed(1)
		if c.Sampler.Algorithm == "hmc" {
			depth = "–"
		}
		b.row(aside, "  "+strconv.Itoa(s.Chain), count(s.Divergences), s.EBFMI.fixed(2), s.AcceptStat.fixed(3),
			s.StepSize.fixed(3), depth, s.Leapfrogs.fixed(1), count(s.MaxDepthHits), s.LogDensity.fixed(1))
	}
	return b
}
