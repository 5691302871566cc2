package export

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/result/catalogue"
	"concord/model"
)

// parameterNames returns what exports call the parameters of a model, in the order of [catalogue.ModelParameters]: the
// names of factors come from the file, and other programs read letters, digits and underscores only. Of several that
// would be alike the later ones are numbered.
func parameterNames(spec model.Spec) []string {
	var names []string
	for _, q := range catalogue.ModelParameters(spec) {
		alike := strings.Map(plain, q.Parameter)
		name := alike
		for n := 2; slices.Contains(names, name); n++ {
			name = fmt.Sprintf("%s_%d", alike, n)
		}
		names = append(names, name)
	}
	return names
}

// plain puts an underscore in the place of what is no letter of English, digit or underscore.
func plain(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
		return r
	}
	return '_'
}
