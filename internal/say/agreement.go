package say

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/quantity"
	"concord/internal/result"
	"concord/internal/visible"
)

// Coefficient reports whether a row of an answer about agreement is a coefficient, or a difference of one, of pairs of
// groups or of single ones.
func Coefficient(r *answer.Row, pairs bool) bool {
	return r.Q.Unit == quantity.Plain && r.Term == "" && pairs == (r.Group == "")
}

// Difference reports whether a row is the difference of a coefficient.
func Difference(r *answer.Row) bool { return strings.HasSuffix(r.Q.Name, quantity.DifferenceOf) }

// Leading is the first row of the coefficient that comes first; nil if there is none.
func Leading(a *answer.Answer, pairs bool) *answer.Row {
	name := "kripp_alpha"
	if pairs {
		name = "normalized_cross_kappa"
	}
	if all := a.Of(name); len(all) > 0 {
		return all[0]
	}
	i := slices.IndexFunc(a.Rows, func(r *answer.Row) bool { return Coefficient(r, pairs) && !Difference(r) })
	if i < 0 {
		return nil
	}
	return a.Rows[i]
}

// AgreementVerdict says how well labels agree without a model: within each group, and between two groups; of several
// tasks, within each group.
func AgreementVerdict(a *answer.Answer) []string {
	all := []string{}
	if len(a.Tasks()) > 0 {
		for rows := alike(a, Leading(a, false)); len(rows) > 0 && len(all) < most; {
			in := func(r *answer.Row) bool { return r.Group == rows[0].Group }
			of, rest := those(rows, in), those(rows, func(r *answer.Row) bool { return !in(r) })
			whose := ""
			if len(rest)+len(all) > 0 {
				whose = " of " + visible.Text(rows[0].Group)
			}
			all, rows = append(all, levels(a, whose, of)...), rest
		}
		return all
	}
	for _, first := range []*answer.Row{Leading(a, false), Leading(a, true)} {
		if first == nil {
			continue
		}
		rows := alike(a, first)
		differences := those(a.Of(first.Q.Name+quantity.DifferenceOf), func(d *answer.Row) bool {
			return d.Distance == first.Distance && d.Cell(answer.Range) != nil
		})
		const both = 2
		if len(differences) > both {
			differences = those(differences, onOneSide)
		}
		var compared []string
		named := map[*answer.Row]bool{}
		for _, d := range differences[:min(len(differences), both)] {
			more, less := ofGroup(rows, d.Of, d.Group), ofGroup(rows, d.Against, d.Group)
			if d.Value < 0 {
				more, less = less, more
			}
			if more == nil || less == nil {
				continue
			}
			named[more], named[less] = true, true
			compared = append(compared, compares(a, more, less, d))
		}
		if len(named) < len(rows) && (first.Group != "" || compared == nil) {
			all = append(all, levels(a, "", rows)...)
		}
		all = append(all, compared...)
	}
	return all
}

// ofGroup is the row of a group, or of the pair of it with another.
func ofGroup(rows []*answer.Row, group, with string) *answer.Row {
	for _, r := range rows {
		if of := []string{r.Of, r.Against}; r.Group == group && with == "" ||
			with != "" && slices.Contains(of, group) && slices.Contains(of, with) {
			return r
		}
	}
	return nil
}

// compares says which of two groups agrees more, with itself or with the reference.
func compares(a *answer.Answer, more, less, d *answer.Row) string {
	against := fmt.Sprintf("%s %s against %s", nameOf(a, more), document.Fixed(more.Value, 2),
		document.Fixed(less.Value, 2))
	who := [2]string{visible.Text(d.Of), visible.Text(d.Against)}
	if d.Value < 0 {
		who[0], who[1] = who[1], who[0]
	}
	open := ""
	if !onOneSide(d) {
		open = "It is unclear whether "
	}
	if d.Group != "" {
		return fmt.Sprintf("%s%s agrees with %s more than %s does: %s", open, who[0], visible.Text(d.Group), who[1],
			against)
	}
	return capital(fmt.Sprintf("%speople agree with each other more in %s than in %s: %s", open, who[0], who[1],
		against))
}

// alike are the rows of a coefficient by the same distance.
func alike(a *answer.Answer, first *answer.Row) []*answer.Row {
	if first == nil {
		return nil
	}
	return those(a.Of(first.Q.Name), func(r *answer.Row) bool { return r.Distance == first.Distance })
}

// those are the rows for which something holds.
func those(all []*answer.Row, is func(*answer.Row) bool) (some []*answer.Row) {
	for _, r := range all {
		if is(r) {
			some = append(some, r)
		}
	}
	return some
}

// levels says a coefficient of few groups, pairs or tasks, or which is the highest and which the lowest of many. whose
// follows its name.
func levels(a *answer.Answer, whose string, all []*answer.Row) []string {
	if len(all) == 0 {
		return nil
	}
	name := capital(nameOf(a, all[0])) + whose
	defined := those(all, (*answer.Row).Defined)
	var of []string
	var places []Place
	for _, r := range defined {
		where := visible.Text(cmp.Or(r.Task, r.Group))
		if r.Group == "" {
			where = Pair(r.Key)
		}
		of = append(of, document.Fixed(r.Value, 2)+" for "+where)
		places = append(places, Place{Name: where, Value: r.Value, SD: r.SD})
	}
	switch {
	case len(defined) == 0:
		return []string{name + " is undefined: " + all[0].Why}
	case len(defined) > most:
		return []string{name + ": " + Order(places, "for")}
	case len(all) == 1 && all[0].Q.Name == "normalized_cross_kappa":
		return []string{fmt.Sprintf("Across %s and %s, people agree %s as much as within them, beyond chance (%s)",
			visible.Text(all[0].Of), visible.Text(all[0].Against), document.Percent(all[0].Value, 0),
			nameOf(a, all[0]))}
	case !a.Several() && defined[0].Task == "":
		return []string{name + " is " + document.Fixed(defined[0].Value, 2)}
	}
	return []string{name + " is " + strings.Join(of, ", ")}
}

// nameOf names a coefficient, with its distance if there are several.
func nameOf(a *answer.Answer, r *answer.Row) string {
	if len(a.Of(r.Q.Name)) > len(alike(a, r)) {
		return r.Q.Head + " (" + r.Distance + ")"
	}
	return r.Q.Head
}

// Pair names two groups.
func Pair(at answer.Key) string { return visible.Text(at.Of + " × " + at.Against) }

// capital makes the first letter of a sentence a capital.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// few lists things, or the first ones and how many others there are.
func few(names []string) string {
	if left := len(names) - most + 1; left > 1 {
		names = append(names[:most-1:most-1], fmt.Sprintf("%d others", left))
	}
	return strings.Join(names, "; ")
}

// mostWays is how many ways of making intervals, or reasons for having none, are told.
const mostWays = 6

// CoefficientNotes say which pairs of labels coefficients leave out, and how most intervals were made. Then come the
// intervals that were made in another way or could not be made, with the reason.
func CoefficientNotes(a *answer.Answer) []string {
	var notes, pairs, order []string
	for _, r := range a.Of("friedman_chi_squared") {
		notes = append(notes, fmt.Sprintf("Kendall's W of %s: Friedman's χ² = %.2f with %s of freedom, p = %s.",
			Whose(r),
			r.Value, document.Plural(r.N, "degree"), document.PValueText(r.P)))
	}
	left, dependent := 0, false
	for _, r := range a.Of("own_pairs") {
		pairs, left = append(pairs, Pair(r.Key)), left+int(r.Value)
	}
	if pairs != nil {
		are := "are"
		if left == 1 {
			are = "is"
		}
		notes = append(notes, fmt.Sprintf("Coefficients of two groups compare different labelers: %s of labels of "+
			"an item by one labeler %s left out (%s).", document.Plural(left, "pair"), are, few(pairs)))
	}
	made, who := map[string]int{}, map[string][]string{}
	usual := ""
	for _, r := range a.Rows {
		if dependent = dependent || r.Reason != ""; r.Method != "" && r.Method != result.ByF {
			if made[r.Method]++; made[r.Method] > made[usual] {
				usual = r.Method
			}
		}
	}
	if dependent {
		notes = append(notes, result.DependenceNote)
	}
	for _, r := range a.Rows {
		how := r.Method
		switch {
		case how == "" && (!r.Defined() || r.Why == ""), how == usual && r.Why == "":
			continue
		case how == "":
			how = r.Why
		case r.Why != "":
			how += ", because " + r.Why
		}
		if who[how] == nil {
			order = append(order, how)
		}
		if name := Named(r) + " of " + Whose(r); !slices.Contains(who[how], name) { // as of each category
			who[how] = append(who[how], name)
		}
	}
	if usual != "" {
		notes = append(notes, Scope{a, answer.Key{}}.Fill("{level}% CI of coefficients: ")+usual+".")
	}
	for i, how := range order {
		if i == mostWays {
			return append(notes, fmt.Sprintf("… and %s (the JSON has them).", document.Plural(len(order)-i,
				"more reason")))
		}
		notes = append(notes, few(who[how])+": "+how+".")
	}
	return notes
}

// Named is the name of a coefficient with its distance.
func Named(r *answer.Row) string {
	if r.Distance == "" {
		return r.Q.Symbol
	}
	return r.Q.Symbol + " (" + r.Distance + ")"
}

// Whose names the groups and the category of a coefficient.
func Whose(r *answer.Row) string {
	of := visible.Text(r.Group)
	switch {
	case r.Against == "" && r.Of != "":
		of += ", " + visible.Text(r.Of)
	case r.Against == "":
	case !Difference(r):
		of = Pair(r.Key)
	case of == "":
		of = visible.Text(r.Of + " − " + r.Against)
	default:
		of = visible.Text(r.Of+" − "+r.Against) + ", each against " + of
	}
	return of
}
