package study

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNameErrorNamesTheNearest(t *testing.T) {
	studies := []string{"experts", "control", "treatment", "d", "e", "f", "expert"}
	for name, want := range map[string]string{
		"exprets": `there is no group "exprets"; did you mean "experts" or "expert"?`,
		"nobody":  `there is no group "nobody"; there are "experts", "control", "treatment", "d", "e" and 2 more`,
		"\x1b[31mred": `there is no group "\x1b[31mred"; there are "experts", "control", "treatment", "d", "e" ` +
			`and 2 more`,
	} {
		require.EqualError(t, &NameError{Kind: "group", Name: name, Names: studies}, want)
	}
	require.EqualError(t, &NameError{Kind: "item", Name: "a"}, `there is no item "a"`)
}
