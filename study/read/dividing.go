package read

import (
	"regexp"
	"slices"
	"strconv"

	"concord/study/read/internal/stream"
)

// divides reports whether a column has several values in which labels of most items differ, and is neither different
// for each label nor mostly missing.
func (watched *watch) divides(item []int32) bool {
	present := 0
	for _, v := range watched.codes {
		if v >= 0 {
			present++
		}
	}
	if d := len(watched.names.List); d < 2 || d == present || 5*present < 4*len(watched.codes) {
		return false
	}
	several, varied := stream.Spread(item, watched.codes, false)
	return several >= stream.LeastItems && 2*varied >= several
}

// variesWithin reports whether the values differ within some study; otherwise they say the same as the study.
func (watched *watch) variesWithin(study []int32) bool {
	_, differ := stream.Spread(study, watched.codes, false)
	return differ > 0
}

// likeLabelers reports whether, with few exceptions, no two labels of an item in a study and a condition have the same
// value, and whether values recur in other items. Numbers and dates often differ within items anyway. So numbers must
// do so with hardly an exception, and dates do not count, because they are no names.
func (watched *watch) likeLabelers(item, study, condition []int32) bool {
	d := len(watched.names.List)
	named := slices.ContainsFunc(watched.names.List, func(s string) bool { return !dateLike.MatchString(s) })
	if len(watched.codes) < 2*d || !named {
		return false
	}
	cells := [][]int32{item, study, watched.codes}
	if condition != nil {
		cells = append(cells, condition)
	}
	if watched.numeric() {
		return 200*stream.Again(cells...) <= len(watched.codes)
	}
	return 20*stream.Again(cells...) <= len(watched.codes)
}

var dateLike = regexp.MustCompile(`^[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}|^[0-9]{1,2}:[0-9]{2}`)

// numeric reports whether all values are numbers.
func (watched *watch) numeric() bool {
	return !slices.ContainsFunc(watched.names.List, func(s string) bool {
		_, err := strconv.ParseFloat(s, 64)
		return err != nil
	})
}

// likeConditions reports whether four of five items with several labels have the same number of
// labels of each value, of none 0. Answers to another question are not so regular.
func (watched *watch) likeConditions(item []int32) bool {
	d := len(watched.names.List)
	if d > stream.MostConditions {
		return false
	}
	n := int(slices.Max(item)) + 1
	counts := make([]int, n*d)
	labels := make([]int, n)
	for k, i := range item {
		labels[i]++
		if v := watched.codes[k]; v >= 0 {
			counts[int(i)*d+int(v)]++
		}
	}
	patterns := make(map[string]int)
	several, most := 0, 0
	for i := range n {
		if labels[i] < 2 {
			continue
		}
		several++
		of := counts[i*d : (i+1)*d]
		if slices.Contains(of, 0) {
			continue
		}
		var pattern []byte
		for _, m := range of {
			pattern = strconv.AppendInt(append(pattern, ' '), int64(m), 10)
		}
		patterns[string(pattern)]++
		most = max(most, patterns[string(pattern)])
	}
	return several >= stream.LeastItems && 5*most >= 4*several
}

// likeGroups reports whether, with few exceptions, each labeler has one value, and whether each value has several
// labelers with several labels each.
func (watched *watch) likeGroups(people []int32) bool {
	d := len(watched.names.List)
	if d > stream.MostConditions {
		return false
	}
	n := int(slices.Max(people)) + 1
	counts, labels := make([]int, n*d), make([]int, n)
	for k, l := range people {
		if v := watched.codes[k]; l >= 0 && v >= 0 {
			counts[int(l)*d+int(v)]++
			labels[l]++
		}
	}
	others, all, there := 0, 0, 0
	members := make([]int, d)
	for l := range n {
		if labels[l] == 0 {
			continue
		}
		of := counts[l*d : (l+1)*d]
		most := slices.Max(of)
		there, all, others = there+1, all+labels[l], others+labels[l]-most
		members[slices.Index(of, most)]++
	}
	return all >= 3*there && 50*others <= all && slices.Min(members) >= 2
}
