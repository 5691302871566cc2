// Package quantity names every number that a command reports: once, with its words, its unit, and the event whose
// probability may stand beside it. Rows of answers refer to these entries, and so do conditions and layouts.
package quantity

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"
)

// Unit says how a number is printed.
type Unit int

// The units.
const (
	Plain  Unit = iota // a number without a unit
	Label              // in the unit of the labels, or of their logarithms
	Factor             // by which labels differ
	Share              // of 1, printed in per cent
	Count              // of things
	Labels             // how many labels are worth one of another; +Inf is more than any
	Needed             // labels of an item; an interval that tells nothing is its lower end
	Place              // in an order, 1 the first
	PValue             // the tail probability of a test
	Exact              // a number that somebody gave, printed with all its digits
	Words              // a name, which Row.Said has
)

// Entry describes a quantity.
type Entry struct {
	// Name is what JSON, CSV and conditions call it.
	Name string
	// Head stands over a column and is the name of a line. It may break into lines, and may have {names} of other
	// quantities.
	Head string
	// Title is a heading over its rows in a table that has all quantities, and LabelTitle that on the scale of the
	// labels; "": Head. Symbol is used in formulas; "": Head.
	Title, LabelTitle, Symbol string
	// What explains it in a few words.
	What string
	Unit Unit
	// Range has the values that it can have.
	Range Range
	// Digits is the most decimals; −1: none; 0: one of a per cent, and as many as the spread of a number asks for
	// otherwise.
	Digits int
	// Most is the largest number of Labels that is counted out; 0: document.MostNeeded.
	Most float64
	// Event is what Row.P is the probability of; "" is none.
	Event string
}

// Range is the range of the values of a quantity.
type Range int

// The ranges.
const (
	Real        Range = iota // any number
	Positive                 // 0 or more
	Fraction                 // from 0 to 1
	Correlation              // from −1 to 1
	Difference               // of two shares or correlations, from −2 to 2
)

// Ends are the least and the largest value.
func (r Range) Ends() (low, high float64) {
	switch r {
	case Positive:
		return 0, math.Inf(1)
	case Fraction:
		return 0, 1
	case Correlation:
		return -1, 1
	case Difference:
		return -2, 2
	}
	return math.Inf(-1), math.Inf(1)
}

// TheReference stands in titles for the name of the group that others are compared with.
const TheReference = "the reference"

// Named returns the entry of a name with the name of a term, or of the reference, in its words.
func Named(name, term string) Entry {
	e := *Of(name)
	for _, text := range []*string{&e.Head, &e.Title, &e.Symbol, &e.What} {
		*text = strings.ReplaceAll(*text, "{term}", term)
	}
	return e
}

// Any is the number of decimals of numbers whose size nobody knows: as many as their spread asks for.
const Any = 6

// Decimals is the most decimals that are printed. A first screen has one fewer.
func (e *Entry) Decimals(first bool) int {
	most := e.Digits
	switch {
	case e.Unit == Labels && most == 0:
		return 1
	case most < 0:
		return 0
	case most == 0 && e.Unit == Share:
		most = 1
	case most == 0:
		return Any
	}
	if first {
		most--
	}
	return most
}

// All returns all quantities, by command, in the order in which a list of several prints them.
func All() []Entry {
	all := slices.Concat(fit(), rank(), measurement(), next(), compare(), consensus(), labelers(), judge(), score(),
		agreement(), check(), plan(), diagnose(), tasks())
	for i, e := range all {
		all[i].Title, all[i].Symbol = cmp.Or(e.Title, e.Head), cmp.Or(e.Symbol, e.Head)
	}
	return all
}

var index = sync.OnceValue(func() map[string]*Entry {
	all := map[string]*Entry{}
	for _, e := range All() {
		if all[e.Name] != nil {
			panic("quantity: two entries " + e.Name)
		}
		all[e.Name] = &e
	}
	return all
})

// Of returns the entry of a name. It panics if there is none, because names of quantities are written by programmers.
func Of(name string) *Entry {
	e := Find(name)
	if e == nil {
		panic("quantity: no entry " + name)
	}
	return e
}

// Find returns the entry of a name; nil if there is none.
func Find(name string) *Entry { return index()[name] }

// Names returns the names of quantities from one to another, in the order in which a list of several prints them.
func Names(first, last string) []string {
	var all []string
	for _, e := range All() {
		if all == nil && e.Name != first {
			continue
		}
		if all = append(all, e.Name); e.Name == last {
			break
		}
	}
	return all
}
