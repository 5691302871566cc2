package read

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/internal/layout"
)

// coding is the kind of the labels of a column, with the meaning of each spelling.
type coding struct {
	kind               study.Kind
	categories         []string
	sets               *study.Sets           // that categories are; nil: each is one thing
	value              []float64             // of each spelling; NaN is missing
	number             func(float64) float64 // value of a label that has no spelling
	positive, negative []string              // spellings, of binary labels
	byDefault          study.DefaultKind     // 0: said by the caller, or not to be taken otherwise
	orderFound         bool                  // see [study.Source]
}

// coding is the coding of the labels: from the survey of the file, or decided by the labels.
func (labels *labelColumn) coding(file string, o Options) (coding, error) {
	if labels.surveyed != nil {
		return *labels.surveyed, nil
	}
	return labels.resolve(file, o)
}

// resolve decides the kind of the labels of a column.
func (labels *labelColumn) resolve(file string, o Options) (coding, error) {
	labels.takePerCent(o)
	j := newJudge(labels)
	if j.words+j.numbers+j.notFinite+j.merged == 0 {
		return coding{}, study.Faultf(study.NoLabels, "column %q holds no label", labels.name).InColumn(labels.name)
	}
	if s := j.first(func(s *spelling) bool { return !utf8.ValidString(s.text) }); s != nil {
		e := j.fault(BadSpelling, s, notUTF8+": "+firstInvalid(s.text), converted(file, westernEncoding)...)
		e.Remedy = "save the file as UTF-8"
		return coding{}, e
	}
	if s := j.first(func(s *spelling) bool { return strings.ContainsRune(s.text, 0) }); s != nil {
		return coding{}, j.fault(BadSpelling, s, holdsNUL, study.Fix{Does: "save the file as UTF-8"})
	}
	if len(labels.order) > 0 {
		k, err := j.ordered(labels.order)
		if o.Kind == 0 {
			k.byDefault = study.OrderInFile
		}
		return k, err
	}
	if err := j.noLabels(o); err != nil {
		return coding{}, err
	}
	if k, err := j.labelSets(o); err != nil || k.kind != 0 {
		return k, err
	}
	if k, err := j.knownOrder(o); err != nil || k.kind != 0 {
		return k, err
	}
	if err := j.layout(o); err != nil {
		return coding{}, err
	}
	if o.Kind == study.Nominal {
		return j.nominal()
	}
	if s := j.first(func(s *spelling) bool { return s.class == notFiniteLabel }); s != nil {
		return coding{}, j.fault(NotFinite, s, "is not a finite number", leaveOut(s.text))
	}
	notAbove := func(s *spelling) bool { return s.class == numberLabel && s.number <= 0 }
	if s := j.first(notAbove); s != nil && o.AboveZero {
		return coding{}, j.fault(NotAboveZero, s, "is not above 0, and has no logarithm", leaveOut(s.text))
	}
	if len(o.Positive)+len(o.Negative) > 0 {
		return j.listed(o)
	}
	if s := j.first(func(s *spelling) bool { return s.class == mergedLabel }); s != nil {
		return coding{}, j.fault(MergedNumbers, s, "is a whole number too large to be exact, such as an "+
			"identifier", study.Choose("choose the column of the labels", "label"))
	}
	if err := j.missingCodes(o); err != nil {
		return coding{}, err
	}
	if o.Kind == study.Ordinal {
		return j.scale()
	}
	if j.words == 0 {
		if s := j.thousands(); s != nil && !o.AsIs {
			e := j.fault(OtherWriting, s, "may be a whole number with a point between thousands, as others are whole "+
				"numbers below 1000", study.Fix{Does: "write numbers without points between thousands, and " +
				"decimals with a point"})
			return coding{}, e
		}
		return j.allNumbers(o)
	}
	if s, remedy := j.inOtherWriting(); s != nil {
		return coding{}, j.notWritten(s, remedy)
	}
	if o.Kind == study.Numeric {
		return coding{}, j.notNumber()
	}
	pair, outside := j.closestPair()
	switch {
	case pair != nil && len(outside) == 0:
		return j.binary(pair)
	case o.Kind == 0 && o.AllowNominal && j.numbers == 0 && !(pair != nil && o.PairsAlone && !o.AsIs):
		if err := j.nonAnswers(o); err != nil {
			return coding{}, err
		}
		if err := j.inUnits(); err != nil && !o.AsIs {
			return coding{}, err
		}
		if err := j.oneEach(o); err != nil {
			return coding{}, err
		}
		return j.nominal()
	case pair != nil:
		return coding{}, j.thirdValue(pair, outside)
	case o.Kind == 0 && j.numbers > 0:
		return coding{}, j.notNumber()
	}
	return coding{}, j.noPair()
}

// nonAnswers is the error about two labels with others among them that do not answer, as unsure. As categories of their
// own, they would answer another question.
func (j *judge) nonAnswers(o Options) error {
	if !o.PairsAlone || o.AsIs || o.Unordered || j.overflows() {
		return nil
	}
	rest, answers := layout.NonAnswers(j.texts())
	if len(rest) == 0 || len(answers) != 2 {
		return nil
	}
	s := j.first(func(s *spelling) bool { return s.text == rest[0] })
	return j.fault(NonAnswers, s, visible.Sprintf("may be no answer, next to %v", answers),
		study.Leave("without them", rest...),
		study.To("categories without order, each against the rest", "each-category"))
}

// judge looks at all spellings of a column at once.
type judge struct {
	*labelColumn

	words, numbers, notFinite int  // rows
	merged                    int  // rows of numbers that are not told apart
	unit, sign                bool // all numbers are 0 or 1; are -1 or 1
}

func newJudge(c *labelColumn) *judge {
	j := &judge{labelColumn: c, numbers: c.numbers, unit: c.unit, sign: c.sign}
	for _, s := range c.labels() {
		switch {
		case s.class == wordLabel:
			j.words += s.rows
		case s.class == notFiniteLabel:
			j.notFinite += s.rows
		case s.class == mergedLabel:
			j.merged += s.rows
		case s.class == numberLabel:
			j.numbers += s.rows
			j.unit = j.unit && (s.number == 0 || s.number == 1)
			j.sign = j.sign && (s.number == -1 || s.number == 1)
		}
	}
	return j
}

// code makes a coding of binary labels from a judgement of each spelling:
// 0, 1, or anything else for one that cannot occur.
func (j *judge) code(of func(s *spelling) float64) coding {
	k := j.coded(study.Binary, of)
	for i, s := range j.labels() {
		if k.value[i] == 1 {
			k.positive = append(k.positive, s.text)
		} else {
			k.negative = append(k.negative, s.text)
		}
	}
	return k
}

// coded makes a coding of the value of each label.
func (j *judge) coded(kind study.Kind, of func(s *spelling) float64) coding {
	k := coding{kind: kind, value: slices.Repeat([]float64{math.NaN()}, len(j.spellings))}
	for i, s := range j.labels() {
		k.value[i] = of(s)
	}
	return k
}

// binary codes labels that are all of one pair.
func (j *judge) binary(p *pair) (coding, error) {
	k := j.code(func(s *spelling) float64 {
		v, _ := p.value(s)
		return v
	})
	k.number = func(x float64) float64 { return max(x, 0) } // 0 and 1, or -1 and 1
	k.categories = []string{spelled(k.negative, p.negative), spelled(k.positive, p.positive)}
	return k, nil
}

// nominal makes each spelling a category, in the order of the file, or ascending if all are numbers.
func (j *judge) nominal() (coding, error) {
	if j.overflows() {
		return coding{}, j.tooMany()
	}
	k := j.coded(study.Nominal, func(*spelling) float64 { return 0 })
	var order []int
	for i := range j.labels() {
		order = append(order, i)
	}
	if j.words+j.notFinite == 0 {
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Compare(j.spellings[a].number, j.spellings[b].number)
		})
	}
	for c, i := range order {
		k.value[i] = float64(c)
		k.categories = append(k.categories, j.spellings[i].text)
	}
	return k, nil
}

// overflows reports whether there are more different labels than spellings are kept for.
func (j *judge) overflows() bool {
	return j.labelColumn.numbers > 0 || j.spellings[overflowCode].rows > 0
}

func (j *judge) tooMany() error {
	return study.Faultf(TooManyCategories,
		"column %q has more than %d different labels, which are too many for categories", j.name, mostSpellings).
		InColumn(j.name)
}

// first returns the spelling with the given property that comes first in the file.
func (j *judge) first(is func(*spelling) bool) *spelling {
	var found *spelling
	for _, s := range j.labels() {
		if is(s) && (found == nil || s.line < found.line) {
			found = s
		}
	}
	return found
}

// notWritten is the error about labels that are numbers in another writing, see [otherWriting].
func (j *judge) notWritten(s *spelling, remedy string) *study.Error {
	e := j.fault(OtherWriting, s, "is not a number", study.Fix{Does: remedy})
	others := -s.rows
	for _, w := range j.allWords() {
		if otherWriting(w.text) != "" {
			others += w.rows
		}
	}
	if others > 0 {
		e.Found = visible.Sprintf("%v %q is not a number (%s, and %d more with similar labels)", j.name, s.text,
			visible.Count(s.rows, "row"), others)
	}
	return e
}

// fault is an error about all labels of a spelling, which names the first of them.
func (j *judge) fault(code study.Code, s *spelling, is string, fixes ...study.Fix) *study.Error {
	return study.Faultf(code, "%v %q %s (%s)", j.name, s.text, is, visible.Count(s.rows, "row")).AtLine(s.line).
		InColumn(j.name).FixedBy(fixes...)
}
