package ask

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
	"concord/model/spec"
	"concord/study/read"
)

const checked = `ad,worker,arm,verdict
a,w1,old,yes
a,w2,old,no
b,w1,old,yes
b,w2,old,yes
c,w3,old,no
c,w4,old,yes
a,w5,"=new<b>",yes
a,w6,"=new<b>",no
b,w5,"=new<b>",yes
b,w6,"=new<b>",no
`

func checkOf(t *testing.T, text string, sp spec.Spec) *answer.Answer {
	table, err := read.Read(t.Context(), strings.NewReader(text), "ads.csv",
		read.Options{Item: "ad", Label: "verdict", AllowNominal: true, Looks: true})
	require.NoError(t, err)
	c, err := result.NewCheck("ads.csv", table, sp, table.Studies()[0], nil, nil)
	require.NoError(t, err)
	problem := ""
	if c.Fault != nil {
		problem = c.Fault.Error() + ".\n  Take more\n  fit more"
	}
	return Check(c, problem)
}

func TestCheckHasDesignAndColumns(t *testing.T) {
	a := checkOf(t, checked, spec.Spec{})
	assert.Regexp(t, `^This file can be fitted, but read \d+ warnings$`, a.Verdict[0])
	old, young := answer.Key{Group: "old"}, answer.Key{Group: "=new<b>"}
	assert.Equal(t, 2.0, a.Value("parts", old), "w1, w2 share no item with w3, w4")
	assert.Equal(t, "w5 | w6", a.Get("one_label_only", young).Said)
	of := a.Get("labels_of_labeler", old)
	assert.Equal(t, []float64{1, 1.5, 2}, []float64{of.Lower, of.Value, of.Upper})
	column := answer.Key{Of: "verdict", K: 4}
	assert.Equal(t, []string{"label", "yes, no"}, []string{a.Get("used_as", column).Said,
		a.Get("looks_like", column).Said})
	text := checkText(t, a)
	assert.Contains(t, text, "Warning: ")
	assert.Contains(t, text, "library(brms)")
}

func checkText(t *testing.T, a *answer.Answer) string {
	var b bytes.Buffer
	require.NoError(t, document.WriteText(&b, view.Document(a, document.Detail), document.Options{
		Level: document.Detail}))
	return b.String()
}

func TestCheckSaysWhyThereIsNoModel(t *testing.T) {
	for text, why := range map[string]string{
		"ad,worker,verdict\na,x,red\nb,x,green\nc,y,blue\n":    "categories without order",
		"ad,worker,verdict\na,x,1\na,y,1\nb,x,1\nb,y,1\n":      "all of them 1",
		"ad,worker,verdict\na,x,1.5\nb,x,2\nc,y,2.5\nd,y,9\n":  "one label for each",
		"ad,worker,verdict\na,x,1.5\na,x2,2\na,y,2.5\na,z,9\n": "one item",
	} {
		a := checkOf(t, text, spec.Spec{})
		assert.Empty(t, a.Runs)
		assert.Contains(t, a.Get("model", answer.Key{}).Why, why)
		assert.Contains(t, a.Verdict[0], "This file cannot be fitted: ")
		assert.Contains(t, checkText(t, a), "\nTake more\n  fit more\n")
		assert.NotContains(t, checkText(t, a), "Nothing to warn")
	}
}

func TestCheckRefusesAnImpossibleSpec(t *testing.T) {
	table, err := read.Read(t.Context(), strings.NewReader(checked), "ads.csv",
		read.Options{Item: "ad", Label: "verdict"})
	require.NoError(t, err)
	wrong := spec.Spec{Priors: spec.Priors{Mean: spec.Normal{Scale: -1}}}
	_, err = result.NewCheck("ads.csv", table, wrong, "old", nil, nil)
	assert.Error(t, err)
}
