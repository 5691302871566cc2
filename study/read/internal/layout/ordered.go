package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"concord/study/read/internal/words"
)

// Ordered returns the order of labels by a scale of words that questionnaires use, as from "strongly disagree" to
// "strongly agree", or from "never" to "always". It is false if a label is not on the scale, if two different labels
// have one place, or if there are fewer labels than an order has.
func Ordered(labels []Label) (o Order, ok bool) {
	texts := make([]string, len(labels))
	for i, l := range labels {
		texts[i] = plain(l.Text)
	}
	if grades, ok := letterGrades(labels); ok {
		return inOrder(labels, func(i int) float64 { return grades[i] }, func(i, k int) bool { return true })
	}
	places, ok := placesOf(texts)
	if !ok {
		return o, false
	}
	return inOrder(labels, func(i int) float64 { return float64(places[i]) },
		func(i, k int) bool { return texts[i] == texts[k] })
}

// NonAnswers returns the labels of those who do not answer, and the others. "Other" is a category where there is no
// scale.
func NonAnswers(labels []Label) (rest, answers []string) {
	for _, l := range labels {
		if isNonAnswer(l) && plain(l.Text) != "other" {
			rest = append(rest, l.Text)
		} else {
			answers = append(answers, l.Text)
		}
	}
	return rest, answers
}

func isNonAnswer(l Label) bool {
	return slices.Contains(words.List("no answers"), plain(l.Text))
}

// Nearly returns the order of labels on a scale of words, and those that are not of it: non-answers, or a single one.
// It is false if there are none, or if the other labels are on no such scale.
func Nearly(labels []Label) (o Order, rest []string, ok bool) {
	var answers []Label
	for _, l := range labels {
		if isNonAnswer(l) {
			rest = append(rest, l.Text)
		} else {
			answers = append(answers, l)
		}
	}
	if o, ok = Ordered(answers); ok && len(rest) > 0 {
		return o, rest, true
	}
	for i, l := range answers {
		if o, ok = Ordered(slices.Delete(slices.Clone(answers), i, i+1)); ok {
			return o, append(rest, l.Text), true
		}
	}
	return Order{}, nil, false
}

// placesOf returns the places of words on the first scale that has all of them.
func placesOf(labels []string) ([]int, bool) {
	for _, line := range words.Lines("scales") {
		if places, ok := scaleOf(line).places(labels); ok {
			return places, true
		}
	}
	return graded(labels)
}

// inOrder sorts labels by their places. Two may have one place only if they are the same.
func inOrder(labels []Label, place func(i int) float64, same func(i, k int) bool) (o Order, ok bool) {
	order := make([]int, len(labels))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(place(a), place(b)) })
	o.Place = make([]int, len(labels))
	for k, i := range order {
		switch again := k > 0 && place(i) == place(order[k-1]); {
		case again && !same(i, order[k-1]):
			return Order{}, false
		case !again:
			o.Ascending = append(o.Ascending, labels[i].Text)
		}
		o.Place[i] = len(o.Ascending) - 1
	}
	return o, len(o.Ascending) >= fewestOrdered
}

// plain returns the words of a text in lower case, one blank between them.
func plain(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\''
	}), " ")
}

// scale is words in ascending order. Words at one place mean the same.
type scale [][]string

// places returns the place of each word, if all are of the scale.
func (s scale) places(words []string) ([]int, bool) {
	all := make([]int, len(words))
	for i, word := range words {
		all[i] = slices.IndexFunc(s, func(same []string) bool { return slices.Contains(same, word) })
		if all[i] < 0 {
			return nil, false
		}
	}
	return all, true
}

// scaleOf reads a scale: places with < between them, words of one place with commas.
func scaleOf(text string) scale {
	var s scale
	for place := range strings.SplitSeq(text, " < ") {
		s = append(s, strings.Split(place, ", "))
	}
	return s
}

// How much of a word there is: from all that one can say to a little.
const (
	utterly = 5 - iota
	strongly
	plainly
	partly
	slightly
)

func degrees() map[string]int {
	of := make(map[string]int)
	for degree, name := range map[int]string{utterly: "utterly", strongly: "strongly", partly: "partly",
		slightly: "slightly"} {
		for _, word := range words.List(name) {
			of[word] = degree
		}
	}
	return of
}

// cores are words with degrees, each with its opposite.
func cores() map[string]string {
	of := make(map[string]string)
	for _, pair := range words.List("contraries") {
		plus, minus, _ := strings.Cut(pair, " ")
		of[plus], of[minus] = minus, plus
	}
	return of
}

// graded returns the places of labels that are one word, its contrary or its negation, more or less of each, and
// perhaps a middle.
func graded(labels []string) ([]int, bool) {
	all, contrary := degrees(), cores()
	aspect, core := "", ""
	more := 0 // labels that say how much
	places := make([]int, len(labels))
	for i, label := range labels {
		if isMiddle(label) {
			continue
		}
		degree, word, negated := cut(label, all)
		if contrary[word] == "" && !(negated || degree != plainly) {
			return nil, false
		}
		sign := 1
		switch {
		case core == "":
			core, aspect = word, word
		case word == core:
		case contrary[word] == core || contrary[core] == word:
			sign = -1
		default:
			return nil, false
		}
		if degree != plainly || negated {
			more++
		}
		if places[i] = 2 * sign * degree; negated {
			places[i] = -sign // below a little of it, above all of the contrary
		}
	}
	known := contrary[core] != ""
	// Contraries of aspects are often names rather than ends of a scale: alone with a middle they are three categories,
	// as most programs take them.
	switch {
	case core == "", more == 0 && (!known || slices.Contains(words.List("aspects"), aspect)), !known && more < 2:
		return nil, false
	}
	if negative(core) {
		for i := range places {
			places[i] = -places[i]
		}
	}
	return places, true
}

// negative reports whether a word is the lower end of its scale.
func negative(word string) bool {
	for _, prefix := range []string{"un", "dis", "in", "im", "ir"} {
		if rest, ok := strings.CutPrefix(word, prefix); ok && (cores()[word] == rest || cores()[rest] == word) {
			return true
		}
	}
	return slices.Contains(words.List("lower ends"), word)
}

// isMiddle reports whether a label says neither one thing nor the other.
func isMiddle(label string) bool {
	return slices.Contains(words.List("middles"), label) || strings.HasPrefix(label, "neither ") ||
		strings.HasPrefix(label, "neutral ")
}

// cut splits a label into a degree, a core, and whether it is negated.
func cut(label string, degrees map[string]int) (degree int, word string, negated bool) {
	for _, not := range []string{"not at all ", "not "} {
		if rest, ok := strings.CutPrefix(label, not); ok {
			return plainly, rest, true
		}
	}
	fields := strings.Fields(label)
	for n := min(3, len(fields)-1); n > 0; n-- {
		if d := degrees[strings.Join(fields[:n], " ")]; d > 0 {
			return d, strings.Join(fields[n:], " "), false
		}
		if d := degrees[strings.Join(fields[len(fields)-n:], " ")]; d > 0 { // agree strongly
			return d, strings.Join(fields[:len(fields)-n], " "), false
		}
	}
	return plainly, label, false
}
