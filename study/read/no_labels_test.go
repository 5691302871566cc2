package read

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read/faults"
)

// columnOf is a file of forty labels: ten items by four labelers.
func columnOf(delimiter string, label func(n int) string) string {
	var b strings.Builder
	b.WriteString(strings.ReplaceAll("item,rater,found,severity\n", ",", delimiter))
	for n := range 40 {
		fmt.Fprintln(&b, strings.Join([]string{fmt.Sprintf("i%d", n/4), fmt.Sprintf("r%d", n%4), label(n),
			[]string{"low", "medium", "high"}[n*7%3]}, delimiter))
	}
	return b.String()
}

// TestColumnsWithoutLabels takes columns as labels that have none, or numbers that no program reads as such.
func TestColumnsWithoutLabels(t *testing.T) {
	for _, c := range []struct {
		label func(n int) string
		code  study.Code
		says  string
	}{
		{func(n int) string { return fmt.Sprintf("2024-03-%02d", 1+n%9) }, faults.TimeLabels,
			`x:2: found "2024-03-01" is a date or a time (5 rows, and 35 more with dates or times), and no label`},
		{func(n int) string { return fmt.Sprintf("2024-03-%02dT10:00:00Z", 1+n%9) }, faults.TimeLabels, "is a date " +
			"or a time"},
		{func(n int) string { return fmt.Sprintf("%d-May", 1+n%5) }, faults.DateLabel,
			`x:2: found "1-May" is a day of a month: spreadsheets turn labels such as 3-4 and 3/5 into days`},
		{func(n int) string { return fmt.Sprintf("ann-%04d", n*n) }, faults.IDLabels,
			`column "found" has 40 different values in 40 rows, such as "ann-0000": this is ids or names`},
		{func(n int) string { return fmt.Sprintf("the answer to question %d is quite good I think", n*n) },
			faults.IDLabels,
			"this is free text"},
		{func(n int) string { return fmt.Sprintf("%02d:%02d", n%5, n%7) }, faults.OtherWriting, "write durations " +
			"as numbers"},
		{func(n int) string { return fmt.Sprintf("$%d,000.00", 1+n%5) }, faults.OtherWriting, "without a currency " +
			"sign"},
		{func(n int) string { return fmt.Sprintf("%d mm", 1+n%5) }, faults.OtherWriting, "write the number without mm"},
		{func(n int) string { return fmt.Sprintf("%d %s", 1+n%5, []string{"cm", "mm"}[n%2]) }, faults.OtherWriting,
			"write all labels in one unit, as numbers; they are in cm, mm"},
		{func(n int) string { return []string{"950", "1.250", "2.375", "40"}[(n+n/4)%4] }, faults.OtherWriting,
			`found "1.250" may be a whole number with a point between thousands`},
	} {
		text := columnOf("\t", c.label)
		options := Options{Label: "found", AllowNominal: true, AllowSets: true}
		_, err := Read(context.Background(), strings.NewReader(text), "x", options)
		var fault *study.Error
		require.ErrorAs(t, err, &fault, c.says)
		assert.Equal(t, c.code, fault.Code, c.says)
		require.ErrorContains(t, err, c.says)
		if c.code == faults.TimeLabels || c.code == faults.IDLabels {
			assert.Equal(t, []string{"severity"}, offered(fault, "label"))
		}
		options.AsIs = true
		_, err = Read(context.Background(), strings.NewReader(text), "x", options)
		if c.code != faults.OtherWriting || strings.Contains(c.says, "thousands") || strings.Contains(c.says, "unit") ||
			strings.Contains(c.says, "mm") {
			require.NoError(t, err, c.says)
		}
	}
	for _, label := range []func(n int) string{ // that stay what they were
		func(n int) string { return fmt.Sprintf("week %d", 1+n%5) },
		func(n int) string { return fmt.Sprintf("M%d", 1+n%5) },
		func(n int) string { return []string{"1.250", "2.375", "0.125"}[n%3] },
		func(n int) string { return []string{"950", "1.251", "2.375", "40"}[(n+n/4)%4] }, // zeros may be left out
		func(n int) string { return []string{"2a", "3b", "1a"}[n%3] },
	} {
		_, err := Read(context.Background(), strings.NewReader(columnOf("\t", label)), "x",
			Options{Label: "found", AllowNominal: true})
		require.NoError(t, err)
	}
}

// TestStrayWordAmongCommas has one word among decimal commas: the word is refused, not the commas.
func TestStrayWordAmongCommas(t *testing.T) {
	text := columnOf(";", func(n int) string {
		if n == 7 {
			return "ill"
		}
		return []string{"0,5", "1", "1,5", "2,5", "3"}[n%5]
	})
	options := Options{Label: "found", AllowNominal: true, AllowSets: true}
	_, err := Read(context.Background(), strings.NewReader(text), "x", options)
	var fault *study.Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, faults.NotANumber, fault.Code)
	require.ErrorContains(t, err, `x:9: found "ill" is not a number (1 row)`)
	options.Missing = []string{"ill"}
	table, err := Read(context.Background(), strings.NewReader(text), "x", options)
	require.NoError(t, err)
	assert.Equal(t, study.Numeric, table.Kind())
	assert.Equal(t, 39, table.Len())
	// Commas between thousands of which one number has none would make it a thousandfold.
	text = columnOf(";", func(n int) string { return []string{"950", "1,250", "2,370", "40"}[n%4] })
	_, err = Read(context.Background(), strings.NewReader(text), "x", options)
	require.Error(t, err)
}

// TestLinesAboveHeader has a title or comments in the first lines.
func TestLinesAboveHeader(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"Review of May,,,\nCase,Who,Points,Notes\na,r,1,\na,s,2,ok\nb,r,2,\nb,s,2,\n",
			"x:2: this line looks like the header (Case, Who, Points, Notes)"},
		{"# of May\n# by us\nsentence\tjudge\tpoints\n\"a \"\"b\"\"\"\tr\t1\n",
			"x:3: this line looks like the header (sentence, judge, points)"},
	} {
		_, err := Read(context.Background(), strings.NewReader(c.text), "x", Options{AllowNominal: true})
		var fault *study.Error
		require.ErrorAs(t, err, &fault)
		assert.Equal(t, faults.LateHeader, fault.Code)
		require.ErrorContains(t, err, c.says)
	}
}
