package read

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/internal/kinds"
)

// Labels that are cut while they are read are those of the whole file, cut.
func TestCutIsTheWhole(t *testing.T) {
	words := []string{"yes", "no", "", "Yes"}
	for name, label := range map[string]func(n int) string{
		"binary":  func(n int) string { return words[n%7%4] },
		"ordinal": func(n int) string { return fmt.Sprint(1 + n*n%11%5) },
		"numeric": func(n int) string { return fmt.Sprint(float64(n*n%101) / 10) },
		"nominal": func(n int) string { return []string{"joy", "fear", "awe", "NA"}[n*n%13%4] },
	} {
		text := ratingsText(300, label)
		o := Options{Item: "item", Labeler: "rater", Study: "pool", Label: "label", Factors: []string{"DAY", "week"},
			AllowNominal: true}
		whole, err := Read(context.Background(), bytes.NewReader(text), "x.csv", o)
		require.NoError(t, err, name)
		cutting, err := Cut(context.Background(), bytes.NewReader(text), "x.csv", []string{"week"}, o)
		require.NoError(t, err, name)
		parts, err := whole.Split("week")
		require.NoError(t, err)
		assert.Equal(t, whole.Source(), cutting.Head().Source(), name)
		assert.Equal(t, whole.Kind(), cutting.Head().Kind(), name)
		assert.Equal(t, tabletest.WithMeans(study.Describe(whole)), tabletest.WithMeans(cutting.Design()), name)
		require.Len(t, cutting.Parts(), 3)
		for k, part := range cutting.Parts() {
			assert.Equal(t, parts[k].Levels, part.Levels)
			assert.Equal(t, tabletest.Again(parts[k].Table()), tabletest.Again(part.Table()), name)
			assert.Equal(t, tabletest.Dump(parts[k].Table()), tabletest.Dump(part.Table()), name)
		}
		path := surveyedFile(t, "labels.csv", text)
		_, err = Cut(context.Background(), nil, path, []string{"week"}, o)
		require.NoError(t, err)
	}
}

// More different numbers than have a spelling of their own.
func TestCutOfManyNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var b strings.Builder
	b.WriteString("week,item,label\n")
	for n := range kinds.MostSpellings + 5000 {
		fmt.Fprintf(&b, "%d,%d,%v\n", n%3, n/6, rng.NormFloat64())
	}
	o := Options{Factors: []string{"week"}, Kind: study.Numeric}
	whole, err := Read(context.Background(), strings.NewReader(b.String()), "x.csv", o)
	require.NoError(t, err)
	cutting, err := Cut(context.Background(), strings.NewReader(b.String()), "x.csv", []string{"week"}, o)
	require.NoError(t, err)
	parts, err := whole.Split("week")
	require.NoError(t, err)
	for k, part := range cutting.Parts() {
		assert.Equal(t, tabletest.Again(parts[k].Table()), tabletest.Again(part.Table()))
	}
	assert.Equal(t, tabletest.WithMeans(study.Describe(whole)), tabletest.WithMeans(cutting.Design()))
}

// What is wrong with a file is said in the words, with line and column, of the whole.
func TestCutFindsTheSameFaults(t *testing.T) {
	o := Options{Factors: []string{"week"}}
	for _, text := range []string{
		"week,item,rater,label\n",
		"week,item,rater,label\n1,a,r,1\n1,a,r\n",
		"week,item,rater,label\n1,a,r,1\n2,a,r,0\n1,,r,1\n",
		"week,item,rater,label\n1,a,r,1\n2,a,r,0\n,b,r,1\n",
		"week,item,rater,label\n1,a,r,1\n2,a,r,0\n\n2,b,r,1\n2,a,r,1\n1,a,r,1\n",
		"week,item,rater,label,day\n1,a,r,1,x\n2,a,r,0,x\n2,b,r,1,x\n2,a,r,1,y\n1,a,r,1,y\n",
		"week,item,rater,label\n1,a,r,NA\n2,a,r,\n",
		"week,item,rater,label\n1,a,r,0\n2,a,r,1\n1,b,r,maybe\n",
		"day,item,rater,label\n1,a,r,0\n",
		"week,item,rater,label\n1,a,r,0\nweek,item,rater,label\n",
	} {
		_, want := Read(context.Background(), strings.NewReader(text), "x.csv", o)
		_, err := Cut(context.Background(), strings.NewReader(text), "x.csv", []string{"week"}, o)
		require.Error(t, want, text)
		var one, other *study.Error
		require.True(t, errors.As(want, &one) && errors.As(err, &other), text)
		one.Err, other.Err = nil, nil // causes say the same
		assert.Equal(t, one, other)
	}
	for _, unfit := range []Options{
		{Factors: []string{"week"}, Duplicates: study.DuplicatesFirst},
		{Factors: []string{"week"}, Exclude: []string{"r"}},
		{},
	} {
		_, err := Cut(context.Background(), strings.NewReader("week,item,rater,label\n1,a,r,0\n"), "x.csv",
			[]string{"week"}, unfit)
		var fault *study.Error
		require.ErrorAs(t, err, &fault)
		assert.Equal(t, study.BadOption, fault.Code)
	}
	_, err := Cut(context.Background(), nil, "no such file", []string{"week"}, o)
	require.Error(t, err)
}
