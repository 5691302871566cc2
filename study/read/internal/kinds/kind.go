// Package kinds decides of what kind the labels of a column are: numbers, ordered categories, two labels, or words.
package kinds

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
	"concord/study/read/internal/layout"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// Coding is the kind of the labels of a column, with the meaning of each spelling.
type Coding struct {
	Kind               study.Kind
	Categories         []string
	Sets               *study.Sets           // that categories are; nil: each is one thing
	Value              []float64             // of each spelling; NaN is missing
	Number             func(float64) float64 // value of a label that has no spelling
	Positive, Negative []string              // spellings, of binary labels
	ByDefault          study.DefaultKind     // 0: said by the caller, or not to be taken otherwise
	OrderFound         bool                  // see [study.Source]
}

// Coding is the coding of the labels: from the survey of the file, or decided by the labels.
func (labels *LabelColumn) Coding(file string, o naming.Options) (Coding, error) {
	if labels.Surveyed != nil {
		return *labels.Surveyed, nil
	}
	return labels.Resolve(file, o)
}

// Resolve decides the kind of the labels of a column: the first of some readings that takes them all. Each may also
// find that most labels are as it has them, and which are not.
func (labels *LabelColumn) Resolve(file string, o naming.Options) (Coding, error) {
	labels.takePerCent(o)
	j := newJudge(labels, o)
	j.file = file
	for _, reading := range []func() error{j.unreadable, j.ordered, j.noLabels, j.labelSets, j.knownOrder, j.layout,
		j.asWords, j.notFinites, j.listed, j.merged, j.missingCodes, j.scale, j.allNumbers, j.pairOrWords} {
		if err := reading(); err != nil || j.k.Kind != 0 {
			return j.k, err
		}
	}
	return Coding{}, j.noPair()
}

// unreadable is the error about labels that are not there, or no text.
func (j *judge) unreadable() error {
	if j.words+j.numbers+j.notFinite+j.large == 0 {
		return study.NoLabels.Faultf("column %q holds no label", j.Name).InColumn(j.Name)
	}
	if s := j.first(func(s *Spelling) bool { return !utf8.ValidString(s.Text) }); s != nil {
		e := j.fault(faults.BadSpelling, s, stream.NotUTF8+": "+container.FirstInvalid(s.Text),
			container.Converted(j.file, container.WesternEncoding)...)
		e.Remedy = "save the file as UTF-8"
		return e
	}
	if s := j.first(func(s *Spelling) bool { return strings.ContainsRune(s.Text, 0) }); s != nil {
		return j.fault(faults.BadSpelling, s, stream.HoldsNUL, study.Fix{Does: "save the file as UTF-8"})
	}
	return nil
}

// asWords takes labels as categories, if the caller says so.
func (j *judge) asWords() error {
	if j.Kind == study.Nominal {
		return j.nominal()
	}
	return nil
}

// notFinites is the error about numbers that are none to compute with.
func (j *judge) notFinites() error {
	if s := j.first(func(s *Spelling) bool { return s.Class == notFiniteLabel }); s != nil {
		return j.fault(faults.NotFinite, s, "is not a finite number", leaveOut(s.Text))
	}
	notAbove := func(s *Spelling) bool { return s.Class == NumberLabel && s.Number <= 0 }
	if s := j.first(notAbove); s != nil && j.AboveZero {
		return j.fault(faults.NotAboveZero, s, "is not above 0, and has no logarithm", leaveOut(s.Text))
	}
	return nil
}

// merged is the error about whole numbers that are not told apart.
func (j *judge) merged() error {
	if s := j.first(func(s *Spelling) bool { return s.Class == mergedLabel }); s != nil {
		return j.fault(faults.MergedNumbers, s, "is a whole number too large to be exact, such as an "+
			"identifier", study.Choose("choose the column of the labels", "label"))
	}
	return nil
}

// pairOrWords takes words as two labels, or as categories.
func (j *judge) pairOrWords() error {
	if s, remedy := j.inOtherWriting(); s != nil {
		return j.notWritten(s, remedy)
	}
	if j.Kind == study.Numeric {
		return j.notNumber()
	}
	pair, outside := j.closestPair()
	switch {
	case pair != nil && len(outside) == 0:
		return j.binary(pair)
	case j.Kind == 0 && j.AllowNominal && j.numbers == 0 && !(pair != nil && j.PairsAlone && !j.AsIs):
		for _, refuses := range []func() error{j.nonAnswers, j.inUnits, j.oneEach} {
			if err := refuses(); err != nil {
				return err
			}
		}
		return j.nominal()
	case pair != nil:
		return j.thirdValue(pair, outside)
	case j.Kind == 0 && j.numbers > 0:
		return j.notNumber()
	}
	return nil
}

// nonAnswers is the error about two labels with others among them that do not answer, as unsure. As categories of their
// own, they would answer another question.
func (j *judge) nonAnswers() error {
	if !j.PairsAlone || j.AsIs || j.Unordered || j.overflows() {
		return nil
	}
	rest, answers := layout.NonAnswers(j.texts())
	if len(rest) == 0 || len(answers) != 2 {
		return nil
	}
	s := j.first(func(s *Spelling) bool { return s.Text == rest[0] })
	return j.fault(faults.NonAnswers, s, visible.Sprintf("may be no answer, next to %v", answers),
		study.Leave("without them", rest...),
		study.To("categories without order, each against the rest", "each-category"))
}

// judge looks at all spellings of a column at once.
type judge struct {
	*LabelColumn
	naming.Options
	file string
	k    Coding // what a reading takes the labels for; of no kind before

	words, numbers, notFinite int  // rows
	large                     int  // rows of numbers that are not told apart
	unit, sign                bool // all numbers are 0 or 1; are -1 or 1
}

func newJudge(c *LabelColumn, o naming.Options) *judge {
	j := &judge{LabelColumn: c, Options: o, numbers: c.Numbers, unit: c.Unit, sign: c.Sign}
	for _, s := range c.labels() {
		switch {
		case s.Class == WordLabel:
			j.words += s.Rows
		case s.Class == notFiniteLabel:
			j.notFinite += s.Rows
		case s.Class == mergedLabel:
			j.large += s.Rows
		case s.Class == NumberLabel:
			j.numbers += s.Rows
			j.unit = j.unit && (s.Number == 0 || s.Number == 1)
			j.sign = j.sign && (s.Number == -1 || s.Number == 1)
		}
	}
	return j
}

// code makes a coding of binary labels from a judgement of each spelling:
// 0, 1, or anything else for one that cannot occur.
func (j *judge) code(of func(s *Spelling) float64) *Coding {
	k := j.coded(study.Binary, of)
	for i, s := range j.labels() {
		if k.Value[i] == 1 {
			k.Positive = append(k.Positive, s.Text)
		} else {
			k.Negative = append(k.Negative, s.Text)
		}
	}
	return k
}

// coded makes a coding of the value of each label.
func (j *judge) coded(kind study.Kind, of func(s *Spelling) float64) *Coding {
	j.k = Coding{Kind: kind, Value: slices.Repeat([]float64{math.NaN()}, len(j.Spellings))}
	for i, s := range j.labels() {
		j.k.Value[i] = of(s)
	}
	return &j.k
}

// binary codes labels that are all of one pair.
func (j *judge) binary(p *Pair) error {
	k := j.code(func(s *Spelling) float64 {
		v, _ := p.Value(s)
		return v
	})
	k.Number = func(x float64) float64 { return max(x, 0) } // 0 and 1, or -1 and 1
	k.Categories = []string{spelled(k.Negative, p.negative), spelled(k.Positive, p.positive)}
	return nil
}

// nominal makes each spelling a category, in the order of the file, or ascending if all are numbers.
func (j *judge) nominal() error {
	if j.overflows() {
		return j.tooMany()
	}
	k := j.coded(study.Nominal, func(*Spelling) float64 { return 0 })
	var order []int
	for i := range j.labels() {
		order = append(order, i)
	}
	if j.words+j.notFinite == 0 {
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Compare(j.Spellings[a].Number, j.Spellings[b].Number)
		})
	}
	for c, i := range order {
		k.Value[i] = float64(c)
		k.Categories = append(k.Categories, j.Spellings[i].Text)
	}
	return nil
}

// overflows reports whether there are more different labels than spellings are kept for.
func (j *judge) overflows() bool {
	return j.LabelColumn.Numbers > 0 || j.Spellings[OverflowCode].Rows > 0
}

func (j *judge) tooMany() error {
	return faults.TooManyCategories.Faultf(
		"column %q has more than %d different labels, which are too many for categories", j.Name, MostSpellings).
		InColumn(j.Name)
}

// first returns the spelling with the given property that comes first in the file.
func (j *judge) first(is func(*Spelling) bool) *Spelling {
	var found *Spelling
	for _, s := range j.labels() {
		if is(s) && (found == nil || s.Line < found.Line) {
			found = s
		}
	}
	return found
}

// notWritten is the error about labels that are numbers in another writing, see [OtherWriting].
func (j *judge) notWritten(s *Spelling, remedy string) *study.Error {
	e := j.fault(faults.OtherWriting, s, "is not a number", study.Fix{Does: remedy})
	others := -s.Rows
	for _, w := range j.allWords() {
		if OtherWriting(w.Text) != "" {
			others += w.Rows
		}
	}
	if others > 0 {
		e.Found = visible.Sprintf("%v %q is not a number (%s, and %d more with similar labels)", j.Name, s.Text,
			visible.Count(s.Rows, "row"), others)
	}
	return e
}

// fault is an error about all labels of a spelling, which names the first of them.
func (j *judge) fault(code study.Code, s *Spelling, is string, fixes ...study.Fix) *study.Error {
	return code.Faultf("%v %q %s (%s)", j.Name, s.Text, is, visible.Count(s.Rows, "row")).AtLine(s.Line).
		InColumn(j.Name).FixedBy(fixes...)
}
