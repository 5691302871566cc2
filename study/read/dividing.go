package read

import (
	"regexp"
	"slices"
	"strconv"
)

// leastItems is the number of items with several labels below which nothing is concluded.
const leastItems = 5

// divides reports whether a column has several values in which labels of most items differ, and is neither different
// for each label nor mostly missing.
func (watched *watch) divides(item []int32) bool {
	present := 0
	for _, v := range watched.codes {
		if v >= 0 {
			present++
		}
	}
	if d := len(watched.names.list); d < 2 || d == present || 5*present < 4*len(watched.codes) {
		return false
	}
	first, labels, differs := firstOf(item, watched.codes)
	several, varied := 0, 0
	for i := range first {
		if labels[i] > 1 {
			several++
			if differs[i] {
				varied++
			}
		}
	}
	return several >= leastItems && 2*varied >= several
}

// variesWithin reports whether the values differ within some study; otherwise they say the same as the study.
func (watched *watch) variesWithin(study []int32) bool {
	_, _, differs := firstOf(study, watched.codes)
	return slices.Contains(differs, true)
}

// firstOf returns, for each of some groups of rows, the first value, how many rows there are and whether
// values differ.
func firstOf(group, value []int32) (first []int32, rows []int, differs []bool) {
	n := int(slices.Max(group)) + 1
	first, rows, differs = make([]int32, n), make([]int, n), make([]bool, n)
	for k, g := range group {
		if rows[g] == 0 {
			first[g] = value[k]
		}
		rows[g]++
		differs[g] = differs[g] || value[k] != first[g]
	}
	return first, rows, differs
}

// likeLabelers reports whether, with few exceptions, no two labels of an item in a study and a condition have the same
// value, and whether values recur in other items. Numbers and dates often differ within items anyway. So numbers must
// do so with hardly an exception, and dates do not count, because they are no names.
func (watched *watch) likeLabelers(item, study, condition []int32) bool {
	d := len(watched.names.list)
	named := slices.ContainsFunc(watched.names.list, func(s string) bool { return !dateLike.MatchString(s) })
	if len(watched.codes) < 2*d || !named {
		return false
	}
	type cell struct{ item, study, condition, value int32 }
	seen := make(map[cell]bool)
	again := 0
	for n, v := range watched.codes {
		k := cell{item[n], study[n], 0, v}
		if condition != nil {
			k.condition = condition[n]
		}
		if seen[k] {
			again++
		}
		seen[k] = true
	}
	if watched.numeric() {
		return 200*again <= len(watched.codes)
	}
	return 20*again <= len(watched.codes)
}

var dateLike = regexp.MustCompile(`^[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}|^[0-9]{1,2}:[0-9]{2}`)

// numeric reports whether all values are numbers.
func (watched *watch) numeric() bool {
	return !slices.ContainsFunc(watched.names.list, func(s string) bool {
		_, err := strconv.ParseFloat(s, 64)
		return err != nil
	})
}

// likeConditions reports whether four of five items with several labels have the same number of
// labels of each value, of none 0. Answers to another question are not so regular.
func (watched *watch) likeConditions(item []int32) bool {
	d := len(watched.names.list)
	if d > mostConditions {
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
	return several >= leastItems && 5*most >= 4*several
}

// likeGroups reports whether, with few exceptions, each labeler has one value, and whether each value has several
// labelers with several labels each.
func (watched *watch) likeGroups(people []int32) bool {
	d := len(watched.names.list)
	if d > mostConditions {
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
