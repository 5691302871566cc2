//go:build long

package bycriteria

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/checks/predictive"
)

// The check doubts few studies from the model: 100, or as many as DATA_SETS says, of numbers by people and a judge.
//
//	go test -tags long -timeout 1h -v -run LongFalseAlarms ./internal/checks/bycriteria
func TestLongFalseAlarms(t *testing.T) {
	n := 100
	if given := os.Getenv("DATA_SETS"); given != "" {
		var err error
		n, err = strconv.Atoi(given)
		require.NoError(t, err)
	}
	doubted := 0.0
	for set := range n {
		if names := checked(t, made(t, uint64(set)+100), 1).doubtful(); names != nil {
			doubted++
			t.Log(set, names)
		}
	}
	t.Logf("%v of %d studies in doubt", doubted, n)
	assert.LessOrEqual(t, doubted/float64(n), predictive.Threshold+0.05) // 3 standard errors for 100
}
