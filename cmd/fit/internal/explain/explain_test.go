package explain

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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

// docs/reference/words.md lists the words. UPDATE_GOLDEN=1 go test ./cmd/fit/internal/explain writes them anew.
func TestPageHasTheWords(t *testing.T) {
	const path = "../../../../docs/reference/words.md"
	const begin, end = "<!-- words: fit explain -->\n", "<!-- end of words -->"
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(data), begin)
	require.True(t, ok, "%s has no %s", path, begin)
	words, after, ok := strings.Cut(rest, end)
	require.True(t, ok)
	var want strings.Builder
	want.WriteString("| word | in short |\n| --- | --- |\n")
	for _, e := range All() {
		fmt.Fprintf(&want, "| %s | %s |\n", e.Term, e.Short)
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.WriteFile(path, []byte(before+begin+want.String()+end+after), 0o644))
		words = want.String()
	}
	assert.Equal(t, want.String(), words)
}
