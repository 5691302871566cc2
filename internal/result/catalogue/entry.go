// Package catalogue is the one list of what a fit estimates. What a quantity is called in JSON, in tables, on the page,
// in exports and in conditions, of which studies it is, on which scales, in which range, when a fit does not have it,
// and how its draws follow from the fit's: all of it stands in its entry, and nowhere else.
//
// A new quantity is one function that returns its entry, and one line in entries.go.
package catalogue

import (
	"cmp"
	"slices"
	"strings"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/vpc"
)

// Entry is what the catalogue says of one quantity.
type Entry struct {
	// Name is what JSON, CSV, truth files, exports and conditions call it: "labeler_icc".
	Name string
	// Term is the term that it is a quantity of, where there is one of each term besides items and labelers.
	Term string
	// OfCovariate marks a quantity of a covariate. Term is then the name of the coefficient.
	OfCovariate bool
	// Parameter is what draws of the model call it on the scale of its parameters: "sd_item"; "" if it is none of them.
	Parameter string
	// Symbol stands for it in formulas, Short in lists, and Heading over the rows of a table. The latter, and What, may
	// speak of [TheReference].
	Symbol, Short, Heading string
	// LabelHeading is the heading on the label scale of a family with a link; "": the same.
	LabelHeading string
	// What says in a few words what it is.
	What string
	// Section is the part of the result in which it stands.
	Section Section
	// Of says of which studies it is.
	Of Studies
	// On are the scales that it is reported on, Printed those on which tables have it.
	On, Printed Scales
	// Range is where its values lie.
	Range Range
	// TellsBoundary asks for a word where the posterior reaches an end of the range.
	TellsBoundary bool
	// NoMoments marks a quantity whose posterior has neither mean nor standard deviation, so that those of its draws
	// come to no limit as they become more: a ratio whose denominator can be next to 0. The median stands for it.
	NoMoments bool
	// OfVariance marks a quantity that compares with the variance of a label.
	OfVariance bool
	// OfMean marks a quantity of the mean of k labels.
	OfMean bool
	// OfTrueScore marks a quantity of the true scores of each of its studies, or of the noise about them, which one
	// label of each item does not tell.
	OfTrueScore bool
	// OfThreshold marks a quantity of which there is one for each threshold between two categories.
	OfThreshold bool
	// OfDesign marks a quantity of the mean of the labels of a design.
	OfDesign bool
	// Needs is what a fit must have for it. SaysMissing asks for an estimate that says so where it does not.
	Needs       Need
	SaysMissing bool
	// Event is the event whose probability stands beside it; the zero value: none.
	Event Event
	// Coefficient is the coefficient that measures the same without a model, on the scale of the labels; "": there is
	// none.
	Coefficient string
	// OtherPriors asks how far it would move under other priors.
	OtherPriors bool

	// draws works out the draws of the quantity of some studies.
	draws func(v Evaluator, at Instance) posterior.Quantity
	// probability works out that of Event, of which q are the draws.
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

// Title is the heading of the section; it may speak of [TheReference].
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

// TheReference stands in headings for the name of the study that the others are compared with.
const TheReference = "the reference"

// Naming puts the name of the reference into a heading, if there is one.
func Naming(reference, heading string) string {
	return strings.Replace(heading, TheReference, cmp.Or(reference, TheReference), 1)
}

// Range is where the values of a quantity lie.
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
	// Difference is that of two shares or correlations, from −2 to 2.
	Difference
	// Number is 0 or more, without unit.
	Number
)

// HasUnit reports whether the numbers have the unit of the labels.
func (r Range) HasUnit() bool { return r == Location || r == Deviation }

// Find returns the quantity of a name; see also [OfTerm].
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

// All returns the quantities of all families that are known, in the order of a result's estimates.
func All() []Entry { return For(nil) }

// HeadingOn returns the heading over the rows of a table for labels of a family on a scale.
func (q Entry) HeadingOn(f family.Family, scale vpc.Scale) string {
	if q.LabelHeading != "" && scale != vpc.ParameterScale(f) {
		return q.LabelHeading
	}
	return q.Heading
}

// In returns the quantities of a section for labels of a family, those of fewer studies first.
func In(s Section, f family.Family) []Entry {
	all := slices.DeleteFunc(For(f), func(q Entry) bool { return q.Section != s })
	slices.SortStableFunc(all, byStudies)
	return all
}

// ModelParameters returns the quantities of which a model may have draws, those of fewer studies first.
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
