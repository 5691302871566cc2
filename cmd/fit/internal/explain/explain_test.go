package explain

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEachWordIsFoundAndShort(t *testing.T) {
	seen := map[string]string{}
	for _, e := range All() {
		for _, name := range append([]string{e.Term}, e.Also...) {
			found := Find(strings.ToUpper(name))
			require.Len(t, found, 1, name)
			assert.Equal(t, e.Term, found[0].Term, name)
			assert.Empty(t, seen[plain(name)], "%s is in two entries", name)
			seen[plain(name)] = e.Term
		}
		assert.LessOrEqual(t, len([]rune(e.Text)), 5*92, "%s has more than five lines", e.Term)
		assert.True(t, strings.HasSuffix(e.Text, "."), e.Term)
		assert.LessOrEqual(t, len([]rune(e.Short)), 60, e.Term)
	}
	assert.Empty(t, Find("no such word"))
	assert.Contains(t, Names(), "worth")
}

// Words that people bring with them lead to an entry, by its names or by its text.
func TestWordsThatPeopleBring(t *testing.T) {
	for word, term := range map[string]string{"agreement": "agreement between groups",
		"Cohen": "kappa", "Fleiss": "kappa",
		"Krippendorff": "alpha", "Gwet": "kappa", "Scott's": "Scott's π", "IRR": "ICC", "κ": "kappa",
		"majority": "consensus",
		"credible": "credible interval", "significant": "probability", "sample size": "sample size",
		"bland": "limits of agreement", "win_rate": "win_rate"} {
		found := Find(word)
		require.NotEmpty(t, found, word)
		assert.Equal(t, term, found[0].Term, word)
	}
	assert.Greater(t, len(Find("agreement")), 3)
}
