package pipeline

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/beam/settings"
	"concord/internal/tasks"
	"concord/study"
)

// planned surveys labels of three weeks, and opens a folder for them.
func planned(t *testing.T, arguments ...string) (dir string, plan *Plan) {
	t.Helper()
	var b strings.Builder
	b.WriteString("week,item,rater,label\n")
	for n := range 360 {
		fmt.Fprintf(&b, "%d,i%d,r%d,%d\n", n%3, n/3%20, n/60, (n/3%20/5+n*n%7/4)%2)
	}
	path := filepath.Join(t.TempDir(), "weeks.csv")
	require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o644))
	arguments = append(arguments, "--by=week", "--draws=30", "--warmup=30", "--chains=2", "--replications=0")
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	var s settings.Settings
	s.Register(fs)
	require.NoError(t, fs.Parse(arguments))
	plan, _, err := NewPlan(context.Background(), path, arguments, &s, 700)
	require.NoError(t, err)
	dir = filepath.Join(t.TempDir(), "run")
	_, err = tasks.Open(dir, tasks.Manifest{})
	require.NoError(t, err)
	require.NoError(t, plan.Write(dir))
	return dir, plan
}

// grouped are the labels of each task, by the steps that a runner would make.
func grouped(t *testing.T, dir string, plan *Plan) map[int][][]byte {
	t.Helper()
	all := map[int][][]byte{}
	r := &readShard{Dir: dir}
	require.NoError(t, r.Setup())
	for k := plan.Shards.Len() - 1; k >= 0; k-- {
		err := r.ProcessElement(context.Background(), k, func(i int, b []byte) { all[i] = append(all[i], b) })
		require.NoError(t, err)
	}
	return all
}

// partsOf hands labels over as a runner does.
func partsOf(all [][]byte) func(*[]byte) bool {
	return func(b *[]byte) bool {
		if len(all) == 0 {
			return false
		}
		*b, all = all[0], all[1:]
		return true
	}
}

// A bundle that fails when some of its tasks are kept is begun again as a whole: what is kept stays as it was, and each
// task is there once. So is one whose attempt is made by two workers at once.
func TestRetriedBundle(t *testing.T) {
	dir, plan := planned(t)
	parts := grouped(t, dir, plan)
	require.Len(t, parts, 3)
	ctx := context.Background()
	attempt := func(damaged int) ([]int, error) {
		var done []int
		emit := func(i int) { done = append(done, i) }
		f := &fitTask{Dir: dir}
		require.NoError(t, f.Setup())
		require.NoError(t, f.StartBundle(ctx, emit))
		for i := range plan.Tasks {
			labels := parts[i]
			if i == damaged {
				labels = [][]byte{{1, 2, 3}}
			}
			if err := f.ProcessElement(ctx, i, partsOf(labels), emit); err != nil {
				break
			}
			f.bundle.work.Wait() // so that the tasks before the damaged one are kept
		}
		err := f.FinishBundle(ctx, emit)
		return done, err
	}
	done, err := attempt(1)
	require.ErrorIs(t, err, errPart)
	assert.Empty(t, done, "a bundle is done as a whole")
	names := func() map[string]int64 {
		files, err := os.ReadDir(filepath.Join(dir, "tasks"))
		require.NoError(t, err)
		all := map[string]int64{}
		for _, f := range files {
			info, err := f.Info()
			require.NoError(t, err)
			all[f.Name()] = info.ModTime().UnixNano()
		}
		return all
	}
	before := names()
	require.Len(t, before, 1)
	done, err = attempt(-1)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1, 2}, done)
	after := names()
	assert.Len(t, after, 3)
	for name, written := range before {
		assert.Equal(t, written, after[name])
	}
	for i, task := range plan.Tasks {
		kept, ok, err := tasks.Joined(dir).Get(task.Key)
		require.NoError(t, err)
		require.True(t, ok, i)
		assert.True(t, kept.Fitted())
	}
	done, err = attempt(0) // which is kept, and not looked at again
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1, 2}, done)
}

// A worker that does not see the folder of the run says so.
func TestWorkerWithoutFolder(t *testing.T) {
	assert.ErrorContains(t, (&fitTask{Dir: t.TempDir()}).Setup(), "a worker does not see the folder of the run")
}

// What goes between machines is what a table holds, and what was cut off or changed on the way is an error or other
// labels, never a panic.
func TestPartsBetweenMachines(t *testing.T) {
	factors := []study.Factor{{Name: "day", Levels: []string{"mon", "tue"}, Index: []int32{0, 1, 1, 0}}}
	for _, c := range []study.Indexed{
		{Items: []string{"a"}, Item: make([]int32, 4), Studies: []string{"s"}, Study: make([]int32, 4),
			Value: []float64{0, 1, 1, 0}, Kind: study.Binary},
		{Items: []string{"a", "ü\n"}, Item: []int32{0, 1, 0, 1},
			Studies: []string{"s", "u"}, Study: []int32{0, 0, 1, 1},
			Labelers: []string{"p", "q"}, Labeler: []int32{0, 0, 1, 1}, Factors: factors,
			Value: []float64{1.5, -2, 1e30, 0}, Kind: study.Numeric},
	} {
		c.Source.File = "x"
		c.Source.Columns.Label.Name, c.Label = "label", "label"
		table, err := study.NewTable(c)
		require.NoError(t, err)
		b := encodePart(300, table)
		of := Column{Kind: table.Kind(), Categories: table.Categories(), Source: table.Source()}
		shard, got, err := decodePart(b, of)
		require.NoError(t, err)
		assert.Equal(t, 300, shard)
		assert.Equal(t, table, got)
		for n := range b {
			_, _, err := decodePart(b[:n], of)
			assert.Error(t, err)
			changed := append([]byte{}, b...)
			for _, bits := range []byte{1, 0x80, 0xff} {
				changed[n] ^= bits
				_, _, _ = decodePart(changed, of)
			}
		}
	}
}
