package result

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/posterior"
	"concord/sampler"
)

// toldOf is a task that says z ± sd of a judge, with a flat prior.
func toldOf(rng *rand.Rand, z, sd float64) *Told {
	q := posterior.Quantity{Chains: make([][]float64, 4)}
	flatPrior := posterior.Quantity{Chains: make([][]float64, 4)}
	for c := range q.Chains {
		for range 500 {
			q.Chains[c] = append(q.Chains[c], z+sd*rng.NormFloat64())
		}
		flatPrior.Chains[c] = make([]float64, 500)
	}
	return NewTold(q, flatPrior)
}

func tasksOf(judges []string, z [][]float64, sd float64) *JudgesByTask {
	rng := rand.New(rand.NewPCG(1, 1))
	jt := &JudgesByTask{}
	for t, task := range z {
		js := &Judges{}
		for k, name := range judges {
			js.Judges = append(js.Judges, JudgeStanding{Study: name, told: toldOf(rng, task[k], sd)})
		}
		jt.Tasks = append(jt.Tasks, JudgesTask{ComparedTask: ComparedTask{Key: []string{string(rune('a' + t))}},
			Judges: js})
	}
	return jt
}

func TestJudgesTogether(t *testing.T) {
	iv := posterior.Interval{Level: 0.95}
	jt := tasksOf([]string{"good", "bad"}, [][]float64{{1, 0.2}, {0.9, 0.3}, {1.4, 0.2}, {0.9, 0.1}}, 0.15)
	require.NoError(t, jt.Together(context.Background(), sampler.Settings{Seed: 1}, iv))
	require.Len(t, jt.Over, 2)
	assert.Equal(t, "good", jt.Over[0].Judge)
	assert.Greater(t, float64(jt.Over[0].Everywhere), 0.98)
	assert.Less(t, float64(jt.Over[1].Everywhere), 0.001)
	assert.Equal(t, []string{"good is the best judge in every task: probability above 99.9%"}, jt.Verdict)
	assert.InDelta(t, 0.78, float64(jt.Over[0].Typical.Median), 0.04) // tanh of 1.05
	// The third task is drawn down to the others, and the other way round.
	own := CorrelationOfZ([]float64{1.4, 1.4, 1.4, 1.4}, iv).Median
	assert.Less(t, float64(jt.Tasks[2].Together[0].Validity.Median), float64(own)-0.005)
	own = CorrelationOfZ([]float64{0.9, 0.9, 0.9, 0.9}, iv).Median
	assert.Greater(t, float64(jt.Tasks[1].Together[0].Validity.Median), float64(own)+0.005)
	again := tasksOf([]string{"good", "bad"}, [][]float64{{1, 0.2}, {0.9, 0.3}, {1.4, 0.2}, {0.9, 0.1}}, 0.15)
	require.NoError(t, again.Together(context.Background(), sampler.Settings{Seed: 1}, iv))
	assert.Equal(t, jt.Over, again.Over)
}

// Of two tasks nothing is drawn to anything: who is the best follows from the draws alone.
func TestBestOfTwoTasks(t *testing.T) {
	iv := posterior.Interval{Level: 0.95}
	jt := tasksOf([]string{"a", "b"}, [][]float64{{1, 1}, {1, 1}}, 0.1)
	jt.Tasks[1].Judges.Judges = slices.Concat(jt.Tasks[1].Judges.Judges, []JudgeStanding{{Study: "same"}})
	require.NoError(t, jt.Together(context.Background(), sampler.Settings{Seed: 1}, iv))
	for _, o := range jt.Over {
		assert.Nil(t, o.Typical)
		if o.Judge == "same" {
			assert.Zero(t, o.Tasks)
			assert.Zero(t, float64(o.Everywhere))
			continue
		}
		assert.InDelta(t, 0.25, float64(o.Everywhere), 0.05)
	}
	assert.InDelta(t, 0.5, float64(jt.Tasks[0].Together[0].Best), 0.06)
	assert.InDelta(t, 1, float64(jt.Tasks[0].Together[0].Best+jt.Tasks[0].Together[1].Best), 1e-12)
	assert.Contains(t, jt.Verdict[0], "One judge is the best in every task: probability ")
}
