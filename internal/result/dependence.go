package result

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/model"
	"concord/posterior"
	"concord/study"
	"concord/vpc"
)

// LabelDependent is the code of a [DataCaution]: the number of labels of an item depends on the labels. Coefficients of
// such studies have the same caution.
const LabelDependent = "label_dependent"

// OtherScale is the code of a [DataCaution]: labels of some labelers seem to be on another scale.
const OtherScale = "other_scale"

// SameLabels is the code of a [DataCaution]: labels of a few people agree beyond what all others' labels explain.
const SameLabels = "same_labels"

// DataCaution is a warning about all numbers, and is printed before them.
type DataCaution struct {
	Code    string   `json:"code"`
	Studies []string `json:"studies"` // that it is about
	Text    string   `json:"text"`    // one of the warnings of the data
}

// LabelDependence says how the number of labels of an item depends on the labels.
type LabelDependence struct {
	Disagreement *Association `json:"disagreement,omitempty"`
	Level        *Association `json:"level,omitempty"`
	// FirstDisagree says that the first two labels of an item disagree more than its other labels: labels decided how
	// many there are.
	FirstDisagree *Association `json:"first_disagree,omitempty"`
	// FirstTwo is α of two labels of each item; nil if no item has two, or if the labels of the file were not read.
	FirstTwo *FirstTwo `json:"first_two,omitempty"`
	// ItemMean is the mean over items of the mean label of an item, to compare with the mean of all labels. ModelMean
	// is the fit's estimate of the mean label of any item and labeler, on the label scale; nil without a fit.
	ItemMean  Number `json:"item_mean"`
	ModelMean *Span  `json:"model_mean,omitempty"`
}

// Association is the association of the number of labels with their disagreement or level: see [study.Association].
type Association struct {
	Z Number `json:"z"` // positive: items with more labels have more
	P Number `json:"p"` // an upper bound, for all studies of the file together
	// Category is the category that items with more labels have more often, or less often; "" if labels are numbers.
	Category string `json:"category,omitempty"`
}

// Span is an estimate with its interval.
type Span struct {
	Mean  Number `json:"mean"`
	Lower Number `json:"lower"`
	Upper Number `json:"upper"`
}

func newLabelDependence(d study.Dependence) *LabelDependence {
	if !d.Found() {
		return nil
	}
	of := func(a *study.Association) *Association {
		if a == nil {
			return nil
		}
		return &Association{Number(a.Z), Number(a.P), a.Category}
	}
	return &LabelDependence{Disagreement: of(d.Disagreement), Level: of(d.Level), FirstDisagree: of(d.First),
		ItemMean: Number(d.ItemMean)}
}

// Caution returns the caution for the study's mean and coefficients.
func (st Study) Caution() string {
	if st.LabelDependence == nil {
		return ""
	}
	return LabelDependent
}

// dependent returns the studies in which the number of labels depends on labels.
func (read *Data) dependent() []string {
	var names []string
	for _, s := range read.Studies {
		if s.LabelDependence != nil && !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	return names
}

// ModelMeans returns the data with a fit's estimates of mean labels, for studies in which the number of labels depends
// on labels.
func (read Data) ModelMeans(fit *model.Posterior, interval posterior.Interval) Data {
	if read.dependent() == nil {
		return read
	}
	read.Studies = slices.Clone(read.Studies)
	for _, s := range fit.EachStudy() {
		i := slices.IndexFunc(read.Studies, func(of Study) bool { return of.Name == s.Name() })
		if i < 0 || read.Studies[i].LabelDependence == nil {
			continue
		}
		q := vpc.LabelPartition(s).Mean()
		lower, upper := q.CredibleInterval(interval)
		of := *read.Studies[i].LabelDependence
		of.ModelMean = &Span{Number(q.Mean()), Number(lower), Number(upper)}
		read.Studies[i].LabelDependence = &of
	}
	return read
}

// mark follows a name with a caution.
const mark = " *"

// Marked returns a name with the mark of a caution; "" is no caution.
func Marked(name, caution string) string {
	if caution == "" {
		return name
	}
	return name + mark
}

// DependenceNote explains the mark of coefficients of groups whose labels decided whether more labels were collected.
const DependenceNote = "* In a group with this mark, the number of labels of an item depends on the labels, so its " +
	"coefficients are biased. Use the model's ICC and ρ: they are right if the file has all labels that decided " +
	"whether another label was collected."

// MeanNotes gives the mean labels of studies in which the number of labels depends on labels.
func (read Data) MeanNotes() []string {
	var notes []string
	for _, s := range read.Studies {
		of := s.LabelDependence
		if of == nil || !of.ItemMean.Defined() {
			continue
		}
		show := func(n Number) string { return n.fixed(2) }
		what := "mean of %s is %s over all labels, and %s if all items count equally"
		if read.Kind == study.Binary.String() {
			show = percentage
			what = "share of positive labels in %s is %s of all labels, and %s if all items count equally"
		}
		note := fmt.Sprintf("* The "+what+".", visible.Text(s.Name), show(s.Mean), show(of.ItemMean))
		if m := of.ModelMean; m != nil {
			note += fmt.Sprintf(" The model's estimate for any item and labeler, %s [%s, %s], is not biased by the "+
				"collection.", show(m.Mean), show(m.Lower), show(m.Upper))
		} else {
			note += " The collection biases both."
		}
		notes = append(notes, note)
	}
	return notes
}

// CautionTexts returns the cautions of the data as sentences.
func (read Data) CautionTexts() []string {
	var texts []string
	for _, c := range read.Cautions {
		text := "Caution: " + strings.TrimSuffix(c.Text, ".") + "."
		for _, s := range read.Studies {
			if s.LabelDependence == nil || !slices.Contains(c.Studies, s.Name) {
				continue
			}
			if more := s.LabelDependence.FirstTwo.sentence(s.Name); more != "" {
				text += " " + more
			}
		}
		texts = append(texts, text)
	}
	return texts
}

// TaskCautions returns the cautions of tasks as sentences, with the names of the tasks.
func TaskCautions(names []string, of []Data) []string {
	const most = 5
	var texts, cautioned []string
	for i, data := range of {
		if len(data.Cautions) == 0 {
			continue
		}
		name := visible.Text(names[i])
		if cautioned = append(cautioned, name); len(cautioned) <= most {
			texts = append(texts, name+". "+strings.Join(data.CautionTexts(), " "))
		}
	}
	if more := len(cautioned) - most; more > 0 {
		texts = append(texts, fmt.Sprintf("The same caution is true of %s: %s.", plural(more, "further fit"),
			visible.Names(cautioned[most:])))
	}
	return texts
}
