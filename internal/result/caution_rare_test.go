package result

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Few labels of a rare category are cautioned of, whichever of the two it is; a share of 5 % or 100 labels are enough.
func TestRareCategoriesAreCautioned(t *testing.T) {
	d := Data{Kind: "binary", Positive: "yes", Negative: "no", Studies: []Study{
		{Name: "few", Labels: 4000, Mean: 0.00925}, {Name: "none", Labels: 4000, Mean: 0},
		{Name: "negative", Labels: 1500, Mean: 0.984}, {Name: "many", Labels: 10000, Mean: 0.01},
		{Name: "small", Labels: 200, Mean: 0.05}, {Name: "fewest", Labels: 240, Mean: 0.04},
		{Name: "unknown", Labels: 240, Mean: Undefined()},
	}}
	texts := rareCautions(d)
	require.Len(t, texts, 3)
	assert.Equal(t, "only 37 labels of group few (0.92%) say \"yes\". With so few, the true ICC was outside its 95% "+
		"interval in 9 of 100 simulated studies (alpha: 12), and nearly always above it", texts[0])
	assert.Contains(t, texts[1], `24 labels of group negative (1.6%) say "no"`)
	assert.Contains(t, texts[2], "in 10 of 100 simulated studies (alpha: 25)")
	d.Kind = "ordinal"
	assert.Empty(t, rareCautions(d))
}
