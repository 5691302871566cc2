package study_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// An error names the option in its fixes, if the option named the column of the error, whatever its case.
func TestBlamedOnTheOptionThatNamedTheColumn(t *testing.T) {
	fault := func() *study.Error {
		return &study.Error{Column: "Team", Fixes: []study.Fix{study.To("", "facet", "team_"), study.By("", "label")}}
	}
	err := fault()
	require.Same(t, err, study.BlamedOn("by", fmt.Errorf("x: %w", err), []string{"week", "team"}))
	assert.Equal(t, []study.Fix{study.To("", "by", "team_"), study.By("", "label")}, err.Fixes)

	err = fault()
	require.NotNil(t, study.BlamedOn("criteria", err, []string{"team"}, "label"))
	assert.Equal(t, []study.Fix{study.To("", "criteria", "team_"), study.By("", "criteria")}, err.Fixes)

	err = fault()
	assert.Nil(t, study.BlamedOn("by", err, []string{"week"}))
	assert.Equal(t, fault().Fixes, err.Fixes)
	assert.Nil(t, study.BlamedOn("by", errors.New("of another kind"), []string{"team"}))
	assert.Nil(t, study.BlamedOn("by", nil, []string{"team"}))
}
