package read

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/faults"
)

func TestLatest(t *testing.T) {
	by := Options{Duplicates: study.DuplicatesLatest, Latest: "at"}
	for _, c := range []struct {
		name, in, want string
		left           int
		options        Options
	}{
		{"newest first", "item,labeler,label,at\na,u,3,2025-01-03\na,u,2,2025-01-01\nb,u,1,2025-01-02\n" +
			"a,u,5,2025-01-02\n", "a u all 3\nb u all 1\n", 2, by},
		{"in the middle", "item,labeler,label,at\na,u,3,2025-01-01T10:00:00Z\na,u,2,2025-01-01T12:00:00+01:00\n" +
			"b,v,1,2025-01-01T10:00:00Z\na,u,5,2025-01-01T10:30:00Z\n", "a u all 2\nb v all 1\n", 2, by},
		{"numbers", "item,labeler,label,at\na,u,3,9\na,u,2,10\nb,u,1,3\n", "a u all 2\nb u all 1\n", 1, by},
		{"the same label twice", "item,labeler,label,at\na,u,3,9\na,u,3,9\nb,u,1,3\nb,v,2,3\n",
			"a u all 3\nb u all 1\nb v all 2\n", 1, by},
		{"a tie that is not the latest", "item,labeler,label,at\na,u,3,9\na,u,2,9\na,u,1,10\nb,u,2,3\n",
			"a u all 1\nb u all 2\n", 2, by},
		{"no time where it does not matter", "item,labeler,label,at\na,u,3,9\na,u,1,10\nb,u,2,\nb,v,3,soon\nc,v,2,8\n",
			"a u all 1\nb u all 2\nb v all 3\nc v all 2\n", 1, by},
		{"a label that is missing does not count", "item,labeler,label,at\na,u,3,9\na,u,,10\nb,u,2,3\nb,v,1,3\n",
			"a u all 3\nb u all 2\nb v all 1\n", 0, by},
		{"in other studies", "item,labeler,study,label,at\na,u,s,3,9\na,u,t,1,10\nb,u,s,2,3\nb,u,s,1,1\n",
			"a u s 3\nb u s 2\na u t 1\n", 1, by},
		{"by the study", "item,labeler,week,label\na,u,3,3\na,u,4,1\nb,u,3,2\n", "a u all 1\nb u all 2\n", 1,
			Options{Duplicates: study.DuplicatesLatest, Latest: "Week"}},
		{"columns of labelers", "item,at,A,B\na,1,1,2\na,2,3,\nb,1,2,2\n",
			"a A all 3\na B all 2\nb A all 2\nb B all 2\n", 1,
			Options{Duplicates: study.DuplicatesLatest, Latest: "at", Wide: []string{"A", "B"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.options.Kind = study.Numeric
			table, err := Read(context.Background(), strings.NewReader(c.in), "x", c.options)
			require.NoError(t, err)
			assert.Equal(t, c.want, tabletest.Dump(table))
			assert.Equal(t, c.left, table.Source().Duplicates)
		})
	}
}

func TestLatestErrors(t *testing.T) {
	by := Options{Duplicates: study.DuplicatesLatest, Latest: "at"}
	const head = "item,labeler,label,at\n"
	for _, c := range []struct {
		name, in, want string
		code           study.Code
		options        Options
	}{
		{"tie", head + "b,u,1,2\na,u,3,9\na,u,1,3\na,u,2,9\n", `x:5: labeler "u" gave item "a" two labels at once, ` +
			`"9" in column "at", and they differ (the other is in line 3)`,
			faults.NoLatest, by},
		{"no time", head + "b,u,1,2\na,u,3,9\na,u,2,\n", `x:4: column "at" is empty, though labeler "u" gave item ` +
			`"a" another label (line 3)`, faults.NoLatest, by},
		{"no time of the first", head + "b,u,1,2\na,u,3,\na,u,2,9\n", `x:3: column "at" is empty, though labeler "u" ` +
			`gave item "a" another label (line 4)`, faults.NoLatest, by},
		{"unreadable", head + "b,u,1,2\na,u,3,9\na,u,2,soon\n", `x:4: "soon" in column "at" is no time as others are`,
			faults.NoLatest, by},
		{"no times", head + "b,u,1,x\na,u,3,y\na,u,2,z\n",
			`x: column "at" does not say when labels were given: x, y, z`, faults.NoTimes, by},
		{"day or month", head + "b,u,1,1/2/2025\na,u,3,3/2/2025\na,u,2,4/2/2025\n", `x: the dates in column "at" do ` +
			`not say which number is the day: 1/2/2025, 3/2/2025, 4/2/2025`, faults.NoTimes, by},
		{"no column", "item,labeler,label\na,u,1\n", `x: no column is named "at": item, labeler, label`,
			faults.MissingColumn,
			by},
		{"no column named", head, "x: the latest of labels given again needs a column", study.BadOption,
			Options{Duplicates: study.DuplicatesLatest}},
		{"no rule", head, "x: the latest of labels given again needs a column", study.BadOption, Options{Latest: "at"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.options.Kind = study.Numeric
			_, err := Read(context.Background(), strings.NewReader(c.in), "x", c.options)
			var fault *study.Error
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, c.code, fault.Code)
			assert.True(t, strings.HasPrefix(err.Error(), c.want), err.Error())
		})
	}
}
