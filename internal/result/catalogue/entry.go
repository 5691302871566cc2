// Package catalogue is the one list of the quantities that a fit estimates. The entry of a quantity has its names in
// JSON, tables, exports and conditions, its studies, its scales and its range. It says when a fit lacks the quantity,
// and how its draws follow from the fit's. None of this is anywhere else.
//
// A new quantity is one function that returns its entry, and one line in entries.go.
package catalogue

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/vpc"
)

// Entry describes one quantity.
type Entry struct {
	// Name is the name in JSON, CSV, truth files, exports and conditions: "labeler_icc".
	Name string
	// Term is the term that the quantity describes, if each term besides items and labelers has one.
	Term string
	// OfCovariate marks a quantity of a covariate. Term is then the name of the coefficient.
	OfCovariate bool
	// Parameter is the name among the draws of the model, on the scale of its parameters: "sd_item"; "" if the quantity
	// is no parameter.
	Parameter string
	// Symbol is used in formulas, Short in lists, and Heading over the rows of a table. Heading and What may contain
	// [TheReference].
	Symbol, Short, Heading string
	// LabelHeading is the heading on the label scale of a family with a link; "": the same.
	LabelHeading string
	// What explains the quantity in a few words.
	What string
	// Section is the part of the result that has the quantity.
	Section Section
	// Of says which studies the quantity belongs to.
	Of Studies
	// On are the scales on which the quantity is reported, and Printed the scales on which tables have it.
	On, Printed Scales
	// Range is the range of its values.
	Range Range
	// TellsBoundary asks for a note if the posterior reaches an end of the range.
	TellsBoundary bool
	// NoMoments marks a quantity whose posterior has neither mean nor standard deviation: a ratio whose denominator can
	// be next to 0. With more and more draws, their mean has no limit. The median is reported instead.
	NoMoments bool
	// OfVariance marks a quantity that is relative to the variance of a label.
	OfVariance bool
	// OfMean marks a quantity of the mean of k labels.
	OfMean bool
	// OfTrueScore marks a quantity of the true scores of each of its studies, or of the noise about them. One label of
	// each item does not determine it.
	OfTrueScore bool
	// OfThreshold marks a quantity that each threshold between two categories has.
	OfThreshold bool
	// OfDesign marks a quantity of the mean of the labels of a design.
	OfDesign bool
	// Thinned marks a quantity that may have fewer draws than the fit. Files of draws do not have it.
	Thinned bool
	// Needs is what a fit must have. SaysMissing asks for an estimate with the reason if the fit does not have it.
	Needs       Need
	SaysMissing bool
	// Event is the event whose probability is printed next to the estimate; the zero value: none.
	Event Event
	// Coefficient is the coefficient that measures the same without a model, on the scale of the labels; "": there is
	// none.
	Coefficient string
	// OtherPriors asks how far the quantity would move under other priors.
	OtherPriors bool

	// draws computes the draws of the quantity for some studies.
	draws func(v Evaluator, at Instance) posterior.Quantity
	// probability computes the probability of Event from the draws q.
	probability func(v Evaluator, at Instance, q posterior.Quantity) float64
}

// Event is an event that has a posterior probability.
type Event struct {
	Name    string // "rho_difference > 0", as JSON has it
	Heading string // "P(> 0)", as tables have it
}

// Section is a part of the result.
type Section int

// The sections, in their order.
const (
	Reliability Section = iota
	Validity
	Closeness
	Measurement
	Parameters
)

// Title is the heading of the section; it may contain [TheReference].
func (s Section) Title() string {
	switch s {
	case Validity:
		return "Validity"
	case Closeness:
		return "Closeness to " + TheReference
	case Measurement:
		return "Measurement error"
	case Parameters:
		return "Parameters"
	}
	return "Reliability"
}

// TheReference stands in headings for the name of the study that others are compared with, until [Naming] knows it.
const TheReference = "the reference"

// Naming puts the name of the reference into a heading, if there is one.
func Naming(reference, heading string) string {
	return strings.Replace(heading, TheReference, cmp.Or(reference, TheReference), 1)
}

// Range is the range of the values of a quantity.
type Range int

const (
	// Location is any number, in the unit of the labels.
	Location Range = iota
	// Deviation is 0 or more, in the unit of the labels.
	Deviation
	// Ratio is 0 or more, and has no unit.
	Ratio
	// Share is from 0 to 1.
	Share
	// Correlation is from −1 to 1.
	Correlation
	// Difference is a difference of two shares or correlations, from −2 to 2.
	Difference
	// Number is 0 or more, without unit.
	Number
)

// Ends are the least and the largest value.
func (r Range) Ends() (low, high float64) {
	switch r {
	case Deviation, Ratio, Number:
		return 0, math.Inf(1)
	case Share:
		return 0, 1
	case Correlation:
		return -1, 1
	case Difference:
		return -2, 2
	}
	return math.Inf(-1), math.Inf(1)
}

// Find returns the quantity with a name; see also [OfTerm].
func Find(name string) (Entry, bool) {
	for _, entry := range entries() {
		if q := entry(); q.Name == name {
			return q, true
		}
	}
	all := All()
	if i := slices.IndexFunc(all, func(q Entry) bool { return q.Name == name }); i >= 0 {
		return all[i], true
	}
	return Entry{}, false
}

// All returns the quantities of all known families, in the order of a result's estimates.
func All() []Entry { return For(nil) }

// HeadingOn returns the heading over the rows of a table for labels of a family on a scale.
func (q Entry) HeadingOn(f family.Family, scale vpc.Scale) string {
	if q.LabelHeading != "" && scale != vpc.ParameterScale(f) {
		return q.LabelHeading
	}
	return q.Heading
}

// In returns the quantities of a section for labels of a family; quantities of fewer studies come first.
func In(s Section, f family.Family) []Entry {
	all := slices.DeleteFunc(For(f), func(q Entry) bool { return q.Section != s })
	slices.SortStableFunc(all, byStudies)
	return all
}

// ModelParameters returns the quantities of which a model may have draws; quantities of fewer studies come first.
func ModelParameters(spec model.Spec) []Entry {
	all := slices.DeleteFunc(Of(spec.Family, spec.Terms(), spec.Covariates),
		func(q Entry) bool { return q.Parameter == "" })
	slices.SortStableFunc(all, byStudies)
	return all
}

func byStudies(a, b Entry) int { return cmp.Compare(a.Of.count(), b.Of.count()) }

// Names returns the names of all quantities, section by section.
func Names() []string {
	var names []string
	for s := Reliability; s <= Parameters; s++ {
		for _, q := range In(s, nil) {
			names = append(names, q.Name)
		}
	}
	return names
}
