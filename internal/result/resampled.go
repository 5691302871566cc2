package result

import (
	"slices"
	"strings"
)

// resampledOf returns the things that most intervals of coefficients treat as drawn at random; "" if there are no
// intervals.
func resampledOf(agreement []Agreement) string {
	best, most := "", 0
	for _, what := range []string{ResampledBoth, ResampledItems, ResampledLabelers, ResampledClustersBoth,
		ResampledClusters} {
		n := 0
		for _, a := range agreement {
			if a.Resampled == what && a.Method != "f" {
				n++
			}
		}
		if n > most {
			best, most = what, n
		}
	}
	return best
}

// kindOf returns how intervals of coefficients were made: "jackknife", "bootstrap" or "none".
func kindOf(agreement []Agreement) string {
	kind := "none"
	for _, a := range agreement {
		switch a.Method {
		case "jackknife":
			return "jackknife"
		case "percentile", "bca":
			kind = "bootstrap"
		}
	}
	return kind
}

// Coefficients heads a column of intervals of coefficients: "95% CI (items, labelers)".
func (i Intervals) Coefficients() string {
	name := i.name("CI")
	switch i.Resampled {
	case ResampledBoth:
		return name + " (items, labelers)"
	case ResampledClustersBoth:
		return name + " (clusters, labelers)"
	case "":
		return name
	}
	return name + " (" + i.Resampled + ")"
}

// over says how the interval of a coefficient was made and what it holds fixed.
func (a Agreement) over() string {
	if a.Method == "f" {
		return "F limits"
	}
	method := "bootstrap"
	if a.Method == "jackknife" {
		method = "jackknife"
	}
	switch a.Resampled {
	case ResampledItems:
		return method + " over items, with the labelers fixed"
	case ResampledClusters:
		return method + " over clusters of items, with the labelers fixed"
	case ResampledLabelers:
		return method + " over labelers, with the items fixed"
	}
	items := "items"
	if a.Resampled == ResampledClustersBoth {
		items = "clusters of items"
	}
	if method == "jackknife" {
		return "two-way jackknife, " + items + " and labelers deleted in turn"
	}
	return method + " over " + items + " and labelers"
}

// IntervalNotes says in sentences which pairs of labels coefficients leave out, and how most intervals were made. Then
// come the intervals that were made in another way or could not be made, with the reason. It is nil if there is nothing
// to say.
func (r *Result) IntervalNotes() []string { return IntervalNotes(r.Agreement, r.Interval) }

// ownPairsNotes names the studies whose coefficients leave out pairs of labels by one labeler.
func ownPairsNotes(agreement []Agreement) []string {
	var pairs []string
	left := 0
	for _, a := range agreement {
		of := strings.Join(a.Studies, " × ")
		if a.OwnPairs == 0 || slices.Contains(pairs, of) {
			continue
		}
		pairs = append(pairs, of)
		left += a.OwnPairs
	}
	if pairs == nil {
		return nil
	}
	const most = 3
	if len(pairs) > most {
		pairs = append(pairs[:most-1:most-1], count(len(pairs)-most+1)+" other pairs of groups")
	}
	what := count(left) + " pairs of labels of an item by one labeler are"
	if left == 1 {
		what = "1 pair of labels of an item by one labeler is"
	}
	return []string{"Coefficients of two groups compare different labelers: " + what + " left out (" +
		strings.Join(pairs, ", ") + ")."}
}

// mostNotes is how many ways of making intervals, or reasons for having none, are printed.
const mostNotes = 6

// IntervalNotes says how the intervals of coefficients were made and what they hold fixed, as [Result.IntervalNotes]
// does.
func IntervalNotes(agreement []Agreement, i Intervals) []string {
	usual := Agreement{Resampled: resampledOf(agreement), Method: kindOf(agreement)}
	notes := ownPairsNotes(agreement)
	if note := dependenceNote(agreement); note != "" {
		notes = append(notes, note)
	}
	type exception struct{ how, why string }
	var order []exception
	who := map[exception][]string{}
	for _, a := range agreement {
		e := exception{a.over(), a.Fixed}
		switch {
		case a.Method == "" && a.Estimate.Defined() && a.Undefined != "":
			if e = (exception{how: a.Undefined}); len(order) >= mostNotes && !slices.Contains(order, e) {
				e.how = "no interval (the JSON has the reasons)"
			}
		case a.Method == "" || a.over() == usual.over() && a.Fixed == "":
			continue
		}
		if (a.Resampled == ResampledBoth || a.Resampled == ResampledClustersBoth) && a.Fixed != "" {
			e.how = "some labelers as given"
		}
		if !slices.Contains(order, e) {
			order = append(order, e)
		}
		name := coefficientName(a.Coefficient, a.Distance) + " of " + strings.Join(a.Studies, " × ")
		if !slices.Contains(who[e], name) { // as of each category
			who[e] = append(who[e], name)
		}
	}
	if usual.Resampled != "" {
		notes = append(notes, i.name("CI")+" of coefficients: "+usual.over()+".")
	}
	for _, e := range order {
		names := who[e]
		const most = 3
		if len(names) > most {
			names = append(names[:most-1:most-1], count(len(names)-most+1)+" others")
		}
		note := strings.Join(names, "; ") + ": " + e.how
		if e.why != "" {
			note += ", because " + e.why
		}
		notes = append(notes, note+".")
	}
	return notes
}
