package study_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

func TestWriteColumns(t *testing.T) {
	table := func(kind study.Kind, categories []string, items []string, values ...float64) *study.Table {
		c := study.Indexed{Items: items, Studies: []string{"s"}, Item: []int32{0, 1, 0}, Study: []int32{0, 0, 0},
			Labelers: []string{"u", "v"}, Labeler: []int32{0, 0, 1}, Kind: kind, Categories: categories, Value: values}
		made, err := study.NewTable(c)
		require.NoError(t, err)
		return made
	}
	items := []string{"a", "b"}
	binary := table(study.Binary, nil, items, 0, 1, 1)
	words := table(study.Nominal, []string{"p,q", "r"}, items, 0, 1, 0)
	ranks := table(study.Ordinal, []string{"low", "mid", "high"}, items, 1, 3, 2)
	var b bytes.Buffer
	require.NoError(t, study.WriteColumns(&b, []string{"x", "y,z", "w"}, binary, words, ranks))
	assert.Equal(t, "item,labeler,study,x,\"y,z\",w\na,u,s,0,\"p,q\",low\nb,u,s,1,r,high\na,v,s,1,\"p,q\",mid\n",
		b.String())
	var alone bytes.Buffer
	require.NoError(t, study.Write(&alone, binary))
	assert.Equal(t, "item,labeler,study,label\na,u,s,0\nb,u,s,1\na,v,s,1\n", alone.String())
	assert.PanicsWithValue(t, "study: the tables do not have the same rows", func() {
		_ = study.WriteColumns(&b, []string{"x", "y"}, binary, table(study.Binary, nil, []string{"a", "c"}, 0, 1, 1))
	})
	assert.PanicsWithValue(t, "study: each table has a name", func() { _ = study.WriteColumns(&b, nil, binary) })
}
