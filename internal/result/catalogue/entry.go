// Package catalogue says of each quantity that a fit estimates when a fit has it, of which studies and on which scales,
// and how its draws follow from the fit's. Its words are in package quantity.
//
// A new quantity is one function that returns its entry, one line in entries.go, and its words in package quantity.
package catalogue

import (
	"cmp"
	"slices"
	"strings"

	"concord/internal/quantity"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
)

// Entry describes one quantity.
type Entry struct {
	quantity.Entry
	// Term is the term that the quantity describes, if each term besides items and labelers has one.
	Term string
	// OfCovariate marks a quantity of a covariate. Term is then the name of the coefficient.
	OfCovariate bool
	// Parameter is the name among the draws of the model, on the scale of its parameters: "sd_item"; "" if the quantity
	// is no parameter.
	Parameter string
	// Section is the part of the result that has the quantity.
	Section Section
	// Of says which studies the quantity belongs to.
	Of Studies
	// On are the scales on which the quantity is reported, and Printed the scales on which tables have it.
	On, Printed Scales
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
	// Coefficient is the coefficient that measures the same without a model, on the scale of the labels; "": there is
	// none.
	Coefficient string
	// OtherPriors asks how far the quantity would move under other priors.
	OtherPriors bool

	// draws computes the draws of the quantity for some studies.
	draws func(v Evaluator, at Instance) posterior.Quantity
	// probability computes the probability of the event from the draws q.
	probability func(v Evaluator, at Instance, q posterior.Quantity) float64
}

// EventName is the event whose probability goes with the quantity, as JSON has it: "rho_difference > 0"; "": none.
func (q Entry) EventName() string {
	switch {
	case q.probability == nil:
		return ""
	case q.Name == Worth:
		return "better_than_random"
	case q.Name == LabelerICC:
		return LabelerICC + " > " + ICC
	case q.Term != "":
		return q.Name + " > 0 (" + q.Term + ")"
	}
	return q.Name + " > 0"
}

// IsEvent reports whether an event, such as "rho_difference > 0", is that whose probability goes with the quantity.
func (q Entry) IsEvent(event string) bool {
	return q.EventName() != "" && (q.EventName() == event || q.EventName() == event+" ("+q.Term+")")
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

// Title is the heading of the section; it may contain [quantity.TheReference].
func (s Section) Title() string {
	switch s {
	case Validity:
		return "Validity"
	case Closeness:
		return "Closeness to " + quantity.TheReference
	case Measurement:
		return "Measurement error"
	case Parameters:
		return "Parameters"
	}
	return "Reliability"
}

// Naming puts the name of the reference into a heading, if there is one.
func Naming(reference, heading string) string {
	return strings.Replace(heading, quantity.TheReference, cmp.Or(reference, quantity.TheReference), 1)
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
	if q.LabelTitle != "" && scale != vpc.ParameterScale(f) {
		return q.LabelTitle
	}
	return q.Title
}

// In returns the quantities of a section for labels of a family; quantities of fewer studies come first.
func In(s Section, f family.Family) []Entry {
	all := slices.DeleteFunc(For(f), func(q Entry) bool { return q.Section != s })
	slices.SortStableFunc(all, byStudies)
	return all
}

// ModelParameters returns the quantities of which a model may have draws; quantities of fewer studies come first.
func ModelParameters(sp spec.Spec) []Entry {
	all := slices.DeleteFunc(Of(sp.Family, sp.Terms(), sp.Covariates),
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
