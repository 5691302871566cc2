package study

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"slices"
	"unicode"
	"unicode/utf8"

	"concord/internal/visible"
)

// SimilarPair is two names that differ in case or blanks only, and so may be one.
type SimilarPair struct{ First, Second string }

// similar returns pairs of names that differ only in case and blanks. If there are several such names, it pairs
// neighbours in the order of first appearance.
func similar(names []string) []SimilarPair {
	type key struct {
		hash uint64
		name int
	}
	var h maphash.Hash // its seed changes from run to run, and the result does not
	keys := make([]key, len(names))
	var folded []byte
	for i, n := range names {
		folded = appendFolded(folded[:0], n)
		h.Reset()
		_, _ = h.Write(folded) // never fails
		keys[i] = key{h.Sum64(), i}
	}
	slices.SortFunc(keys, func(a, b key) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.name, b.name))
	})
	var pairs [][2]int
	for k := 1; k < len(keys); k++ {
		a, b := keys[k-1], keys[k]
		if a.hash == b.hash && string(appendFolded(nil, names[a.name])) == string(appendFolded(nil, names[b.name])) {
			pairs = append(pairs, [2]int{a.name, b.name})
		}
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	found := make([]SimilarPair, len(pairs))
	for i, p := range pairs {
		found[i] = SimilarPair{names[p[0]], names[p[1]]}
	}
	return found
}

// appendFolded appends a name in lower case and without blanks, also those without width.
func appendFolded(b []byte, name string) []byte {
	for _, r := range name {
		switch {
		case r < utf8.RuneSelf && r > ' ':
			if r >= 'A' && r <= 'Z' {
				r += 'a' - 'A'
			}
			b = append(b, byte(r))
		case unicode.IsSpace(r), unicode.Is(unicode.Cf, r), unicode.IsControl(r):
		default:
			b = utf8.AppendRune(b, unicode.ToLower(unicode.ToUpper(r)))
		}
	}
	return b
}

// similarNames is the warnings about pairs of names of one role.
func similarNames(role string, pairs []SimilarPair) []Warning {
	if len(pairs) == 0 {
		return nil
	}
	var names []string
	for _, p := range pairs {
		for _, n := range []string{p.First, p.Second} {
			if len(names) == 0 || names[len(names)-1] != n {
				names = append(names, n)
			}
		}
	}
	what := fmt.Sprintf("%d pairs of %s names differ", len(pairs), role)
	if len(pairs) == 1 {
		what = visible.Sprintf("the %s names %q and %q differ", role, pairs[0].First, pairs[0].Second)
	} else {
		what += visible.Sprintf(" (such as %q and %q)", pairs[0].First, pairs[0].Second)
	}
	return []Warning{{Code: SimilarNames, Names: names,
		Text: what + " only in case or blanks, and are taken as different; if they are the same, spell them alike"}}
}
