package report

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/document"
	"concord/internal/result"
)

func TestChains(t *testing.T) {
	data, err := os.ReadFile("../internal/result/testdata/chains.json.golden")
	require.NoError(t, err)
	var c result.Chains
	require.NoError(t, json.Unmarshal(data, &c))
	d := Chains(&c)
	text := screen(t, d, 25)
	for _, want := range []string{"R̂ above 1.01", "divergences"} {
		assert.Contains(t, text, want)
	}
	assert.NotContains(t, text, "cor_item[1,1]")
	golden(t, "chains.text", written(t, d, "text", document.Detail, 0))
}
