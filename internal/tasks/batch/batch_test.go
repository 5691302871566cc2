package batch

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/spec"
	"concord/study"
)

func labels(t *testing.T, kind study.Kind, categories ...string) *study.Table {
	t.Helper()
	c := study.Indexed{Items: []string{"a"}, Studies: []string{"s"}, Kind: kind, Categories: categories,
		Label: "feeling"}
	for k := range categories {
		c.Item, c.Study, c.Value = append(c.Item, 0), append(c.Study, 0), append(c.Value, float64(k))
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	return table
}

func TestCategories(t *testing.T) {
	table := labels(t, study.Nominal, "joy", "fear", "awe")
	tasks, err := Cuts{}.Tasks(spec.Spec{Labelers: spec.NoLabelers}, table)
	require.NoError(t, err)
	require.Len(t, tasks, 3)
	for c, name := range []string{"joy", "fear", "awe"} {
		assert.Equal(t, Key{{"category", name}}, tasks[c].Key)
		assert.Equal(t, spec.NoLabelers, tasks[c].Spec.Labelers)
		assert.Equal(t, []string{name}, tasks[c].Table().Source().Positive)
	}

	var fault *study.Error
	_, err = Cuts{}.Tasks(spec.Spec{}, labels(t, study.Nominal, "joy", "fear"))
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, TwoCategories, fault.Code)
	assert.Contains(t, fault.Found, `"joy" and "fear", and neither is known to be positive`)
	_, err = Cuts{EachCategory: true}.Tasks(spec.Spec{}, labels(t, study.Nominal, "joy", "fear"))
	assert.ErrorContains(t, err, "so both comparisons with the rest would be the same")
	texts := make([]string, 30) // each given once, and fewer than are too many
	for i := range texts {
		texts[i] = fmt.Sprint("text ", i)
	}
	_, err = Cuts{}.Tasks(spec.Spec{}, labels(t, study.Nominal, texts...))
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, TooManyCategories, fault.Code)
	assert.Contains(t, fault.Found, "has 30 different labels among 30, too many to be categories")
	many := make([]string, MostCategories+1)
	for i := range many {
		many[i] = fmt.Sprint("text ", i)
	}
	_, err = Cuts{}.Tasks(spec.Spec{}, labels(t, study.Nominal, many...))
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, TooManyCategories, fault.Code)
	assert.ErrorContains(t, err, `column "feeling" has 201 different labels`)
}

func tasksOf(n int) []Task {
	tasks := make([]Task, n)
	for i := range tasks {
		tasks[i] = Task{Key: Key{{"number", fmt.Sprint(i)}}, Table: func() *study.Table { return nil }}
	}
	return tasks
}

// Seeds are those of the key, whatever the place of the task, and differ between keys that look alike when joined.
func TestSeeds(t *testing.T) {
	seed := func(run uint64, k ...Cut) uint64 { return Task{Key: k}.Seed(run) }
	// Python: struct.unpack("<Q", hashlib.sha256(struct.pack("<QQ8sQ3s", 1, 8, b"category", 3,
	// b"joy")).digest()[:8])[0]>>11
	assert.Equal(t, uint64(0x4b7b6006b57dc), seed(1, Cut{"category", "joy"}))
	all := map[uint64]bool{}
	for run := range uint64(3) {
		for _, k := range []Key{{{"a", "bc"}}, {{"ab", "c"}}, {{"a", "b"}, {"c", ""}}, {{"a", "b"}, {"", "c"}}, {}} {
			all[seed(run, k...)] = true
			assert.Less(t, seed(run, k...), uint64(1)<<53)
		}
	}
	assert.Len(t, all, 15)
}

func TestEveryTaskHasOneOutcome(t *testing.T) {
	for _, cores := range []int{1, 2, 7, 100} {
		tasks := tasksOf(23)
		var working, most, used atomic.Int32
		work := func(_ context.Context, j Job) (string, error) {
			most.Store(max(most.Load(), working.Add(1)))
			used.Store(max(used.Load(), int32(j.Cores)))
			defer working.Add(-1)
			if j.Key.String() == "7" {
				return "", errors.New("cannot be fitted")
			}
			return j.Key.String(), nil
		}
		outcomes := make([]Outcome[string], len(tasks))
		require.NoError(t, Run(context.Background(), tasks, Options{Seed: 3, Cores: cores}, work,
			func(o Outcome[string]) {
				assert.Nil(t, outcomes[o.Index].Task.Key, "each once")
				outcomes[o.Index] = o
			}))
		for i, o := range outcomes {
			assert.Equal(t, tasks[i].Seed(3), o.Seed)
			switch i {
			case 7:
				assert.EqualError(t, o.Err, "cannot be fitted")
			default:
				require.NoError(t, o.Err)
				assert.Equal(t, fmt.Sprint(i), o.Value)
			}
		}
		assert.LessOrEqual(t, most.Load(), int32(cores))
		assert.GreaterOrEqual(t, used.Load(), max(1, int32(cores)/23), "cores are not left idle where tasks are few")
	}
}

// What is finished when the context ends stays, what is in work is dropped, and nothing begins.
func TestInterruptedRunKeepsWhatIsFinished(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	work := func(ctx context.Context, j Job) (int, error) {
		if j.Key.String() == "3" {
			stop()
			return 0, ctx.Err()
		}
		return 1, nil
	}
	var finished []string
	err := Run(ctx, tasksOf(10), Options{Cores: 1}, work,
		func(o Outcome[int]) { finished = append(finished, o.Task.Key.String()) })
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, []string{"0", "1", "2"}, finished)
}

// Label columns, values of columns and categories are crossed, in their order.
func TestCutsAreCrossed(t *testing.T) {
	tableOf := func(name string, kind study.Kind, categories ...string) *study.Table {
		c := study.Indexed{Items: []string{"a"}, Studies: []string{"s"}, Kind: kind, Categories: categories,
			Label:   name,
			Factors: []study.Factor{{Name: "week", Levels: []string{"w1", "w2"}}}}
		for n := range 12 {
			c.Item, c.Study, c.Value = append(c.Item, 0), append(c.Study, 0), append(c.Value, float64(n%2))
			c.Factors[0].Index = append(c.Factors[0].Index, int32(n%2))
		}
		table, err := study.NewTable(c)
		require.NoError(t, err)
		return table
	}
	one, three := tableOf("awe", study.Binary), tableOf("topic", study.Nominal, "u", "v", "w")
	cuts := Cuts{By: []string{"week"}}
	tasks, err := cuts.Tasks(spec.Spec{}, one, three)
	require.NoError(t, err)
	assert.Equal(t, []string{"label", "week", "category"}, cuts.Names(one, three))
	var keys []string
	for _, task := range tasks {
		keys = append(keys, task.Key.String())
		assert.Equal(t, 6, task.Table().Len())
		assert.Equal(t, study.Binary, task.Table().Kind())
	}
	assert.Equal(t, []string{"awe, w1, ", "awe, w2, ", "topic, w1, u", "topic, w2, v"}, keys, "of labels that occur")
	assert.Equal(t, []float64{1, 1, 1, 1, 1, 1}, tasks[3].Table().StudyAt(0).Value())

	_, err = Cuts{By: []string{"day"}}.Tasks(spec.Spec{}, one)
	var unknown *study.NameError
	require.ErrorAs(t, err, &unknown)
}

func TestColumnOfIDsIsNoTask(t *testing.T) {
	c := study.Indexed{Items: []string{"a"}, Studies: []string{"s"}, Kind: study.Binary,
		Factors: []study.Factor{{Name: "row_id"}}}
	for n := range 100 {
		c.Item, c.Study, c.Value = append(c.Item, 0), append(c.Study, 0), append(c.Value, 1)
		c.Factors[0].Index = append(c.Factors[0].Index, int32(n))
		c.Factors[0].Levels = append(c.Factors[0].Levels, fmt.Sprint(n))
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	_, err = Cuts{By: []string{"row_id"}}.Tasks(spec.Spec{}, table)
	var fault *study.Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, TinyTasks, fault.Code)
	assert.ErrorContains(t, err, "cut by row_id the labels make 100 tasks, and half of the tasks have at most 1 label")
}
