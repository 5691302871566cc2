package ask

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/tasks/batch"
	"concord/judge"
	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// besideGold is two groups of 200 items beside one gold label each: of the latter, 0.8 of the variance is the true
// score's; ρ of the groups with it is 0.9 and 0.5, and their ICC 1/3 and 1/2.
func besideGold() *study.Table {
	rng := rand.New(rand.NewPCG(6, 9))
	var b study.Builder
	for i := range 200 {
		item := fmt.Sprint("i", i)
		z := rng.NormFloat64()
		near, far := 0.9*z+math.Sqrt(0.19)*rng.NormFloat64(), 0.5*z+math.Sqrt(0.75)*rng.NormFloat64()
		b.Add(item, "g", "gold", math.Sqrt(0.8)*z+math.Sqrt(0.2)*rng.NormFloat64())
		for l := range 4 {
			b.Add(item, fmt.Sprintf("n%d.%d", l, i%5), "near", near+math.Sqrt2*rng.NormFloat64())
			b.Add(item, fmt.Sprintf("f%d.%d", l, i%5), "far", far+rng.NormFloat64())
		}
	}
	table, err := b.Table()
	if err != nil {
		panic(err)
	}
	return table
}

// fitBesideGold is fitted once.
var fitBesideGold = sync.OnceValue(func() *model.Posterior {
	sp := spec.Spec{Labelers: spec.NoLabelers}
	fit, err := model.Fit(context.Background(), besideGold(), sp, sampler.Settings{Seed: 2, Draws: 250})
	if err != nil {
		return nil
	}
	return fit
})

func goldOf(t *testing.T, reliability float64) *answer.Answer {
	t.Helper()
	table := besideGold()
	fit := fitBesideGold()
	require.NotNil(t, fit)
	standard, err := table.Study("gold")
	require.NoError(t, err)
	gold, err := judge.NewGold(standard)
	require.NoError(t, err)
	interval := posterior.Interval{Level: 0.95}
	data := result.NewData("labels.csv", table, spec.Nested, nil)
	r := Fit(data, result.Fit{Posterior: fit, Reference: fit.StudyAt(0)}, nil, interval)
	g := NewGolds(data, "gold", interval)
	g.Compare("", GoldQuestion{Data: r.Data, Gold: gold, Standard: standard, Fit: fit,
		Run: &r.Runs[0], Reliability: reliability,
		Consensus: map[string]GoldConsensus{"near": {make([]float64, len(table.Items())), r.Runs[0].Trust}}})
	return g.Answer
}

// What is said of groups beside a gold standard holds the truth they were made with.
func TestGoldFindsTheTruth(t *testing.T) {
	g := goldOf(t, 0.8)
	require.Equal(t, []answer.Key{{Group: "near"}, {Group: "far"}}, g.Parts(), "the closest first")
	holds := func(truth float64, name string, at answer.Key) {
		t.Helper()
		r := g.Get(name, at)
		assert.InDelta(t, truth, r.Value, r.Upper-r.Lower, name) // 4 standard deviations
	}
	for _, part := range g.Parts() {
		rho, icc := 0.9, 1.0/3
		if part.Group == "far" {
			rho, icc = 0.5, 0.5
		}
		r := rho * math.Sqrt(0.8)
		at, votes, single := part, part, part
		at.Of, votes.By, single.By = "gold", "votes", "single"
		holds(r, "validity", at)
		holds(rho, "rho", at)
		holds(r*r*(1-icc)/(icc*(1-r*r)), "worth_of_gold", at)
		for _, k := range goldKs {
			at.K = k
			holds(r*math.Sqrt(float64(k)*icc/(1+float64(k-1)*icc)), "validity_of_mean", at)
			if k <= 4 {
				assert.InDelta(t, g.Value("validity_of_mean", at), g.Value("observed_of_mean", at), 0.1, "%v", at)
			} else {
				assert.Nil(t, g.Get("observed_of_mean", at), "there are four labels")
			}
		}
		assert.Equal(t, 200, g.Get("rmse", votes).N)
		// The root mean square of a mean of four, and of a label.
		spread := func(k float64) float64 { return math.Sqrt(1 + 1 - 2*r + (1-icc)/icc/k) }
		assert.InDelta(t, spread(4), g.Value("rmse", votes), 0.15, part.Group)
		assert.InDelta(t, spread(1), g.Value("rmse", single), 0.15, part.Group)
		people := 0
		for _, r := range g.Of("rmse") {
			if r.By == "labeler" && r.Part() == part {
				people++
			}
		}
		assert.Equal(t, 20, people)
	}
	pair := answer.Key{Of: "near", Against: "far"}
	require.Len(t, g.Of("validity_difference"), 1)
	assert.Greater(t, g.Get("validity_difference", pair).P, 0.99)
	holds(0.4*math.Sqrt(0.8), "validity_difference", pair)
	holds(0.4, "rho_difference", pair)
	holds(math.Sqrt(0.8)*(0.9/math.Sqrt(3)-0.5/math.Sqrt2), "xcc_difference", pair)
	assert.Equal(t, []string{"Which group is closer does not depend on how reliable the labels of gold are."}, g.Notes,
		"nothing is wrong")
}

// A reliability below what the labels show is contradicted.
func TestGoldContradictsAReliability(t *testing.T) {
	g := goldOf(t, 0.3)
	require.NotEmpty(t, g.Notes)
	assert.Contains(t, g.Notes[0], "agree more than a reliability of 0.30 of gold allows: probability")
}

// The verdict names the closest group first, and then how far each is off.
func TestGoldVerdict(t *testing.T) {
	g := goldOf(t, 0)
	require.Len(t, g.Verdict, 3)
	assert.Regexp(t, `^near is closer to gold than far is: probability (above )?99\.[0-9]%$`, g.Verdict[0])
	assert.Regexp(t, `^The mean label of near is off by 0\.[0-9]+ `, g.Verdict[1])
}

// A group's r in a task is drawn to its r in the others; with two tasks it stays.
func TestGoldTogether(t *testing.T) {
	of := func(z ...float64) *Golds {
		rng := rand.New(rand.NewPCG(1, 1))
		g := NewGolds(result.Data{}, "gold", posterior.Interval{Level: 0.95})
		g.compared = []answer.Key{{Group: "crowd", Of: "gold"}, {Group: "votes", Of: "gold"}}
		for i, x := range z {
			at := answer.Key{Task: fmt.Sprint(i), Group: "crowd"}
			g.Add("items", at, 10)
			g.told[answer.Key{Task: at.Task, Group: at.Group, Of: "gold"}] = toldOf(rng, x, 0.15)
		}
		require.NoError(t, g.Together(context.Background(), sampler.Settings{Seed: 1}))
		return g
	}
	crowd := answer.Key{Group: "crowd", Of: "gold"}
	g := of(1, 0.9, 1.4, 0.9)
	assert.Equal(t, 4, g.Get("validity_typical", crowd).N)
	assert.Zero(t, g.Get("validity_typical", answer.Key{Group: "votes", Of: "gold"}).N)
	assert.InDelta(t, 0.78, g.Value("validity_typical", crowd), 0.04) // tanh of 1.05
	third, second := crowd, crowd
	third.Task, second.Task = "2", "1"
	assert.Less(t, g.Value("validity_together", third), math.Tanh(1.4)-0.005)
	assert.Greater(t, g.Value("validity_together", second), math.Tanh(0.9)+0.005)
	g = of(1, 0.9)
	assert.False(t, g.Get("validity_typical", crowd).Defined())
	assert.Empty(t, g.Of("validity_together"))
}

// toldOf is a task that says z ± sd of a group, with a flat prior.
func toldOf(rng *rand.Rand, z, sd float64) told {
	q := posterior.Quantity{Chains: make([][]float64, 4)}
	flatPrior := posterior.Quantity{Chains: make([][]float64, 4)}
	for c := range q.Chains {
		for range 500 {
			q.Chains[c] = append(q.Chains[c], z+sd*rng.NormFloat64())
		}
		flatPrior.Chains[c] = make([]float64, 500)
	}
	return newTold(q, flatPrior)
}

// An error that is about more than one task ends the comparison; if no task can be compared, the first reason does.
func TestNoTaskHasGold(t *testing.T) {
	var tasks []batch.Task
	for _, name := range []string{"a", "b"} {
		tasks = append(tasks, batch.Task{Key: batch.Key{{Name: "criterion", Value: name}},
			Table: func() *study.Table { return nil }})
	}
	ask := func(fail func() error) error {
		g := NewGolds(result.Data{}, "gold", posterior.Interval{Level: 0.95})
		return g.OfTasks(tasks, 1, func(*study.Table, string, uint64) error { return fail() })
	}
	failed := errors.New("the disk is full")
	require.ErrorIs(t, ask(func() error { return failed }), failed)
	calls := 0
	require.EqualError(t, ask(func() error {
		calls++
		return &result.NoComparison{Err: fmt.Errorf("reason %d", calls)}
	}), "reason 1")
	require.Equal(t, 2, calls)
}
