package measurement

import "concord/study"

// PairsOfLabelers returns the labels of two labelers, places in Table().Labelers(), for each item of a study. The
// error says that the labels are no numbers, or name no labeler.
func PairsOfLabelers(v study.View, first, second int) ([]Pair, error) {
	switch {
	case !numbers(v):
		return nil, &UndefinedError{limitsName, NotNumbers}
	case v.Labeler() == nil:
		return nil, &UndefinedError{limitsName, NoRaters}
	}
	pairs := make([]Pair, len(v.Table().Items()))
	labeler, value := v.Labeler(), v.Value()
	for k, item := range v.Item() {
		switch int(labeler[k]) {
		case first:
			pairs[item].First = append(pairs[item].First, value[k])
		case second:
			pairs[item].Second = append(pairs[item].Second, value[k])
		}
	}
	return labelled(pairs), nil
}

// PairsOfStudies returns the labels of two studies of one table, such as two methods, for each item.
func PairsOfStudies(first, second study.View) ([]Pair, error) {
	if !numbers(first) {
		return nil, &UndefinedError{limitsName, NotNumbers}
	}
	pairs := make([]Pair, len(first.Table().Items()))
	for k, item := range first.Item() {
		pairs[item].First = append(pairs[item].First, first.Value()[k])
	}
	for k, item := range second.Item() {
		pairs[item].Second = append(pairs[item].Second, second.Value()[k])
	}
	return labelled(pairs), nil
}

// labelled drops items that neither has labelled.
func labelled(pairs []Pair) []Pair {
	kept := pairs[:0]
	for _, p := range pairs {
		if len(p.First)+len(p.Second) > 0 {
			kept = append(kept, p)
		}
	}
	return kept
}

// numbers reports whether differences of labels have a unit: numbers, and places of ordered categories.
func numbers(v study.View) bool {
	kind := v.Table().Kind()
	return kind == study.Numeric || kind == study.Ordinal
}
