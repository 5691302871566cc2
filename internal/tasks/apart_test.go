package tasks

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/ask"
	"concord/internal/tasks/batch"
	"concord/internal/tasks/fits"
	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// fewShared are labels of studies a and b of the same items, of c of others, and of d of some of a and of c.
func fewShared(t *testing.T) *study.Table {
	t.Helper()
	c := study.Indexed{Studies: []string{"a", "b", "c", "d"}, Kind: study.Binary}
	for l := range 16 {
		c.Labelers = append(c.Labelers, fmt.Sprint("l", l))
	}
	for i := range 40 {
		c.Items = append(c.Items, strconv.Itoa(i))
	}
	for s, items := range [][2]int{{0, 20}, {0, 20}, {20, 40}, {10, 30}} {
		for i := items[0]; i < items[1]; i++ {
			for l := range 4 {
				c.Item, c.Study = append(c.Item, int32(i)), append(c.Study, int32(s))
				c.Labeler = append(c.Labeler, int32(4*s+l))
				c.Value = append(c.Value, float64((i/3+i*(l+s)/11)%2))
			}
		}
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	return table
}

// Studies that share no item are fitted apart, each as by itself, and what they would have in common is undefined, with
// the reason.
func TestStudiesThatShareNothingAreFittedApart(t *testing.T) {
	table := fewShared(t)
	assert.Equal(t, [][]string{{"a", "b", "d"}, {"c"}}, together(table))
	how := Fitting{Reference: "a", NoCheck: true, Settings: sampler.Settings{Draws: 60, Warmup: 50, Chains: 2},
		Interval: posterior.Interval{Level: 0.9}}
	fit := func(labels *study.Table) fits.Task {
		task, err := how.Fit(t.Context(), batch.Job{Labels: labels, Seed: 4, Cores: 1})
		require.NoError(t, err)
		return task
	}
	_, err := model.Resolve(table, spec.Spec{})
	require.True(t, shareNothing(err))
	sp, err := Resolve(table, spec.Spec{})
	require.NoError(t, err)
	assert.NotNil(t, sp.Family)
	task := fit(table)
	require.True(t, task.Fitted())
	assert.Empty(t, task.Undefined)
	assert.Len(t, task.Result.Data.Studies, 4)
	known, gradients := map[string]string{}, 0
	for _, studies := range [][]string{{"a", "b", "d"}, {"c"}} {
		part, err := table.Select(studies...)
		require.NoError(t, err)
		alone := fit(part)
		gradients += alone.Result.Runs[0].Sampler.Gradients
		for _, r := range alone.Result.Rows {
			if r.Draws != nil && r.Defined() {
				known[fmt.Sprint(r.Q.Name, r.Key)] = fmt.Sprintf("%+v %+v", r.Value, *r.Draws)
			}
		}
		assert.GreaterOrEqual(t, task.Result.Runs[0].Trust.MaxRHat, alone.Result.Runs[0].Trust.MaxRHat)
		assert.LessOrEqual(t, task.Result.Runs[0].Trust.MinESSBulk, alone.Result.Runs[0].Trust.MinESSBulk)
	}
	assert.Equal(t, gradients, task.Result.Runs[0].Sampler.Gradients)
	why := map[string]string{}
	defined := 0
	for _, r := range task.Result.Rows {
		if !r.Defined() && slices.Contains([]string{"rho", "xcc"}, r.Q.Name) && r.Event == "" {
			why[r.Q.Name+" "+r.Of+r.Against] = r.Why
		}
		if r.Draws == nil || !r.Defined() {
			continue
		}
		defined++
		assert.Equal(t, known[fmt.Sprint(r.Q.Name, r.Key)], fmt.Sprintf("%+v %+v", r.Value, *r.Draws))
	}
	assert.Equal(t, len(known), defined)
	const nothing = "the groups share no item"
	third := "the groups are fitted separately, because one of them shares no item with a third"
	assert.Equal(t, map[string]string{"rho ac": nothing, "xcc ac": nothing, "rho bc": nothing, "xcc bc": nothing,
		"rho cd": third, "xcc cd": third}, why)
	reasons := map[string]bool{}
	for _, row := range ask.TaskRows(ask.Task(task)) {
		if row.Q.Name == "rho" && row.Event == "" && !row.Defined() {
			reasons[row.Why] = true
		}
	}
	assert.Equal(t, map[string]bool{nothing: true, third: true}, reasons)

	// One label of each item says nothing by itself, and leaves the others.
	lonely := study.Indexed{Studies: []string{"a", "z"}, Kind: study.Binary, Items: table.Items(),
		Labelers: table.Labelers(), Item: []int32{30, 31, 32, 33}, Study: []int32{1, 1, 1, 1},
		Labeler: []int32{0, 0, 0, 0}, Value: []float64{1, 0, 1, 0}}
	a, err := table.Study("a")
	require.NoError(t, err)
	lonely.Item, lonely.Labeler = append(lonely.Item, a.Item()...), append(lonely.Labeler, a.Labeler()...)
	lonely.Value = append(lonely.Value, a.Value()...)
	lonely.Study = append(lonely.Study, make([]int32, a.Len())...)
	labels, err := study.NewTable(lonely)
	require.NoError(t, err)
	task = fit(labels)
	require.True(t, task.Fitted())
	defined = 0
	for _, r := range task.Result.Rows {
		if r.Q.Name == "icc" && r.Group == "z" {
			assert.Contains(t, r.Why, `group "z" has one label for each of its 4 items`)
			assert.False(t, r.Defined())
		} else if r.Draws != nil && r.Defined() {
			defined++
		}
	}
	assert.Positive(t, defined)
}
