package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/visible"
)

// Duplicates is the rule for several labels that one labeler gave one item in one study, on the same levels of all
// further factors. Labels without labeler are never duplicates.
type Duplicates int

const (
	// DuplicatesError refuses them.
	DuplicatesError Duplicates = iota
	// DuplicatesFirst keeps the label that comes first in the file.
	DuplicatesFirst
	// DuplicatesLast keeps the label that comes last in the file.
	DuplicatesLast
	// DuplicatesMean keeps the mean. Labels that are no numbers have one only if they are equal.
	DuplicatesMean
	// DuplicatesKeep keeps all: the labeler was asked again, or a language model sampled again. Each counts as a label;
	// see [Table.FirstLabels].
	DuplicatesKeep
	// DuplicatesLatest keeps the label whose time is the latest; see [Indexed.Time].
	DuplicatesLatest
)

// String returns "error", "first", "last", "mean", "keep" or "latest".
func (rule Duplicates) String() string {
	return named(rule, "error", "first", "last", "mean", "keep", "latest")
}

// ParseDuplicates is the inverse of [Duplicates.String].
func ParseDuplicates(s string) (Duplicates, error) {
	for d := DuplicatesError; d <= DuplicatesLatest; d++ {
		if strings.EqualFold(s, d.String()) {
			return d, nil
		}
	}
	return 0, fmt.Errorf("study: %q is not error, first, last, mean, keep or latest", s)
}

// Duplicate is the cause of an [Error] about labels that [Duplicates] does not settle.
type Duplicate struct {
	Labeler, Item, Study string
	Factors, Levels      []string // names of further factors, and the level of each
	First, Row           int      // the first label and the one in question, by [Indexed.Row]
	Count                int      // labels that repeat an earlier one, in all
	Kind                 Kind     // of the labels
	Unlike               bool     // the labels differ and have no mean, which was asked for
	// Faults if the latest label was asked for: Tied if both are the latest and differ, Untimed if the one in
	// question has no time.
	Tied, Untimed bool
	// Occasion is the column that says on which occasion each was given; "" if none does, or several.
	Occasion string
}

// Error names the labels that are there twice.
func (twice *Duplicate) Error() string {
	text := visible.Sprintf("labeler %q gave item %q a second label", twice.Labeler, twice.Item)
	if twice.Study != WholeFile {
		text += visible.Sprintf(" in group %q", twice.Study)
	}
	for k, f := range twice.Factors {
		text += visible.Sprintf(", %v %q", f, twice.Levels[k])
	}
	if twice.Tied {
		text += "; the two labels differ, and both are the latest"
	}
	if twice.Untimed {
		text += "; it is not known when it was given"
	}
	if twice.Unlike {
		text += fmt.Sprintf("; the two labels differ, and %v labels have no mean", twice.Kind)
	}
	return text
}

// Rules are the rules that may be chosen for the labels.
func (twice *Duplicate) Rules() []Fix {
	all := []Fix{To("all of them, if labelers were asked again", "duplicates", "keep"),
		To("the last row of each, if labelers corrected themselves", "duplicates", "last"),
		To("the first row of each", "duplicates", "first")}
	if twice.Kind == Numeric {
		all = append(all, To("their mean", "duplicates", "mean"))
	}
	return all
}

// repetition is a label that an earlier one has item, labeler, study and all factors in common with.
type repetition struct{ first, label int32 }

// repetitions returns those among labels grouped by study, by item and then by place,
// in time and memory that grow with the number of labels.
func (c Indexed) repetitions() []repetition {
	if c.Labeler == nil {
		return nil
	}
	// Labels sorted by item; labels of one item stay in order, and so study by study.
	next := make([]int32, len(c.Items)+1)
	for _, i := range c.Item {
		next[i+1]++
	}
	for i := range c.Items {
		next[i+1] += next[i]
	}
	order := make([]int32, len(c.Item))
	for n, i := range c.Item {
		order[next[i]] = int32(n)
		next[i]++
	}
	// The latest first label of each labeler under each condition is of the same item and study or it is of no
	// concern.
	condition, conditions := c.conditions()
	latest := make([]int32, conditions)
	for l := range latest {
		latest[l] = -1
	}
	var found []repetition
	for _, n := range order {
		l := condition[n]
		if f := latest[l]; f >= 0 && c.Item[f] == c.Item[n] && c.Study[f] == c.Study[n] {
			found = append(found, repetition{f, n})
		} else {
			latest[l] = n
		}
	}
	return found
}

// conditions numbers the combinations of a labeler with a level of each further factor, from 0 to one below the
// number that it returns.
func (c Indexed) conditions() (of []int32, n int) {
	of, n = c.Labeler, len(c.Labelers)
	for _, f := range c.Factors {
		number := make(map[[2]int32]int32)
		finer := make([]int32, len(of))
		for i := range of {
			pair := [2]int32{of[i], f.Index[i]}
			k, known := number[pair]
			if !known {
				k = int32(len(number))
				number[pair] = k
			}
			finer[i] = k
		}
		of, n = finer, len(number)
	}
	return of, n
}

// settle leaves out duplicates, or returns the one that it cannot leave out.
func (c Indexed) settle() (Indexed, *Duplicate) {
	found := c.repetitions()
	if len(found) == 0 {
		return c, nil
	}
	switch c.Duplicates {
	case DuplicatesError:
		return c, c.duplicate(c.earliest(found), found)
	case DuplicatesKeep:
		c.Source.Repeated = len(found)
		return c, nil
	}
	c.Value = slices.Clone(c.Value)
	if c.Duplicates == DuplicatesLatest {
		if twice := c.keepLatest(found); twice != nil {
			return c, twice
		}
	}
	labels := make(map[int32]float64) // so far, where there are several
	for _, r := range found {
		switch c.Duplicates {
		case DuplicatesLast:
			c.Value[r.first] = c.Value[r.label]
		case DuplicatesMean:
			if c.Kind != Numeric && c.Value[r.first] != c.Value[r.label] {
				d := c.duplicate(r, found)
				d.Unlike = true
				return c, d
			}
			n := labels[r.first] + 2
			labels[r.first]++
			c.Value[r.first] += c.Value[r.label]/n - c.Value[r.first]/n // a running mean cannot overflow
		}
	}
	for _, r := range found {
		c.Value[r.label] = math.NaN()
	}
	return c.present(), nil
}

// earliest returns the repetition whose label comes first in the input.
func (c Indexed) earliest(found []repetition) repetition {
	return slices.MinFunc(found, func(a, b repetition) int { return c.row(a.label) - c.row(b.label) })
}

func (c Indexed) duplicate(r repetition, found []repetition) *Duplicate {
	d := &Duplicate{Labeler: c.Labelers[c.Labeler[r.label]], Item: c.Items[c.Item[r.label]],
		Study: c.Studies[c.Study[r.label]],
		First: c.row(r.first), Row: c.row(r.label), Count: len(found), Kind: c.Kind}
	for _, f := range c.Factors {
		d.Factors, d.Levels = append(d.Factors, f.Name), append(d.Levels, f.Levels[f.Index[r.label]])
	}
	return d
}

// fault is the error about a duplicate.
func (twice *Duplicate) fault() *Error {
	return DuplicateLabel.Faultf("%v (%s in all)", twice, visible.Count(twice.Count,
		"row")).FixedBy(twice.Rules()...).Wrapping(twice)
}
