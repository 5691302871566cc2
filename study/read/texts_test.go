package read

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// What a model answered is no label, though its column is called response; another column is.
func TestTextsAreNoLabels(t *testing.T) {
	rows := func(header, cells string) string {
		var b strings.Builder
		b.WriteString(header + "\n")
		for i := range 12 {
			for k := range 3 {
				fmt.Fprintf(&b, "p%d,w%d,this is what the model said to prompt %d,%s\n", i, k, i,
					strings.NewReplacer("A", fmt.Sprint((i+k)%2), "B", fmt.Sprint((i*k)%3)).Replace(cells))
			}
		}
		return b.String()
	}
	table, err := Read(context.Background(), strings.NewReader(rows("prompt_id,labeler,response,good", "A")), "x.csv",
		Options{})
	require.NoError(t, err)
	assert.Equal(t, "good", table.LabelColumn())
	assert.Equal(t, study.Binary, table.Kind())

	_, err = Read(context.Background(), strings.NewReader(rows("prompt_id,labeler,response,good,fair", "A,B")), "x.csv",
		Options{})
	var fault *study.Error
	var parts *Incomplete
	require.True(t, errors.As(err, &fault) && errors.As(err, &parts), "%v", err)
	assert.Equal(t, "2 columns could be the label: good, fair", fault.Found)
	assert.Equal(t, []string{"good", "fair"}, fault.Fixes[3].Set[2].Values)
	assert.Equal(t, []PartColumn{{Part: "item", Column: "prompt_id"}, {Part: "labeler", Column: "labeler"}},
		parts.Found)

	table, err = Read(context.Background(), strings.NewReader(rows("prompt_id,labeler,response,good", "A")), "x.csv",
		Options{Label: "response", AllowNominal: true})
	require.NoError(t, err)
	assert.Equal(t, "response", table.LabelColumn(), "what is named is taken")
}

// Labels given again that two columns tell apart together are said to be so.
func TestDuplicatesToldApartByTwoColumns(t *testing.T) {
	var b strings.Builder
	b.WriteString("doc,rater,system,segment,label\n")
	for i := range 48 {
		fmt.Fprintf(&b, "d%d,r%d,s%d,%d,%d\n", i/24, i%2, i/2%3, i/6%4, i*i%5%2)
	}
	_, err := Read(context.Background(), strings.NewReader(b.String()), "x.csv", Options{Item: "doc"})
	var fault *study.Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, study.DuplicateLabel, fault.Code)
	assert.Equal(t, study.Fix{}.Within("doc", "system", "segment").Set, fault.Fixes[0].Set)
	assert.Equal(t, "doc", fault.Column)
	assert.Contains(t, fault.Found, "they differ in columns system, segment, which are not used")
}
