package result

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/spec"
	"concord/study/read"
)

// A study of 0 to 1 beside one of 0 to 100 is cautioned of only with one residual for both.
func TestUnitCaution(t *testing.T) {
	table, err := read.Read(t.Context(), strings.NewReader(`item,labeler,study,label
a,x,share,0.1
a,y,share,0.3
b,x,share,0.9
b,y,share,0.8
a,u,points,12
a,v,points,35
b,u,points,88
b,v,points,91
`), "units.csv", read.Options{})
	require.NoError(t, err)
	got := unitCaution(table, spec.Spec{Residual: spec.CommonResidual}, nil)
	require.Len(t, got, 1)
	assert.Contains(t, got[0], "group share")
	assert.Contains(t, got[0], "0.386")
	assert.Contains(t, got[0], "residual study gives each group a separate residual")
	assert.Empty(t, unitCaution(table, spec.Spec{Residual: spec.StudyResidual}, nil))
	c, err := NewCheck("units.csv", table, spec.Spec{Residual: spec.CommonResidual}, "share", nil, nil)
	require.NoError(t, err)
	assert.Contains(t, c.Data.Warnings, got[0])
	c, err = NewCheck("units.csv", table, spec.Spec{}, "share", nil, nil)
	require.NoError(t, err)
	assert.NotContains(t, c.Data.Warnings, got[0])
}
