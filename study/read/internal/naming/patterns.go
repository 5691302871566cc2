package naming

import (
	"slices"
	"strings"
)

// MatchesPattern reports whether a name is one of some patterns, in which * is any text and
// ? any character.
func MatchesPattern(name string, patterns []string) bool {
	for _, p := range patterns {
		if glob([]rune(p), []rune(name)) {
			return true
		}
	}
	return false
}

// glob goes back to the last * only, which suffices, and takes time that grows with the
// product of the lengths at most.
func glob(pattern, name []rune) bool {
	p, n := 0, 0
	star, from := -1, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, n
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == name[n]):
			p, n = p+1, n+1
		case star >= 0:
			from++
			p, n = star+1, from
		default:
			return false
		}
	}
	return strings.Trim(string(pattern[p:]), "*") == ""
}

// Joined joins the descriptions of recognised layouts.
func Joined(all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(text string) bool { return text == "" }), "; ")
}
