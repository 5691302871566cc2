package say

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/visible"
)

// Surely is the probability of the direction of a difference.
func Surely(r *answer.Row) float64 { return max(r.P, 1-r.P) }

// OfItems reports whether the labels that a difference by a covariate compares are of different items.
func OfItems(r *answer.Row) bool { return strings.HasPrefix(r.Reason, result.BetweenItem) }

// BySureness orders differences by a covariate: those within items first, then the surest, then the largest.
func BySureness(a, b *answer.Row) int {
	within := func(r *answer.Row) int {
		if OfItems(r) {
			return 0
		}
		return 1
	}
	return -cmp.Or(cmp.Compare(within(a), within(b)), cmp.Compare(Surely(a), Surely(b)),
		cmp.Compare(math.Abs(a.Value), math.Abs(b.Value)))
}

// Differences are the differences of mean labels by a covariate; "" is any.
func Differences(a *answer.Answer, covariate string) (all []*answer.Row) {
	for _, r := range a.Of("covariate_difference") {
		if r.Scale == "" && r.Category != "" && (covariate == "" || r.Key.Of == covariate) {
			all = append(all, r)
		}
	}
	return all
}

// Covariate says whether a covariate matters: whether the sign of some difference is sure. Among several differences
// each needs a higher probability (Bonferroni). Differences between items do not count, because items may differ for
// other reasons. Such a difference is reported only if there is no other.
func Covariate(a *answer.Answer, covariate string) (matters, text string) {
	name, all := visible.Text(covariate), Differences(a, covariate)
	among := len(all)
	all = slices.DeleteFunc(all, func(r *answer.Row) bool { return math.IsNaN(r.P) || !r.Defined() })
	if len(all) == 0 {
		return result.CovariateUnclear, fmt.Sprintf("Whether %s matters cannot be said: no group has labels that "+
			"differ in it", name)
	}
	best := slices.MinFunc(all, BySureness)
	s := Scope{a, best.Key}
	labels := s.Fill("[in {part}, ]") + fmt.Sprintf("labels with %s %s are %s", name, visible.Text(best.Category),
		s.differ(best, best.Against))
	switch {
	case OfItems(best):
		return result.CovariateUnclear, fmt.Sprintf("Whether %s matters cannot be said, because labels of one item do "+
			"not differ in it: between items, %s", name, labels)
	case Surely(best) < result.Surely(among):
		return result.CovariateUnclear, fmt.Sprintf("%s makes no clear difference: %s", name, labels)
	}
	return result.CovariateMatters, fmt.Sprintf("%s matters: %s", name, labels)
}

// differ says by how much labels are higher: "positive 16 points more often [9, 23] than with US".
func (s Scope) differ(r *answer.Row, low string) string {
	than := "than other labels"
	if low != "" {
		than = "than with " + visible.Text(low)
	}
	m := s.difference(r)
	return m.goes() + " " + m.interval() + " " + than
}

// LabelersChange says how many labelers surely change with a covariate, and names the one who does so most.
func LabelersChange(a *answer.Answer, covariate string) string {
	var all []*answer.Row
	for _, name := range []string{"change", "rate_change"} {
		for _, r := range a.Of(name) {
			if r.Against == covariate {
				all = append(all, r)
			}
		}
	}
	enough, changed := result.Surely(len(all)), int(a.Value("changed", answer.Key{Of: covariate}))
	most := slices.MaxFunc(all, func(a, b *answer.Row) int {
		if sure := Surely(a) >= enough; sure != (Surely(b) >= enough) {
			return map[bool]int{true: 1, false: -1}[sure]
		}
		return cmp.Compare(math.Abs(a.Value), math.Abs(b.Value))
	})
	s, name := Scope{a, most.Key}, visible.Text(covariate)
	whose := s.Fill("{of}[ in {part}]")
	high, low, _ := strings.Cut(most.Method, " against ")
	text := fmt.Sprintf("with %s %s they are %s", name, high, s.differ(most, low))
	switch changed {
	case 0:
		return fmt.Sprintf("None of %d raters clearly changes with %s; labels of %s seem to do so most: %s", len(all),
			name, whose, text)
	case 1:
		return fmt.Sprintf("1 of %d raters changes with %s, %s: %s", len(all), name, whose, text)
	}
	return fmt.Sprintf("%d of %d raters change with %s, labels of %s most: %s", changed, len(all), name, whose, text)
}

// Apart says that a covariate makes another difference between items, or labelers, than within them.
func Apart(s Scope) string {
	goes, pairs := "the items' true scores", "items"
	outside := s.Row("difference_between")
	if !OfItems(outside) {
		goes, pairs = "the labelers' levels", "labelers"
	}
	than := "than with others"
	if s.At.Against != "" {
		than = "than with " + visible.Text(s.At.Against)
	}
	name, of := visible.Text(s.At.Of), s.difference(outside)
	return fmt.Sprintf("%s goes with %s%s: between %s, labels with %s %s are %s %s %s, within one of them %s. "+
		"Only the difference within counts for %s", name, goes, s.Fill("[ in {part}]"), pairs, name,
		visible.Text(s.At.Category), of.goes(), of.interval(), than,
		s.difference(s.Row("difference_within")).higher(), name)
}
