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
	several, varied := spread(item, watched.codes, false)
	return several >= leastItems && 2*varied >= several
}

// variesWithin reports whether the values differ within some study; otherwise they say the same as the study.
func (watched *watch) variesWithin(study []int32) bool {
	_, differ := spread(study, watched.codes, false)
	return differ > 0
}

// spread counts the groups of several rows, and those among them with several values. With gaps, rows without group or
// value do not count.
func spread(group, value []int32, gaps bool) (several, differ int) {
	type within struct {
		first   int32
		rows    int
		differs bool
	}
	var of []within
	for row, g := range group {
		v := value[row]
		if gaps && (g < 0 || v < 0) {
			continue
		}
		if n := int(g) + 1 - len(of); n > 0 {
			of = append(of, make([]within, n)...)
		}
		o := &of[g]
		if o.rows++; o.rows == 1 {
			o.first = v
		}
		o.differs = o.differs || v != o.first
	}
	for _, o := range of {
		if o.rows > 1 {
			several++
		}
		if o.differs {
			differ++
		}
	}
	return several, differ
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
	cells := [][]int32{item, study, watched.codes}
	if condition != nil {
		cells = append(cells, condition)
	}
	if watched.numeric() {
		return 200*again(cells...) <= len(watched.codes)
	}
	return 20*again(cells...) <= len(watched.codes)
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
