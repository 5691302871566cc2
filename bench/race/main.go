// Race runs fit and its rivals on the same files and the same machine, in one run, one after the other: models of one
// study, y ~ 1 + (1 | item) + (1 | labeler), of numbers or of yes and no.
//
//	bench/run race [-rivals fit,gibbs,stan,…] [-python PYTHON] [-chains 4x1000] [-timeout 30m] \
//	    gaussian|bernoulli FILE.csv…
//
// FILE has the columns item, labeler and label, and may have one of studies, with one value. Samplers are Stan (rstan),
// NumPyro (numpyro), nutpie (nutpie and pymc) and a Gibbs sampler (bench/gibbs): collapsed for numbers, locally centred
// for yes and no. lme4, glmmTMB and GPBoost (gpboost, with two preconditioners of its Krylov methods) give a point
// estimate. PYTHON is the interpreter that has the packages. A rival that is not installed is a line that says so.
//
// Time is processor time over all cores, which other work on the machine does not lengthen much. The time to compile a
// Stan model does not count. The effective size is the bulk one of Vehtari et al. (2021), computed here from the draws
// of every sampler, the least over mean and standard deviations. The distance is the largest distance of a rival's
// estimates (means of draws) from the means of fit's draws, in fit's posterior standard deviations.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"concord/bench/internal/usage"
)

// race is the settings that all programs of a run share.
type race struct {
	family, python, chains string
	timeout                time.Duration
	folder                 string // for what is built and written
}

func main() {
	log.SetFlags(0)
	var r race
	only := flag.String("rivals", "", "names of those that run, with commas between them (default: all)")
	flag.StringVar(&r.python, "python", "python3", "interpreter that has numpyro, nutpie with pymc, and gpboost")
	flag.StringVar(&r.chains, "chains", "4x1000",
		"chains of Stan, NumPyro and nutpie, and draws of each; the first two warm up for as many")
	flag.DurationVar(&r.timeout, "timeout", 30*time.Minute, "after which a rival is stopped")
	flag.Parse()
	if flag.NArg() < 2 || flag.Arg(0) != "gaussian" && flag.Arg(0) != "bernoulli" {
		log.Fatal("usage: race [flags] gaussian|bernoulli FILE.csv…")
	}
	r.family = flag.Arg(0)
	folder, err := os.MkdirTemp("", "race")
	if err != nil {
		log.Fatal(err)
	}
	r.folder = folder
	for _, name := range []string{"fit", "gibbs"} {
		source := map[string][]string{"fit": {".", "./cmd/fit"}, "gibbs": {"bench", "./gibbs"}}[name]
		build := exec.Command("go", "build", "-C", source[0], "-o", filepath.Join(folder, name), source[1])
		if out, err := build.CombinedOutput(); err != nil {
			log.Fatalf("%s does not build (run it in the module's folder): %v\n%s", name, err, out)
		}
	}
	chosen := rivals()
	if *only != "" {
		names := strings.Split(*only, ",")
		chosen = slices.DeleteFunc(chosen, func(v rival) bool { return !slices.Contains(names, v.name) })
	}
	for _, file := range flag.Args()[1:] {
		r.run(file, chosen)
	}
	if err := os.RemoveAll(folder); err != nil {
		log.Fatal(err)
	}
}

// run prints the table of a file.
func (r race) run(file string, chosen []rival) {
	fmt.Printf("\n%s, %s\n\n", filepath.Base(file), r.family)
	fmt.Println("| program | processor s | wall s | memory, MB | least ESS | ESS for a processor s | " +
		"processor s for 400 | μ | σ items | σ labelers | σ | distance |")
	fmt.Println("| --- " + strings.Repeat("| ---: ", 11) + "|")
	var reference *outcome
	for _, v := range chosen {
		o, err := r.outcome(v, file)
		if err != nil {
			fmt.Printf("| %s | %v |\n", v.name, err)
			continue
		}
		if v.name == "fit" {
			reference = o
		}
		fmt.Println(o.row(v.name, reference))
	}
}

// outcome runs a rival and reads its output.
func (r race) outcome(v rival, file string) (*outcome, error) {
	if why := v.absent(r); why != "" {
		return nil, fmt.Errorf("not run: %s", why)
	}
	ctx, stop := context.WithTimeout(context.Background(), r.timeout)
	defer stop()
	out, err := os.MkdirTemp(r.folder, v.name)
	if err != nil {
		return nil, err
	}
	command := v.command(r, file, out)
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "CHAINS="+r.chains, "TF_CPP_MIN_LOG_LEVEL=3")
	began := time.Now()
	text, err := cmd.CombinedOutput()
	wall := time.Since(began)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("stopped after %v, %.0f processor s", r.timeout, usage.Processor(cmd.ProcessState))
	}
	if err != nil && cmd.ProcessState == nil {
		return nil, err
	}
	o, fault := read(out)
	if fault != nil {
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		return nil, fmt.Errorf("no result: %v: %s", err, lines[len(lines)-1])
	}
	o.wall, o.processor, o.memory = wall, usage.Processor(cmd.ProcessState)-o.compiled, usage.Memory(cmd.ProcessState)
	return o, nil
}
