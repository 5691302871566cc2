package result

import (
	"fmt"
	"slices"
	"strings"

	"concord/consensus"
	"concord/internal/document"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/study"
)

// LabelerTable describes labelers, each seen by the others, and the results without some of them.
type LabelerTable struct {
	Verdict  []string        `json:"verdict"`
	Data     Data            `json:"data"`
	Interval Intervals       `json:"interval"`
	Model    *Model          `json:"model"`
	Sampler  *Sampler        `json:"sampler"`
	Counts   []LabelerCounts `json:"counts"`
	// Labelers are sorted by need, those to be retrained first.
	Labelers []ConsensusLabeler `json:"labelers"`
	// Covariates say whether each covariate of the model matters, and which labelers change with it.
	Covariates []Covariate `json:"covariates,omitempty"`
	// Dropped has the results without some labelers; nil if nobody asked.
	Dropped     *Dropped     `json:"dropped,omitempty"`
	Notes       []string     `json:"notes"`
	Diagnostics *Diagnostics `json:"diagnostics"`
}

// LabelerCounts counts the labelers of a study by verdict.
type LabelerCounts struct {
	Study   string `json:"study"`
	Retrain int    `json:"retrain"`
	Read    int    `json:"read"`
	Fine    int    `json:"fine"`
	TooFew  int    `json:"too_few_labels"`
}

// Dropped compares the results of two fits, with all labelers and without some.
type Dropped struct {
	Labelers []DroppedLabeler `json:"labelers"`
	Labels   int              `json:"labels"` // of these labelers
	Before   []string         `json:"verdict_before"`
	After    []string         `json:"verdict_after"`
	Rows     []DroppedRow     `json:"quantities"`
}

// DroppedLabeler is a labeler in a study whose labels were left out.
type DroppedLabeler struct {
	Labeler string `json:"labeler"`
	Study   string `json:"study"`
}

// DroppedRow is a quantity on the label scale with and without the labelers.
type DroppedRow struct {
	Quantity    string   `json:"quantity"`
	Studies     []string `json:"studies"`
	Before      Number   `json:"before"`
	BeforeLower Number   `json:"before_lower"`
	BeforeUpper Number   `json:"before_upper"`
	After       Number   `json:"after"`
	AfterLower  Number   `json:"after_lower"`
	AfterUpper  Number   `json:"after_upper"`
}

// NewLabelerTable returns the labelers of a fit, whose result is r.
func NewLabelerTable(r *Result, labelers []consensus.Labeler, categorical bool) *LabelerTable {
	t := &LabelerTable{Data: r.Data, Interval: r.Interval, Model: r.Model, Sampler: r.Sampler, Notes: []string{},
		Labelers: NewLabelers(labelers, categorical, nil), Covariates: r.Covariates, Diagnostics: r.Diagnostics}
	SortByNeed(t.Labelers)
	for _, s := range r.Data.Studies {
		c := LabelerCounts{Study: s.Name}
		for _, l := range t.Labelers {
			if l.Study != s.Name {
				continue
			}
			switch consensus.Verdict(l.Verdict) {
			case consensus.Retrain:
				c.Retrain++
			case consensus.Read:
				c.Read++
			case consensus.Fine:
				c.Fine++
			case consensus.TooFew:
				c.TooFew++
			}
		}
		t.Counts = append(t.Counts, c)
	}
	t.Verdict = append(t.alike(), t.verdict())
	lookup := Look(r)
	for _, c := range t.Covariates {
		if c.Slopes != nil {
			t.Verdict = append(t.Verdict, c.Slopes.differVerdict(lookup, c.Name))
		}
	}
	t.noteCovariates()
	return t
}

// noteCovariates notes that labelers are compared given covariates, and names the labelers without a leaning.
func (t *LabelerTable) noteCovariates() {
	var all, own []string
	for _, c := range t.Model.Covariates {
		all = append(all, visible.Text(c.Name))
		if c.Of == study.LabelerFactor {
			own = append(own, visible.Text(c.Name))
		}
	}
	if all == nil {
		return
	}
	text := fmt.Sprintf("Labelers are compared as if all labels had the same %s.", document.Listed(all))
	if own != nil {
		text += fmt.Sprintf(" A leaning compares labelers with the same %s.", document.Listed(own))
	}
	t.Notes = append(t.Notes, text)
	var alone []string
	for _, l := range t.Labelers {
		if l.Level.Defined() && !l.Leaning.Defined() {
			alone = append(alone, l.Labeler)
		}
	}
	if alone != nil {
		t.Notes = append(t.Notes, fmt.Sprintf("No other labeler has the %s of %s, so that the leaning is not known.",
			document.Listed(own), visible.Names(alone)))
	}
}

// alike says whose labels agree beyond what all others' labels explain.
func (t *LabelerTable) alike() []string {
	var all []string
	for _, c := range t.Data.Cautions {
		if c.Code == SameLabels {
			same, _, _ := strings.Cut(c.Text, beyondOthers)
			all = append(all, same)
		}
	}
	return all
}

// verdict says who needs retraining, and how many have too few labels to tell.
func (t *LabelerTable) verdict() string {
	const most = 3
	var names []string
	retrain, read, few, last := 0, 0, 0, ""
	for _, l := range t.Labelers {
		switch consensus.Verdict(l.Verdict) {
		case consensus.Read:
			read++
		case consensus.TooFew:
			few++
		case consensus.Retrain:
			if retrain++; retrain > most {
				continue
			}
			name := visible.Text(l.Labeler)
			if why := l.Why(); why != last {
				name, last = name+" "+why, why
			}
			names = append(names, name)
		}
	}
	if retrain > most {
		names = append(names, fmt.Sprintf("%d more", retrain-most))
	}
	text := fmt.Sprintf("Nobody of %d is clearly off", len(t.Labelers))
	switch {
	case few == len(t.Labelers):
		return fmt.Sprintf("Too few labels to tell whether any of %s is off", document.Plural(few, "labeler"))
	case retrain == 1:
		text = fmt.Sprintf("1 of %s needs retraining: %s", document.Plural(len(t.Labelers), "labeler"), names[0])
	case retrain > 1:
		text = fmt.Sprintf("%d of %s need retraining: %s", retrain, document.Plural(len(t.Labelers), "labeler"),
			strings.Join(names, ", "))
	}
	if read > 0 {
		text += fmt.Sprintf("; read the labels of %d", read)
		if retrain > 0 {
			text += " more"
		}
	}
	switch {
	case few == 1:
		text += "; 1 has too few labels to tell"
	case few > 1:
		text += fmt.Sprintf("; %d have too few labels to tell", few)
	}
	return text
}

// Drop compares the result of a fit with all labelers and the result without some.
func (t *LabelerTable) Drop(labelers []DroppedLabeler, before, after *Result) {
	d := &Dropped{Labelers: labelers, Labels: before.Data.Labels - after.Data.Labels, Before: before.Verdict,
		After: after.Verdict, Rows: []DroppedRow{}}
	with, without := Look(before), Look(after)
	for _, q := range []string{catalogue.ICC, catalogue.Rho, catalogue.XCC} {
		for _, e := range before.Estimates {
			if e.Quantity != q || e.Scale != with.LabelScale() || e.Term != "" {
				continue
			}
			row := DroppedRow{Quantity: q, Studies: e.Studies, Before: e.Centre(), BeforeLower: e.Lower,
				BeforeUpper: e.Upper, After: Undefined(), AfterLower: Undefined(), AfterUpper: Undefined()}
			o, ok := without.Find(q, e.Studies...)
			if !ok && len(e.Studies) == 2 {
				o, ok = without.Pair(q, e.Studies[0], e.Studies[1])
			}
			if ok {
				row.After, row.AfterLower, row.AfterUpper = o.Centre(), o.Lower, o.Upper
			}
			d.Rows = append(d.Rows, row)
		}
	}
	t.Dropped = d
}

// Flagged returns the labelers who are to be retrained.
func (t *LabelerTable) Flagged() []DroppedLabeler {
	var all []DroppedLabeler
	for _, l := range t.Labelers {
		if consensus.Verdict(l.Verdict) == consensus.Retrain {
			all = append(all, DroppedLabeler{l.Labeler, l.Study})
		}
	}
	return all
}

// Named returns the labelers with a name: in all studies, or in one if the name is “study:labeler”.
func (t *LabelerTable) Named(name string) []DroppedLabeler {
	var all []DroppedLabeler
	for _, l := range t.Labelers {
		if l.Labeler == name || l.Study+":"+l.Labeler == name {
			all = append(all, DroppedLabeler{l.Labeler, l.Study})
		}
	}
	return all
}

// Names returns the names of the labelers, each once.
func (t *LabelerTable) Names() []string {
	var all []string
	for _, l := range t.Labelers {
		if !slices.Contains(all, l.Labeler) {
			all = append(all, l.Labeler)
		}
	}
	return all
}
