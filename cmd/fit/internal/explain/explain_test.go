package explain

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEachWordIsFoundAndShort(t *testing.T) {
	seen := map[string]string{}
	for _, e := range All() {
		for _, name := range append([]string{e.Term}, e.Also...) {
			found, ok := Of(strings.ToUpper(name))
			assert.True(t, ok, name)
			assert.Equal(t, e.Term, found.Term, name)
			assert.Empty(t, seen[plain(name)], "%s is in two entries", name)
			seen[plain(name)] = e.Term
		}
		assert.LessOrEqual(t, len([]rune(e.Text)), 5*92, "%s has more than five lines", e.Term)
		assert.True(t, strings.HasSuffix(e.Text, "."), e.Term)
		assert.LessOrEqual(t, len([]rune(e.Short)), 60, e.Term)
	}
	_, ok := Of("no such word")
	assert.False(t, ok)
	assert.Contains(t, Near("wort"), "worth")
}
