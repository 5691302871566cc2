package main

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/internal/ask"
	"concord/study"
)

// perStudy reads a comma-separated flag of one value for all studies or one for each.
func perStudy[T any](flag, text string, studies int, parse func(string) (T, error)) ([]T, error) {
	return oneForEach(flag, text, studies, "groups; give one, or one for each", parse)
}

// oneForEach reads a comma-separated flag of one value for all or one for each of some things.
func oneForEach[T any](flag, text string, n int, of string, parse func(string) (T, error)) ([]T, error) {
	fields := strings.Split(text, ",")
	if len(fields) != 1 && len(fields) != n {
		return nil, usage("--%s %s: %d values for %d %s", flag, text, len(fields), n, of)
	}
	values := make([]T, n)
	for s := range values {
		field := strings.TrimSpace(fields[min(s, len(fields)-1)])
		v, err := parse(field)
		if err != nil {
			return nil, usage("--%s %s: %q is no number", flag, text, field)
		}
		values[s] = v
	}
	return values, nil
}

// parseFloat reads a number, which none of Go's own forms is, such as 1_0 and 0x1p3.
func parseFloat(s string) (float64, error) {
	if strings.ContainsAny(s, "xXpP_") {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(s, 64)
}

// correlations reads a correlation matrix of k studies: one value for all pairs, or one for each in the order 1-2, 1-3,
// 2-3, 1-4, …. "" is nil, the identity.
func correlations(flag, text string, k int) ([][]float64, error) {
	if text == "" {
		return nil, nil
	}
	values, err := oneForEach(flag, text, k*(k-1)/2,
		"pairs of groups; give one, or one for each pair (1-2, 1-3, 2-3, …)", parseFloat)
	if err != nil {
		return nil, err
	}
	r := make([][]float64, k)
	for i := range r {
		r[i] = make([]float64, k)
		r[i][i] = 1
	}
	for i := range k {
		for j := range i {
			r[i][j] = values[i*(i-1)/2+j]
			r[j][i] = r[i][j]
		}
	}
	return r, nil
}

// oneOf reads a flag that has to be one of a few words.
func oneOf[T any](flag, text string, words []string, values []T) (T, error) {
	if i := slices.Index(words, text); i >= 0 {
		return values[i], nil
	}
	var none T
	return none, usage("--%s %s: it is one of %s", flag, text, strings.Join(words, ", "))
}

// wrapped breaks a text into lines of at most 100 characters.
func wrapped(text string) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > 100 {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return strings.Join(append(lines, line), "\n")
}

// labelCosts returns the costs that --cost names of a label of people and of a judge; 0 for one that it does not name.
func labelCosts(text string) (c ask.ScoreCosts, err error) {
	costs, err := costsOf(text, []string{"people", "judge"}, costsExample)
	if err != nil {
		return c, err
	}
	for i, into := range []*float64{&c.People, &c.Judge} {
		if !math.IsNaN(costs[i]) {
			*into = costs[i]
		}
	}
	return c, nil
}

// costsOf returns the cost of a label that --cost gives for each of some names; NaN for names that it does not have.
func costsOf(text string, names []string, example string) ([]float64, error) {
	costs := slices.Repeat([]float64{math.NaN()}, len(names))
	for _, part := range strings.Split(text, ",") {
		end := max(0, strings.LastIndex(part, "="))
		who := strings.TrimSpace(part[:end])
		x, err := parseFloat(strings.TrimSpace(strings.TrimPrefix(part[end:], "=")))
		if err != nil || !(x >= 0) || x > study.LargestLabel {
			return nil, badCosts(text, example)
		}
		at := slices.Index(names, who)
		switch {
		case at < 0:
			return nil, usage("--cost %s: %w", text, &study.NameError{Kind: "cost of", Name: who, Names: names})
		case !math.IsNaN(costs[at]):
			return nil, badCosts(text, example)
		}
		costs[at] = x
	}
	return costs, nil
}

// costsExample is a --cost of people and a judge.
const costsExample = "people=0.40,judge=0.002"

// wrongCosts is the error about a --cost that names no costs.
func wrongCosts(text string) error { return badCosts(text, costsExample) }

// badCosts is wrongCosts with another example.
func badCosts(text, example string) error {
	return usage("--cost %s: it is the cost of a label of each, such as --cost %s", text, example)
}
