package layout

import (
	"slices"
	"strconv"
	"strings"
)

// Several is how labels hold several things each.
type Several int

const (
	// Sets of labels: several may hold of one item, in any order.
	Sets Several = iota + 1
	// Lists of labels of one item, such as those of three raters.
	Lists
	// Rankings of the same things.
	Rankings
)

// SeveralIn is the result of [FindSeveral].
type SeveralIn struct {
	What      Several
	Example   string   // the first label that holds several
	Separator string   // between them; "" in brackets
	Parts     []string // all things that labels hold, in the order of their appearance
	Rows      int      // with several
}

// separators of the parts of a label; each is tried alone.
var separators = []string{"|", ";", "\n", "\t", ">", "/", "+", "&", ","}

// FindSeveral reports whether labels hold several things each. Lists in brackets do. For others the parts must show it,
// because a comma may be within a name. Labels are sets if their parts recur in other labels, at another place or
// alone. They are lists if all have equally many numbers, and rankings if all have the same parts.
func FindSeveral(labels []Label) (SeveralIn, bool) {
	if f, ok := inBrackets(labels); ok {
		return f, true
	}
	for _, by := range separators {
		if f, ok := separated(labels, by); ok {
			return f, true
		}
	}
	return SeveralIn{}, false
}

// inBrackets finds lists in brackets.
func inBrackets(labels []Label) (SeveralIn, bool) {
	var found SeveralIn
	var lists [][]string
	for _, l := range labels {
		inside, ok := unbracketed(l.Text)
		parts := Members(l.Text, "")
		if !ok || len(parts) == 0 && strings.TrimSpace(inside) != "" {
			continue
		}
		if len(parts) > 1 {
			if found.Example == "" {
				found.Example = l.Text
			}
			found.Rows += l.Rows
		}
		lists = append(lists, parts)
	}
	square := strings.HasPrefix(strings.TrimSpace(found.Example), "[")
	if found.Example == "" || !square && 2*len(lists) < len(labels) && !comeAgain(lists, labels) {
		return found, false
	}
	found.What = kindOf(lists)
	if len(lists) < len(labels) && found.What == Rankings { // one of a single value is written without brackets
		found.What = Sets
	}
	found.Parts = distinct(lists)
	return found, true
}

// comeAgain reports whether parts of lists are labels too.
func comeAgain(lists [][]string, labels []Label) bool {
	return slices.ContainsFunc(labels, func(l Label) bool {
		return slices.ContainsFunc(lists, func(list []string) bool { return slices.Contains(list, bare(l.Text)) })
	})
}

// kindOf distinguishes sets from lists and rankings, by the parts of each label.
func kindOf(lists [][]string) Several {
	same, alike, repeats, numbers := true, true, false, true
	for _, list := range lists {
		same = same && len(list) == len(lists[0])
		alike = alike && slices.Equal(slices.Sorted(slices.Values(list)), slices.Sorted(slices.Values(lists[0])))
		repeats = repeats || len(distinct([][]string{list})) < len(list)
		numbers = numbers && !slices.ContainsFunc(list, func(part string) bool { return !isNumber(part) })
	}
	switch {
	case repeats:
		return Lists
	case alike && len(lists) > 1 && len(lists[0]) > 1:
		return Rankings
	case numbers && same:
		return Lists
	}
	return Sets
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

func distinct(lists [][]string) []string {
	var all []string
	seen := make(map[string]bool)
	for _, list := range lists {
		for _, part := range list {
			if !seen[part] {
				seen[part], all = true, append(all, part)
			}
		}
	}
	return all
}

// separated finds several parts between separators.
func separated(labels []Label, by string) (SeveralIn, bool) {
	found := SeveralIn{Separator: by}
	lists := make([][]string, 0, len(labels))
	several := 0 // labels
	for _, l := range labels {
		parts := []string{bare(l.Text)}
		if strings.Contains(l.Text, by) {
			parts = elements(l.Text, by)
		}
		if len(parts) == 0 {
			parts = []string{l.Text}
		}
		if len(parts) > 1 {
			if several++; found.Example == "" {
				found.Example = l.Text
			}
			found.Rows += l.Rows
		}
		lists = append(lists, parts)
	}
	if several == 0 {
		return found, false
	}
	found.Parts = distinct(lists)
	if several == len(lists) && several > 1 {
		switch kind := kindOf(lists); {
		case by == "," && allNumbers(lists) && maybeOneNumber(lists):
			return found, false
		case kind == Rankings, kind == Lists && by != "/" && allNumbers(lists):
			found.What = kind
			return found, true
		}
	}
	found.What = Sets
	if kindOf(lists) == Lists && allNumbers(lists) || !recombine(lists) {
		return found, false
	}
	return found, true
}

// maybeOneNumber reports whether numbers with commas between them may be one number each: 1,5 or 1,250,000.
func maybeOneNumber(lists [][]string) bool {
	decimals, thousands := true, true
	for _, list := range lists {
		decimals = decimals && len(list) == 2
		thousands = thousands && !slices.ContainsFunc(list[1:], func(part string) bool { return len(part) != 3 })
	}
	return decimals || thousands
}

func allNumbers(lists [][]string) bool {
	return !slices.ContainsFunc(distinct(lists), func(part string) bool { return !isNumber(part) })
}

// recombine reports whether the parts of labels occur in different combinations: half of the parts with a neighbour
// occur in a second label too, and one of them at another place or alone. The first word before a comma, or a country
// behind it, does not.
func recombine(lists [][]string) bool {
	type use struct{ labels, first, later, alone int }
	uses := make(map[string]*use)
	beside := make(map[string]bool)
	for _, list := range lists {
		for at, part := range list {
			u := uses[part]
			if u == nil {
				u = new(use)
				uses[part] = u
			}
			u.labels++
			switch {
			case len(list) == 1:
				u.alone++
			case at == 0:
				u.first++
			default:
				u.later++
			}
			if len(list) > 1 {
				beside[part] = true
			}
		}
	}
	again, elsewhere := 0, 0
	for part := range beside {
		u := uses[part]
		if u.labels > 1 {
			again++
		}
		if u.alone > 0 && u.later > 0 || u.first > 0 && u.later > 0 {
			elsewhere++
		}
	}
	return 2*again >= len(beside) && elsewhere > 0
}
