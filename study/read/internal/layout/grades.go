package layout

import (
	"regexp"
	"slices"
	"strings"
)

var (
	letterGrade = regexp.MustCompile(`^[A-F][+\-−–]?$`)
)

// letterGrades returns the places of marks of schools, from F to A. Some must have a plus or a minus, because letters
// alone may be answers to choose from.
func letterGrades(labels []Label) (places []float64, ok bool) {
	const fewest = 3 // letters: A and B with a sign are blood types too
	var letters []byte
	signed := false
	for _, l := range labels {
		text := strings.TrimSpace(l.Text)
		if !letterGrade.MatchString(text) {
			return nil, false
		}
		if !slices.Contains(letters, text[0]) {
			letters = append(letters, text[0])
		}
		const third = 1. / 3
		place := float64('F' - text[0])
		switch text[1:] {
		case "":
		case "+":
			place, signed = place+third, true
		default:
			place, signed = place-third, true
		}
		places = append(places, place)
	}
	return places, signed && len(letters) >= fewest
}
