package export

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/result/catalogue"
	"concord/model/spec"
)

// parameterNames returns the names of a model's parameters in exports, in the order of [catalogue.ModelParameters]. The
// names of factors come from the file, and other programs read letters, digits and underscores only. If several names
// would be the same, the later ones are numbered.
func parameterNames(sp spec.Spec) []string {
	var names []string
	for _, q := range catalogue.ModelParameters(sp) {
		alike := strings.Map(plain, q.Parameter)
		name := alike
		for n := 2; slices.Contains(names, name); n++ {
			name = fmt.Sprintf("%s_%d", alike, n)
		}
		names = append(names, name)
	}
	return names
}

// plain puts an underscore in place of each character that is no English letter, digit or underscore.
func plain(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
		return r
	}
	return '_'
}
