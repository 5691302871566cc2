package export

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"

	"concord/sampler"
)

// CmdStan writes chain c of a run, from 0, as CmdStan 2.36 writes its CSV: the settings as comments, a
// header of the sampler's columns (names that end in two underscores) and the variables, the
// step size and the diagonal of the inverse mass matrix, the draws, the times. rstan, cmdstanr,
// cmdstanpy and ArviZ read it. Numbers have all their digits.
//
// The inverse mass matrix is WWᵀ of the chain's [sampler.Metric], in the sampler's own
// coordinates; its directions away from the diagonal have no place in the format. A run by HMC has the engine
// "static", with the mean of its jittered integration time, and treedepth__ 0; max_depth
// bounds its steps by 2^max_depth.
func CmdStan(w io.Writer, run *sampler.Run, c int, settings Settings, variables []Variable) error {
	out := bufio.NewWriter(w)
	chain := run.Chains[c]
	comments(out, chain, settings)
	line := []byte("lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__")
	for _, v := range variables {
		for n := range v.Elements {
			line = append(append(line, ','), v.stanName(n)...)
		}
	}
	out.Write(append(line, '\n'))
	fmt.Fprintf(out, "# Adaptation terminated\n# Step size = %v\n# Diagonal elements of inverse mass matrix:\n# ",
		chain.StepSize)
	out.Write(append(inverseMass(line[:0], chain.Metric), '\n'))
	for i, s := range run.Stats[c] {
		line = line[:0]
		for _, x := range []float64{s.LogDensity, s.AcceptStat, s.StepSize} {
			line = append(appendStan(line, x), ',')
		}
		for _, n := range []int{s.TreeDepth, s.Leapfrogs, flag(s.Divergent)} {
			line = append(strconv.AppendInt(line, int64(n), 10), ',')
		}
		line = appendStan(line, s.Energy)
		for _, v := range variables {
			for _, q := range v.Elements {
				line = appendStan(append(line, ','), q.Chains[c][i])
			}
		}
		out.Write(append(line, '\n'))
	}
	warmup, sampling := chain.WarmupTime.Seconds(), chain.SamplingTime.Seconds()
	fmt.Fprintf(out, "# \n#  Elapsed Time: %.3f seconds (Warm-up)\n#                %.3f seconds (Sampling)\n"+
		"#                %.3f seconds (Total)\n# \n",
		warmup, sampling, warmup+sampling)
	return out.Flush() // the first error of all writes
}

// comments writes the settings in the words of CmdStan, which marks its defaults.
func comments(w io.Writer, chain sampler.ChainInfo, s Settings) {
	line := func(format string, value any, standard bool) {
		mark := ""
		if standard {
			mark = " (Default)"
		}
		fmt.Fprintf(w, "# "+format+"%s\n", value, mark)
	}
	fmt.Fprint(w, "# stan_version_major = 2\n# stan_version_minor = 36\n# stan_version_patch = 0\n"+
		"# model = concord_model\n# method = sample (Default)\n#   sample\n")
	line("    num_samples = %d", s.Draws*s.Thin, s.Draws*s.Thin == 1000)
	line("    num_warmup = %d", chain.Warmup, chain.Warmup == 1000)
	fmt.Fprint(w, "#     save_warmup = 0 (Default)\n")
	line("    thin = %d", s.Thin, s.Thin == 1)
	fmt.Fprint(w, "#     adapt\n#       engaged = 1 (Default)\n")
	line("      delta = %v", s.TargetAccept, s.TargetAccept == 0.8)
	fmt.Fprint(w, "#     algorithm = hmc (Default)\n#       hmc\n")
	if s.Algorithm == sampler.HMC.String() {
		fmt.Fprintf(w, "#         engine = static\n#           static\n#             int_time = %v\n", math.Pi/2)
	} else {
		fmt.Fprint(w, "#         engine = nuts (Default)\n#           nuts\n")
	}
	line("            max_depth = %d", s.MaxDepth, s.MaxDepth == 10) // cmdstanpy and cmdstanr look for it
	fmt.Fprintf(w, "#         metric = diag_e (Default)\n# id = %d\n# random\n#   seed = %d\n# output\n#   file = %s\n",
		chain.Chain+1, s.Seed, chainFile(chain.Chain))
}

// chainFile is the name of the CSV of a chain, from 0.
func chainFile(chain int) string { return fmt.Sprintf("chain_%d.csv", chain+1) }

// inverseMass appends the diagonal of WWᵀ = D (I + U(Λ² − I)Uᵀ) D, to six digits as CmdStan does.
func inverseMass(line []byte, m *sampler.Metric) []byte {
	for i, scale := range m.Scale {
		x := 1.0
		for k, u := range m.Vectors {
			x += u[i] * u[i] * (m.Values[k]*m.Values[k] - 1)
		}
		if i > 0 {
			line = append(line, ", "...)
		}
		line = strconv.AppendFloat(line, scale*scale*x, 'g', 6, 64)
	}
	return line
}

// appendStan appends x as Stan prints it: infinities are inf and -inf.
func appendStan(line []byte, x float64) []byte {
	switch {
	case math.IsNaN(x):
		return append(line, "nan"...)
	case math.IsInf(x, 1):
		return append(line, "inf"...)
	case math.IsInf(x, -1):
		return append(line, "-inf"...)
	}
	return strconv.AppendFloat(line, x, 'g', -1, 64)
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}
