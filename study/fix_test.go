package study_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// An error names the option in place of the part, if the option named the column of the error, whatever its case.
func TestBlamedOnTheOptionThatNamedTheColumn(t *testing.T) {
	fault := func() *study.Error { return &study.Error{Column: "Team", Parts: []string{"label", "factor"}} }
	err := fault()
	require.Same(t, err, study.BlamedOn("by", fmt.Errorf("x: %w", err), []string{"week", "team"}))
	assert.Equal(t, []string{"label", "by"}, err.Parts)

	err = fault()
	require.NotNil(t, study.BlamedOn("criteria", err, []string{"team"}, "label"))
	assert.Equal(t, []string{"criteria", "criteria"}, err.Parts)

	err = fault()
	assert.Nil(t, study.BlamedOn("by", err, []string{"week"}))
	assert.Equal(t, []string{"label", "factor"}, err.Parts)
	assert.Nil(t, study.BlamedOn("by", errors.New("of another kind"), []string{"team"}))
	assert.Nil(t, study.BlamedOn("by", nil, []string{"team"}))
}
