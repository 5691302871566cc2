package batch

import (
	"cmp"
	"slices"

	"concord/internal/when"
	"concord/study"
)

// inTime returns parts with levels that are times in the order of time, whatever the order of the file. Other levels
// stay in theirs.
func inTime(parts []study.Part) []study.Part {
	if len(parts) == 0 {
		return parts
	}
	places := make([]map[string]float64, len(parts[0].Levels)) // of the levels of each cut; nil: they are no times
	for cut := range places {
		places[cut] = timesOf(parts, cut)
	}
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		for cut, at := range places {
			one, other := parts[a].Levels[cut], parts[b].Levels[cut]
			switch {
			case one == other:
			case at == nil || at[one] == at[other]: // of parts alike up to here, those of one level stand together
				return cmp.Compare(a, b)
			default:
				return cmp.Compare(at[one], at[other])
			}
		}
		return cmp.Compare(a, b)
	})
	sorted := make([]study.Part, len(parts))
	for k, i := range order {
		sorted[k] = parts[i]
	}
	return sorted
}

// timesOf returns the time of each level of a cut; nil if one is no time.
func timesOf(parts []study.Part, cut int) map[string]float64 {
	var levels []string
	at := make(map[string]float64)
	for _, p := range parts {
		level := p.Levels[cut]
		if _, known := at[level]; !known {
			at[level], levels = 0, append(levels, level)
		}
	}
	times, ok := when.Parse(levels)
	if !ok {
		return nil
	}
	for i, level := range levels {
		at[level] = times.At[i]
	}
	return at
}
