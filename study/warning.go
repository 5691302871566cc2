package study

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
)

// WarningCode is the subject of a warning.
type WarningCode int

const (
	// Disconnected: labels of a study fall into parts that share neither item nor labeler.
	Disconnected WarningCode = iota + 1
	// FewSharedItems: two studies have fewer than [EnoughSharedItems] items in common.
	FewSharedItems
	// OneClassLabelers: labelers gave several labels, all the same.
	OneClassLabelers
	// SameLabelers: labeler names occur in several studies. It does not matter if labelers are shared between studies.
	SameLabelers
	// SimilarNames: names of items, of labelers or of studies differ in case or blanks only.
	// Names holds them all.
	SimilarNames
	// ManyStudies: there are more than [MostStudies] studies. Pairs of them are not looked at.
	ManyStudies
	// FewNumbers: the labels are a few whole numbers and count as measurements.
	FewNumbers
	// OverlookedColumn: a column that plays no part divides the labels of items, as [Overlooked] says.
	OverlookedColumn
	// FarLabel: a number is far from all others, as 99 is from 1 to 5, and may stand for a missing label.
	FarLabel
	// FarValue: values of a covariate are far from all others, and may stand for missing ones. Names are the covariate
	// and the values.
	FarValue
	// NearCovariates: a covariate nearly follows from another. Names are both.
	NearCovariates
	// ItemOrder: items that follow one another in a study have similar labels.
	ItemOrder
	// LabelDrift: labels of the same item by the same labeler rise or fall from the first row of a study to the last.
	LabelDrift
	// UnitStudies: labels of some studies are 0 and 1 only, and are read as the kind of the others.
	UnitStudies
	// DependentLabels: the number of labels of an item depends on the labels, as [Dependence] has it.
	DependentLabels
	// OtherScale: labelers of a study seem to use another scale than the others, as [ScaleSplit] has it.
	OtherScale
	// SameLabels: labels of a few people agree beyond what all others' labels explain. Names are they.
	SameLabels
)

const (
	// EnoughSharedItems is the number of shared items below which two studies are warned of.
	EnoughSharedItems = 20
	// MostStudies is the number of studies above which the study column is doubted.
	MostStudies = 100
	// MostRatings is the number of whole numbers up to which they may be codes or ratings.
	MostRatings = 11
)

// Warning is something about a design that weakens an answer.
type Warning struct {
	Code    WarningCode
	Studies []string // that it concerns
	Names   []string // labelers or columns that it concerns, similar names, or the few numbers
	Text    string   // symptom and consequence for people, in words that hold for every program; without full stop
	Fixes   []Fix    // what looks into it, or mends it
}

// String returns the text of the warning.
func (w Warning) String() string { return w.Text }

// Warnings returns warnings about the design: on how labels were collected, on labels, on names, then study by study,
// then pair by pair.
func (d *Design) Warnings() []Warning {
	w := slices.Concat(d.scaleWarnings(), d.dependenceWarning(), d.overlookedWarnings(), d.numbersWarning(),
		d.farWarning(), d.unitWarning(),
		similarNames("group", d.SimilarStudies),
		similarNames("item", d.SimilarItems), similarNames("labeler", d.SimilarLabelers))
	if k := len(d.Studies); k > MostStudies {
		return append(w, Warning{Code: ManyStudies,
			Fixes: []Fix{To("without groups", "group", NoColumn),
				Choose("if others are the groups, name the column", "group")},
			Text: fmt.Sprintf("there are %d groups", k)})
	}
	w = append(w, d.orderWarnings()...)
	for _, s := range d.Studies {
		if s.Components > 1 {
			w = append(w, Warning{Code: Disconnected, Studies: []string{s.Name},
				Text: fmt.Sprintf("%s has %d parts that share neither item nor labeler. The model cannot separate "+
					"differences between labelers of two parts from differences between items. Let some people label "+
					"items of several parts", d.named(s.Name), s.Components)})
		}
		if n := len(s.OneClass); n > 0 {
			var fixes []Fix
			if n == 1 {
				fixes = []Fix{Fix{Does: "without this labeler"}.Adding("exclude-labelers", s.OneClass...)}
			}
			w = append(w, Warning{Code: OneClassLabelers, Studies: []string{s.Name}, Names: s.OneClass, Fixes: fixes,
				Text: d.within(s.Name) + someNames(s.OneClass) + " gave every item the same label"})
		}
	}
	for a := range d.Studies {
		for b := a + 1; b < len(d.Studies); b++ {
			if n := d.Shared(a, b); n < EnoughSharedItems {
				w = append(w, fewShared(d.Studies[a].Name, d.Studies[b].Name, n))
			}
		}
	}
	if n := len(d.SeveralStudies); n > 0 {
		w = append(w, Warning{Code: SameLabelers, Names: d.SeveralStudies,
			Fixes: []Fix{To("if they are the same people, let their levels correlate", "labeler-effects", "shared"),
				To("if they label the same items in several groups, keep their tastes from raising ρ", "facet",
					"item:labeler").And("facet-effects", "common")},
			Text: fmt.Sprintf("%s in several groups (%s), taken as different people in each",
				visible.Count(n, "labeler name"), someNames(d.SeveralStudies))})
	}
	return slices.Clip(w)
}

// named names a group of the design.
func (d *Design) named(study string) string { return GroupName(study, len(d.Studies)) }

// within begins a sentence about a group; "" if it is the only one.
func (d *Design) within(study string) string {
	if len(d.Studies) == 1 {
		return ""
	}
	return d.named(study) + ": "
}

// unitWarning is about yes and no in some studies and other numbers in others, such as a judge's probabilities.
func (d *Design) unitWarning() []Warning {
	w := Warning{Code: UnitStudies}
	for _, s := range d.Studies {
		if s.Unit {
			w.Studies = append(w.Studies, s.Name)
		}
	}
	n := len(w.Studies)
	if n == 0 || n == len(d.Studies) {
		return nil
	}
	what := d.named(w.Studies[0])
	if n > 1 {
		what = "groups " + someNames(w.Studies)
	}
	w.Text = fmt.Sprintf("labels of %s are only 0 and 1, and other groups have other numbers. All are taken as "+
		"numbers, even if 0 and 1 mean no and yes. Use labels of one kind in all groups", what)
	return []Warning{w}
}

func (d *Design) overlookedWarnings() []Warning {
	var w []Warning
	var groups []Overlooked
	for _, o := range d.Overlooked {
		if o.AsGroup {
			groups = append(groups, o)
			continue
		}
		w = append(w, o.warning(d.studyColumn))
	}
	if len(groups) > 0 {
		w = append(w, groupWarning(groups, d.studyColumn))
	}
	return w
}

func fewShared(a, b string, n int) Warning {
	w := Warning{Code: FewSharedItems, Studies: []string{a, b}}
	if n == 0 {
		w.Text = fmt.Sprintf("groups %s and %s share no item, so ρ and xCC cannot be estimated", visible.Name(a),
			visible.Name(b))
		return w
	}
	w.Text = fmt.Sprintf("groups %s and %s share only %s, so ρ and xCC between them will be uncertain",
		visible.Name(a), visible.Name(b), visible.Count(n, "item"))
	return w
}

func someNames(names []string) string {
	const most = 3
	if len(names) <= most {
		return visible.Names(names)
	}
	shown := make([]string, most)
	for i := range shown {
		shown[i] = visible.Name(names[i])
	}
	return strings.Join(shown, ", ") + fmt.Sprintf(" and %d more", len(names)-most)
}
