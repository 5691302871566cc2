package main

import (
	"os/exec"
	"path/filepath"
)

// rival is a program.
type rival struct {
	name string
	// absent says why it cannot run; "" if it can.
	absent func(race) string
	// command writes chain-N.csv or point.csv into a folder, with columns mu, sd_item, sd_labeler and sd_residual.
	command func(r race, file, out string) []string
}

func rivals() []rival {
	all := []rival{
		{name: "fit", absent: nothing, command: func(r race, file, out string) []string {
			return []string{filepath.Join(r.folder, "fit"), "--family", r.family, "--bootstrap", "0", "--replications",
				"0", "--quiet", "--out", filepath.Join(out, "run"), file}
		}},
		{name: "gibbs", absent: nothing, command: func(r race, file, out string) []string {
			return []string{filepath.Join(r.folder, "gibbs"), file, r.family, out}
		}},
	}
	for _, v := range []struct{ name, library string }{{"lme4", "lme4"}, {"glmmTMB", "glmmTMB"}, {"stan", "rstan"}} {
		all = append(all, rival{name: v.name,
			absent: lacks("Rscript", "-e", "library("+v.library+")"),
			command: func(r race, file, out string) []string {
				return []string{"Rscript", filepath.Join("bench", "race", "rivals", v.name+".R"), file, r.family, out}
			}})
	}
	for _, v := range []struct {
		name, script, imports string
		more                  []string // further arguments
	}{
		{"gpboost", "gpboost", "gpboost", nil},
		{"gpboost, incomplete Cholesky", "gpboost", "gpboost", []string{"incomplete_cholesky"}},
		{"numpyro", "numpyro", "numpyro", nil},
		{"nutpie", "nutpie", "nutpie, pymc", nil},
	} {
		all = append(all, rival{name: v.name,
			absent: lacksModule(v.imports),
			command: func(r race, file, out string) []string {
				script := filepath.Join("bench", "race", "rivals", v.script+".py")
				return append([]string{r.python, script, file, r.family, out}, v.more...)
			}})
	}
	return all
}

func nothing(race) string { return "" }

// lacksModule is lacks of modules of Python.
func lacksModule(names string) func(race) string {
	return func(r race) string { return lacks(r.python, "-c", "import "+names)(r) }
}

// lacks says that a command fails, which asks for a library.
func lacks(name string, arguments ...string) func(race) string {
	return func(race) string {
		if err := exec.Command(name, arguments...).Run(); err != nil {
			return "it is not installed (" + name + ": " + err.Error() + ")"
		}
		return ""
	}
}
