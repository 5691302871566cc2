// Package quantity names every number that a command reports: once, with its words, its unit, and the event whose
// probability may stand beside it. Rows of answers refer to these entries, and so do conditions and layouts.
package quantity

import (
	"slices"
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
	// What explains it in a few words.
	What string
	Unit Unit
	// Digits is the most decimals; 0: one of a per cent, and as many as the spread of a number asks for otherwise.
	Digits int
	// Most is the largest number of Labels that is counted out; 0: document.MostNeeded.
	Most float64
	// Event is what Row.P is the probability of; "" is none.
	Event string
}

// Any is the number of decimals of numbers whose size nobody knows: as many as their spread asks for.
const Any = 6

// Decimals is the most decimals that are printed. A first screen has one fewer.
func (e *Entry) Decimals(first bool) int {
	most := e.Digits
	switch {
	case e.Unit == Labels:
		return 1
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
	return slices.Concat(rank(), measurement(), next(), compare(), consensus(), labelers(), judge(), score())
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
	e := index()[name]
	if e == nil {
		panic("quantity: no entry " + name)
	}
	return e
}

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
