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
	assert.Equal(t, "group few has 37 labels of category yes, 0.92% of its labels. In simulated studies with as few, "+
		"95% intervals held the true ICC in 91% and the true alpha in 88%, and nearly all that missed were too low. "+
		"The true ICC may be above its interval", texts[0])
	assert.Contains(t, texts[1], "group negative has 24 labels of category no, 1.6% of its labels")
	assert.Contains(t, texts[2], "true ICC in 90% and the true alpha in 75%")
	d.Kind = "ordinal"
	assert.Empty(t, rareCautions(d))
}
