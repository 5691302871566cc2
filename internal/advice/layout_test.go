package advice

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/quoting"
	"concord/study"
)

// Commands repeat the arguments of the call, but for flags that they give anew.
func TestCommandsOfLayouts(t *testing.T) {
	words := &study.Error{File: "x.csv", Line: 2, Found: "words", Fixes: []study.Fix{
		study.To("as ordered categories, the lowest first", "order", "no", "a little, sometimes", "a lot").
			Without("positive"), study.To("as categories without order", "order", "none")}}
	const order = `--order 'no,"a little, sometimes",a lot'`
	assert.Equal(t, "x.csv:2: words\n  as ordered categories, the lowest first: "+order+
		"\n  as categories without order: --order none", Of(words))
	assert.Equal(t, "x.csv:2: words\n  as ordered categories, the lowest first:\n"+
		"  fit agreement x.csv --item 'my item' "+order+"\n  as categories without order:\n"+
		"  fit agreement x.csv --item 'my item' --positive yes --order none",
		called("agreement --order a,b,c --positive yes --item 'my item' x.csv").Error(words))

	pairs := &study.Error{Found: "pairs", Fixes: []study.Fix{study.To("as comparisons", "pair", "left", "a,b")}}
	assert.Contains(t, called("x.csv --pair l,r").Error(pairs)+"\n",
		`  fit x.csv --pair 'left,"a,b"'`+"\n")
	pooled := &study.Error{Found: "pooled", Fixes: []study.Fix{study.Fix{Does: "apart"}.Within("q", "a,b")}}
	assert.Contains(t, called("--item q,r x.csv").Error(pooled)+"\n",
		`  fit x.csv --item 'q,r,"a,b"'`+"\n")
}

// A list is read as it was written.
func TestNamesAreThoseOfLists(t *testing.T) {
	for list, want := range map[string][]string{
		`a,b`: {"a", "b"}, `"x,y"`: {"x,y"}, `"x,y",z`: {"x,y", "z"}, `"a""b"`: {`a"b`}, `a"b,c`: {`a"b`, "c"},
		"": {""}, "a": {"a"},
	} {
		assert.Equal(t, want, quoting.Names(list), list)
	}
}
