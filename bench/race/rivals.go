package main

import (
	"os/exec"
	"path/filepath"
)

// rival is a program.
type rival struct {
	name    string
	numbers bool // and no other labels
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
		{name: "gibbs", numbers: true, absent: nothing, command: func(r race, file, out string) []string {
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
	for _, name := range []string{"gpboost", "numpyro"} {
		all = append(all, rival{name: name,
			absent: func(r race) string { return lacks(r.python, "-c", "import "+name)(r) },
			command: func(r race, file, out string) []string {
				return []string{r.python, filepath.Join("bench", "race", "rivals", name+".py"), file, r.family, out}
			}})
	}
	return all
}

func nothing(race) string { return "" }

// lacks says that a command fails, which asks for a library.
func lacks(name string, arguments ...string) func(race) string {
	return func(race) string {
		if err := exec.Command(name, arguments...).Run(); err != nil {
			return "it is not installed (" + name + ": " + err.Error() + ")"
		}
		return ""
	}
}
