package say

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/answer"
	"concord/internal/result"
)

// golden adds a group with how often its votes are right, or how far they are off, and its r if it has one.
func golden(a *answer.Answer, task, group, quantity string, right, r float64) {
	at := answer.Key{Task: task, Group: group}
	a.Add("items", at, 10)
	a.Add("labels", at, 30)
	if at.By = "votes"; quantity != "" {
		a.Add(quantity, at, right)
	}
	if at.By, at.Of = "", "gold"; r == r {
		a.Add("validity", at, r)
	}
}

// A verdict on gold names the tasks in which a group is right least and most often, and counts where it is closest.
func TestVerdictOfGoldByTask(t *testing.T) {
	newAnswer := func() *answer.Answer {
		a := answer.New("gold", result.Data{By: []string{"criterion"}}, result.Intervals{})
		a.Set["source"] = "gold"
		return a
	}
	a := newAnswer()
	closer := func(task, of, against string, p float64) {
		a.Add("validity_difference", answer.Key{Task: task, Of: of, Against: against}, 0.1).P = p
	}
	golden(a, "a", "crowd", "right", 0.5, 0.9)
	golden(a, "a", "students", "right", 0.6, 0.5)
	closer("a", "crowd", "students", 0.99)
	golden(a, "b", "students", "right", 0.6, 0.5)
	golden(a, "b", "crowd", "right", 0.75, 0.2)
	closer("b", "students", "crowd", 0.98)
	golden(a, "c", "crowd", "right", 0.7, 0.9)
	golden(a, "c", "students", "right", 0.6, 0.5)
	closer("c", "crowd", "students", 0.8)
	assert.Equal(t, []string{"Closest to gold: crowd (1 of 3 tasks) and students (1 of 3 tasks)",
		"The majority vote of crowd is right on 50.0% of items (a) to 75.0% (b)"}, GoldOfTasks(a))
	assert.Nil(t, a.Trust(), "nothing was sampled")

	a = newAnswer()
	golden(a, "n", "crowd", "rmse", 0.3, math.NaN())
	assert.Equal(t, []string{"Mean labels of crowd are off by 0.30 (n) to 0.30 (n; root mean square, ignoring level)"},
		GoldOfTasks(a))
	a = newAnswer()
	golden(a, "a", "crowd", "right", 0.5, math.NaN())
	golden(a, "b", "crowd", "right", 0.75, math.NaN())
	golden(a, "n", "crowd", "rmse", 0.3, math.NaN())
	assert.Equal(t, []string{"The majority vote of crowd is right on 50.0% of items (a) to 75.0% (b)"}, GoldOfTasks(a))
}

// The closest group is the first by r, unless medians and draws disagree; one group is compared with none.
func TestClosestToGold(t *testing.T) {
	a := answer.New("gold", result.Data{}, result.Intervals{})
	a.Set["source"] = "gold"
	golden(a, "", "near", "right", 0.5, 0.9)
	_, ok := Scope{Answer: a}.nearest()
	assert.False(t, ok)
	golden(a, "", "far", "right", 0.6, 0.5)
	a.Add("validity_difference", answer.Key{Of: "near", Against: "far"}, 0.4).P = 0.4
	c, ok := Scope{Answer: a}.nearest()
	assert.True(t, ok)
	assert.Equal(t, result.Closest{Reference: "gold", First: "far", Next: "near", Of: 2, Probability: 0.6}, c)
	assert.True(t, math.IsNaN(Scope{Answer: a}.Closer("near", "gold")))
}
