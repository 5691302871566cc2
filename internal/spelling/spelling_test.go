package spelling

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Distances counted by hand; the last is where optimal string alignment and Damerau-Levenshtein part.
func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"label", "label", 0}, {"lable", "label", 1}, {"lable", "labeler", 2},
		{"lab", "label", 2}, {"kitten", "sitting", 3}, {"abcd", "badc", 2}, {"ca", "abc", 3},
	} {
		assert.Equal(t, c.want, distance(c.a, c.b), "%q %q", c.a, c.b)
		assert.Equal(t, c.want, distance(c.b, c.a), "%q %q", c.b, c.a)
	}
}

func TestNearestFirst(t *testing.T) {
	names := []string{"control", "experts", "expert_b", "Expert"}
	assert.Equal(t, []string{"Expert", "experts", "expert_b"}, Nearest("expert", names))
	assert.Equal(t, []string{"experts"}, Nearest("exprets", []string{"control", "experts"}))
	assert.Equal(t, []string{"items", "item"}, Nearest("itesm", []string{"item", "items"}))
	assert.Equal(t, []string{"item-df", "item-sd"}, Nearest("item-fd", []string{"item-sd", "item-df"}))
	assert.Empty(t, Nearest("zebra", names))
	assert.Empty(t, Nearest("x", nil))
	assert.Empty(t, Nearest("x", []string{"f", "m"}), "no letter is left")
	assert.Equal(t, []string{"ab"}, Nearest("a", []string{"ab"}))
}
