//go:build long

package tasks

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"concord/internal/answer"
	"concord/internal/tasks/fits"
	"concord/model/family"
)

// firstRun is the first run of [TestLongCoverageOverTasks]: the form of the summary was chosen on earlier ones.
const firstRun = 100

// Coverage of what tasks have in common, from fits: middle, spread and each task. CONCORD_RUNS is how many runs of 30
// tasks there are. Means are followed by their standard errors.
func TestLongCoverageOverTasks(t *testing.T) {
	runs, err := strconv.Atoi(os.Getenv("CONCORD_RUNS"))
	if err != nil {
		runs = 40
	}
	fmt.Println("| design | quantity | middle: true | mean | holds | spread: true | mean | holds | each holds " +
		"| RMSE, raw | unreached |")
	for _, d := range []taskDesign{{"binary, 60 × 3", family.Bernoulli{}, 60, 3, 10},
		{"binary, 200 × 5", family.Bernoulli{}, 200, 5, 20}, {"numbers, 60 × 3", family.Gaussian{}, 60, 3, 10},
		{"numbers, 200 × 5", family.Gaussian{}, 200, 5, 20}} {
		d.coverage(t, runs)
	}
}

// tally is what came of the runs of one quantity.
type tally struct {
	runs, tasks, middle, spread, each float64
	middles, squares, spreads         float64
	raw, shrunken, unreached          float64
}

func (d taskDesign) coverage(t *testing.T, runs int) {
	// The population by many draws of truths.
	const draws = 4000
	rng := rand.New(rand.NewPCG(1, 99))
	mean, square := map[string]float64{}, map[string]float64{}
	for range draws {
		for name, v := range trueOver(t, d.truth(rng)) {
			mean[name] += v / draws
			square[name] += v * v / draws
		}
	}
	found := map[string]*tally{}
	for run := range runs {
		tasks, truths := d.fitRun(t, firstRun+run, 30)
		over, at := summarize(t, tasks)
		for name, at := range at {
			if found[name] == nil {
				found[name] = &tally{}
			}
			found[name].add(name, over, at, tasks, truths, mean[name], math.Sqrt(square[name]-mean[name]*mean[name]))
		}
	}
	for _, name := range []string{"icc a", "icc b", "icc_difference", "rho"} {
		s := found[name]
		average := s.middles / s.runs
		se := math.Sqrt((s.squares/s.runs - average*average) / s.runs)
		fmt.Printf("| %s | %s | %.3f | %.3f (%.3f) | %.0f %% | %.2f | %.2f | %.0f %% | %.1f %% | %.3f, %.3f "+
			"| %.1f %% |\n",
			d.name, name, onShown(name, mean[name]), average, se, 100*s.middle/s.runs,
			math.Sqrt(square[name]-mean[name]*mean[name]), s.spreads/s.runs, 100*s.spread/s.runs, 100*s.each/s.tasks,
			math.Sqrt(s.shrunken/s.tasks), math.Sqrt(s.raw/s.tasks), 100*s.unreached/s.tasks)
	}
}

// onShown is a value on the scale on which it is shown.
func onShown(name string, x float64) float64 {
	switch name {
	case "rho":
		return math.Tanh(x)
	case "icc_difference":
		return x
	}
	return 1 / (1 + math.Exp(-x))
}

func (s *tally) add(
	name string, over *answer.Answer, at answer.Key, tasks []fits.Task, truths []map[string]float64,
	middle, spread float64,
) {
	holds := func(r *answer.Row, v float64) float64 {
		if r.Lower <= v && v <= r.Upper {
			return 1
		}
		return 0
	}
	typical, sd := over.Get("over_middle", at), over.Get("over_spread", at)
	s.runs++
	s.middle += holds(typical, onShown(name, middle))
	s.spread += holds(sd, spread)
	s.middles += typical.Value
	s.squares += typical.Value * typical.Value
	s.spreads += sd.Value
	if r := over.Get("over_unreached", at); r != nil {
		s.unreached += r.Value
	}
	for i, task := range tasks {
		at.Task = task.Key[0]
		each := over.Get("over_task", at)
		if each == nil {
			continue
		}
		truth := onShown(name, truths[i][name])
		raw := math.NaN()
		for _, u := range task.Transformed {
			of := answer.Among(u.Studies...)
			if of.Term = u.Quantity; overName(of) == name {
				raw = onShown(name, float64(u.Mean))
			}
		}
		s.tasks++
		s.each += holds(each, truth)
		s.shrunken += (each.Value - truth) * (each.Value - truth)
		s.raw += (raw - truth) * (raw - truth)
	}
}
