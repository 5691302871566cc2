package vpc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/internal/spelling"
	"concord/internal/visible"
	"concord/model"
)

// StudyError says that there is no study of a name.
type StudyError struct {
	Name    string
	Studies []string // those that there are
}

// Error names the studies that may have been meant, or a few that there are.
func (e *StudyError) Error() string {
	const most = 5
	text := fmt.Sprintf("there is no study %q", e.Name)
	if near := spelling.Nearest(e.Name, e.Studies); len(near) > 0 {
		near = near[:min(most, len(near))]
		for i, n := range near {
			near[i] = strconv.Quote(n)
		}
		return text + "; did you mean " + strings.Join(near, " or ") + "?"
	}
	if len(e.Studies) == 0 {
		return text
	}
	return text + "; there are " + visible.Quoted(e.Studies, most)
}

// Known returns a *[StudyError] for the first of the names that is not a study of the fit: other functions
// of this package and of xcc panic at one, which is right for a name that the program itself has from the fit, and wrong for
// one that came from a file or a flag.
func Known(fit *model.Posterior, names ...string) error {
	for _, n := range names {
		if !slices.Contains(fit.Studies(), n) {
			return &StudyError{n, fit.Studies()}
		}
	}
	return nil
}

// Find is [On] for a name and a scale from outside: it returns an error, for a study a *[StudyError], where On panics.
func Find(fit *model.Posterior, study string, scale Scale) (Partition, error) {
	if err := Known(fit, study); err != nil {
		return Partition{}, err
	}
	if !slices.Contains(Scales(fit.Spec().Family), scale) {
		return Partition{}, fmt.Errorf("labels of the %v family have no %v scale", fit.Spec().Family, scale)
	}
	return On(fit, study, scale), nil
}
