package read

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

func TestLogarithms(t *testing.T) {
	of := func(text string) (*study.Table, error) {
		return Read(context.Background(), strings.NewReader("item,labeler,label\n"+text), "f.csv",
			Options{Log: true, Kind: study.Numeric})
	}
	table, err := of("a,x,1\nb,x,NA\nc,x,7.5\n")
	require.NoError(t, err)
	assert.Equal(t, []float64{0, math.Log(7.5)}, table.StudyAt(0).Value())
	assert.True(t, table.Source().Log)
	_, err = of("a,x,1\nb,x,\nc,x,-2\n")
	var fault *study.Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, NotPositive, fault.Code)
	assert.Equal(t, 4, fault.Line)
	assert.Equal(t, []string{"-2"}, offered(fault, "missing"))
	_, err = of("a,x,0\nb,x,1\nc,x,-2.5\nd,x,0\n")
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, []string{"0", "-2.5"}, offered(fault, "missing"))
	_, err = of("a,x,0\nb,x,-1\nc,x,-2\nd,x,-3\ne,x,-4\nf,x,-5\ng,x,-6\n")
	require.ErrorAs(t, err, &fault)
	assert.Nil(t, offered(fault, "missing"), "too many to list")
}

func TestItemsInTwoClusters(t *testing.T) {
	of := func(o Options, text string) error {
		o.Factors, o.Cluster = append([]string{"patient"}, o.ItemFactors...), "patient"
		_, err := Read(context.Background(), strings.NewReader("item,labeler,label,patient,eye\n"+text), "f.csv", o)
		return err
	}
	const two = "a,x,1.5,p,left\nb,x,2.5,p,left\na,y,1.5,q,right\n"
	var fault *study.Error
	require.ErrorAs(t, of(Options{}, two), &fault)
	assert.Equal(t, TwoClusters, fault.Code)
	assert.Equal(t, 4, fault.Line)
	assert.Contains(t, fault.Found, `in "p" in line 2`)
	assert.NoError(t, of(Options{ItemFactors: []string{"eye"}}, two), "the eyes are two items")
}
