package pairs

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study/read"
)

// graded reads comparisons, and returns how many grades they have and the grade of each.
func graded(t *testing.T, text string, o read.Options) (int, []int32) {
	t.Helper()
	o.Candidates = true
	table, err := read.Read(context.Background(), strings.NewReader(text), "x", o)
	require.NoError(t, err)
	f := table.Source().Columns.Factors
	f = f[len(f)-4:]
	d := Of(table.StudyAt(0), Columns{f[0].Name, f[1].Name, f[2].Name, f[3].Name})
	var all []int32
	for _, c := range d.All {
		all = append(all, c.Grade)
	}
	return d.Grades, all
}

// Labels of a file become grades that are symmetric about the middle, also if some occur on one side only.
func TestGradesOfLabels(t *testing.T) {
	const header = "prompt,response_a,response_b,rater,preference\n"
	grades, all := graded(t, header+"p,m1,m2,ann,A is much better\nq,m2,m1,ann,A is slightly better\n"+
		"r,m1,m2,bob,same\ns,m1,m2,bob,B is better\n", read.Options{})
	assert.Equal(t, 7, grades)
	assert.Equal(t, []int32{6, 2, 3, 1}, all)

	scale := header + "p,m1,m2,ann,1\nq,m2,m1,ann,2\nr,m1,m2,bob,4\ns,m1,m2,bob,3\n"
	grades, all = graded(t, scale, read.Options{Positive: []string{"1"}, Negative: []string{"4"}})
	assert.Equal(t, 4, grades)
	assert.Equal(t, []int32{3, 1, 0, 1}, all)

	grades, all = graded(t, header+"p,m1,m2,ann,A\nq,m2,m1,ann,A\n", read.Options{})
	assert.Equal(t, 2, grades)
	assert.Equal(t, []int32{1, 0}, all)
	grades, all = graded(t, header+"p,m1,m2,ann,A\nq,m2,m1,ann,tie\n", read.Options{})
	assert.Equal(t, 3, grades)
	assert.Equal(t, []int32{2, 1}, all)
}
