package result

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
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

func checkOf(t *testing.T, text string, spec model.Spec) *Check {
	table, err := read.Read(t.Context(), strings.NewReader(text), "ads.csv",
		read.Options{Item: "ad", Label: "verdict", AllowNominal: true})
	require.NoError(t, err)
	c, err := NewCheck("ads.csv", table, spec, table.Studies()[0], nil, nil)
	require.NoError(t, err)
	return c
}

func TestCheckAsJSON(t *testing.T) {
	c := checkOf(t, checked, model.Spec{})
	c.Conclude()
	assert.Regexp(t, `^This file can be fitted, but read \d+ warnings$`, c.Verdict[0])
	var json bytes.Buffer
	require.NoError(t, WriteJSON(&json, c))
	checkGolden(t, "check.json", json.Bytes())
	assert.Equal(t, 2, c.Design[0].Components, "w1, w2 share no item with w3, w4")
	assert.Equal(t, []string{"w5", "w6"}, c.Design[1].OneClassLabelers)
}

func TestCheckSaysWhyThereIsNoModel(t *testing.T) {
	for text, why := range map[string]string{
		"ad,worker,verdict\na,x,red\nb,x,green\nc,y,blue\n":    "categories without order",
		"ad,worker,verdict\na,x,1\na,y,1\nb,x,1\nb,y,1\n":      "all 1",
		"ad,worker,verdict\na,x,1.5\nb,x,2\nc,y,2.5\nd,y,9\n":  "one label for each",
		"ad,worker,verdict\na,x,1.5\na,x2,2\na,y,2.5\na,z,9\n": "one item",
	} {
		c := checkOf(t, text, model.Spec{})
		assert.Nil(t, c.Model)
		assert.Contains(t, c.Problem, why)
		c.Conclude()
		assert.Contains(t, c.Verdict[0], "This file cannot be fitted: ")
	}
}

func TestCheckRefusesAnImpossibleSpec(t *testing.T) {
	table, err := read.Read(t.Context(), strings.NewReader(checked), "ads.csv",
		read.Options{Item: "ad", Label: "verdict"})
	require.NoError(t, err)
	wrong := model.Spec{Priors: model.Priors{Mean: model.Normal{Scale: -1}}}
	_, err = NewCheck("ads.csv", table, wrong, "old", nil, nil)
	assert.Error(t, err)
}
