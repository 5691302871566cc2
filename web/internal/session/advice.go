package session

import (
	"errors"
	"slices"
	"strings"

	"concord/internal/answers"
	"concord/study"
	"concord/study/read/faults"
)

// Fault is an error as the page shows it.
type Fault struct {
	Text string
	// Control is the control of the page that mends it: sheet, item, labeler, study, label, labels, positive, order,
	// duplicates, labelers, reference, humans, judges, property, criteria; "" if none does.
	Control string
}

// NewFault returns an error with its remedy on the page.
func NewFault(err error) *Fault {
	var roles *rolesError
	if errors.As(err, &roles) {
		advice, control := roles.advice()
		return &Fault{join(err.Error(), advice), control}
	}
	var unsuited *unsuitedError
	if errors.As(err, &unsuited) {
		return &Fault{join(strings.TrimSuffix(err.Error(), "."), unsuitedAdvice[unsuited.control]), unsuited.control}
	}
	var apart *answers.ApartError
	if errors.As(err, &apart) {
		return &Fault{join(err.Error(), "Save each set as a file, or add comparisons between them"), ""}
	}
	var few *answers.FewCandidatesError
	if errors.As(err, &few) {
		return &Fault{join(err.Error(), controls["group"].does), "study"}
	}
	does, control := onPage(study.FixesOf(err))
	var input *study.Error
	if !errors.As(err, &input) {
		return &Fault{join(err.Error(), does), control}
	}
	if input.Code == faults.OutOfMemory {
		does = "The command reads files of any size; this page those whose labels take less than 1 GB"
	}
	if does == "" {
		return &Fault{err.Error(), control}
	}
	plain := *input
	plain.Remedy, plain.Fixes = "", nil
	return &Fault{join(strings.Replace(err.Error(), input.Error(), plain.Error(), 1), does), control}
}

// controls are the controls of the page by the options that they set, and what the reader does there.
var controls = map[string]struct{ control, does string }{
	"sheet":           {"sheet", "Write the name of the sheet above"},
	"item":            {"item", "Choose above which column is the item"},
	"labeler":         {"labeler", "Choose the column of the labelers above, or none"},
	"group":           {"study", "Choose another column for the groups above, or none"},
	"label":           {"label", "Choose above which column is the label"},
	"family":          {"labels", "Choose above what the labels are"},
	"missing":         {"labels", "Leave such labels out of the file, or choose above what the labels are"},
	"positive":        {"positive", "Choose “Labels: two categories” above, and say which labels are positive"},
	"negative":        {"positive", "Say above which labels are positive"},
	"order":           {"order", "Give the order of all labels above, the lowest first"},
	"duplicates":      {"duplicates", "Choose above which of them count, under “Second labels”"},
	"labeler-effects": {"labelers", "Choose “Labelers: left out” above, or “the same people”"},
	"reference":       {"reference", "Choose above what to compare with"},
	"covariate":       {"property", "Choose another column above"},
	"criteria":        {"criteria", "Choose the question “Do criteria go together?” above, with columns of criteria"},
	"where":           {"", "Leave such rows out of the file"},
}

// onPage says how the first fix that the page can make is made there, and by which control. If there is none, it says
// what the reader can do elsewhere.
func onPage(fixes []study.Fix) (does, control string) {
	for _, f := range fixes {
		options := slices.Clone(f.Drop)
		for _, s := range f.Set {
			options = append(options, s.Option)
		}
		for _, option := range options {
			if c, ok := controls[option]; ok && (f.Command == "" || f.Command == "fit") {
				if c.control != "" {
					return c.does, c.control
				}
				does = c.does
			}
		}
		switch {
		case does != "":
		case f.Command == "agreement":
			does = "The coefficients are below"
		case options == nil && f.Does != "":
			does = strings.ToUpper(f.Does[:1]) + f.Does[1:]
		}
	}
	return does, ""
}

func join(text, advice string) string {
	if advice == "" {
		return text
	}
	return text + ". " + advice
}

// unsuitedAdvice says how to go on with labels that do not suit a question, by control.
var unsuitedAdvice = map[string]string{
	"labels": "Choose another question above, or what the labels are", "labeler": "Choose another question above",
	"property": "Choose the column above", "criteria": "Choose the columns above",
}

// worded returns the text of a warning about a design, with its remedy on the page.
func worded(w study.Warning) string {
	does, _ := onPage(w.Fixes)
	if does == "" {
		return w.Text
	}
	return w.Text + "; if so: " + strings.ToLower(does[:1]) + does[1:]
}

// otherwise says how to choose another kind of labels than the default.
func otherwise(code string) string {
	switch code {
	case study.WholeNumbers.String():
		return " (equal steps: “Labels: numbers”)"
	case study.TwoNumbers.String():
		return " (the other way round: “Labels: two categories”, with the other one positive)"
	case study.FewFractions.String():
		return " (ordered categories: “Labels: ordered categories”, with their order)"
	}
	return ""
}
