package kinds

import (
	"bytes"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/study"
	"concord/study/read/internal/container"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// MostSpellings is how many different labels are distinguished by their spelling. Numbers beyond it are kept by value;
// that many different words are no labels.
const MostSpellings = 1 << 16

// Class is the kind of label that a spelling allows.
type Class uint8

const (
	MissingLabel Class = iota
	NumberLabel
	WordLabel
	notFiniteLabel // a number beyond float64, or infinity
	mergedLabel    // a whole number that float64 does not tell from its neighbours
	emptyLabel     // a list without elements: missing, unless labels are sets
)

// Spelling is a label as the file writes it.
type Spelling struct {
	Text   string
	Class  Class
	Number float64 // of a numberLabel
	Rows   int
	Line   int // of the first row; 0 if there is none
}

// LabelColumn collects the labels of a column before their kind is known. A label is the index of its spelling, or a
// number if there are too many spellings.
type LabelColumn struct {
	Name      string
	Index     int      // in the file
	Named     bool     // by the caller
	Missing   []string `json:"-"`
	Order     []string // ascending categories, by caller or file, which no spelling of a missing label takes away
	Spellings []Spelling
	Code      map[string]int32  `json:"-"`
	Short     [256]int32        `json:"-"` // code+1 of a spelling of one byte
	Cells     []Cell            `json:"-"`
	Numbers   int               // cells that are numbers rather than spellings
	Unit      bool              // all of them are 0 or 1
	Sign      bool              // all of them are -1 or 1
	OnlyUnit  bool              // give up at the first label that is neither 0, 1 nor missing
	Refused   bool              // has been given up
	Won       bool              // they say which of two candidates won
	Budget    *container.Budget `json:"-"`
	Surveyed  *Coding           `json:"-"` // what the labels of the whole file are, where these are a shard's
}

// Cell is a number, or a NaN whose payload is the index of a spelling.
type Cell float64

const (
	spellingBits = 0x7ff8_0000_0000_0000
	MissingCode  = 0 // the spelling that stands for all missing ones
	OverflowCode = 1 // the spelling that stands for words, and numbers that are too large, beyond mostSpellings
)

func CellOf(code int32) Cell  { return Cell(math.Float64frombits(spellingBits | uint64(code))) }
func (c Cell) IsNumber() bool { return !math.IsNaN(float64(c)) }
func (c Cell) Code() int32    { return int32(math.Float64bits(float64(c)) & (1<<32 - 1)) }

func (spelt *Spelling) Present() bool { return spelt.Class.present() && spelt.Rows > 0 }

func (c Class) present() bool { return c != MissingLabel && c != emptyLabel }

func NewLabelColumn(name string, index int, o naming.Options) *LabelColumn {
	return &LabelColumn{Name: name, Index: index, Missing: o.Missing, Order: o.Order, Code: make(map[string]int32),
		Spellings: make([]Spelling, 2), Unit: true, Sign: true}
}

// labels are the spellings of labels that rows have, by their codes.
func (labels *LabelColumn) labels() iter.Seq2[int, *Spelling] {
	return func(yield func(int, *Spelling) bool) {
		for i := range labels.Spellings {
			if s := &labels.Spellings[i]; s.Present() && !yield(i, s) {
				return
			}
		}
	}
}

// Add takes up the label of a row and reports whether it is present.
func (labels *LabelColumn) Add(label []byte, line int) bool {
	var code int32
	known := false
	if len(label) == 1 {
		code = labels.Short[label[0]] - 1
		known = code >= 0
	} else {
		code, known = labels.Code[string(label)]
	}
	if !known {
		var number float64
		code, number = labels.take(label)
		if code < 0 {
			labels.Cells = append(labels.Cells, Cell(number))
			labels.Numbers++
			labels.Unit = labels.Unit && (number == 0 || number == 1)
			labels.Sign = labels.Sign && (number == -1 || number == 1)
			return true
		}
	}
	s := &labels.Spellings[code]
	s.Rows++
	if s.Line == 0 {
		s.Line = line
	}
	labels.Cells = append(labels.Cells, CellOf(code))
	return s.Class.present()
}

// take gives a new spelling its code, or −1 and the number if there are too many.
func (labels *LabelColumn) take(label []byte) (int32, float64) {
	if bare := bytes.TrimSpace(label); len(bare) != len(label) { // blanks of pages of the web, which are none of ASCII
		return labels.takeBare(label, bare)
	}
	kind, number := Classify(label, labels.Missing)
	if kind == MissingLabel && slices.Contains(labels.Order, string(label)) {
		kind = WordLabel
	}
	if labels.OnlyUnit && kind.present() && !(kind == NumberLabel && (number == 0 || number == 1)) {
		labels.Refused = true
	}
	code := int32(len(labels.Spellings))
	switch {
	case kind == MissingLabel:
		code = MissingCode
	case code < MostSpellings:
		labels.Spellings = append(labels.Spellings, Spelling{Text: string(label), Class: kind, Number: number})
		labels.Budget.Name(len(label))
	case kind == NumberLabel && math.Abs(number) <= study.LargestLabel:
		return -1, number
	default:
		code = OverflowCode
		if labels.Spellings[code].Rows == 0 {
			labels.Spellings[code] = Spelling{Text: string(label), Class: kind, Number: number}
		}
		return code, 0 // not taken into the map, which would grow without bound
	}
	if len(label) == 1 {
		labels.Short[label[0]] = code + 1
	} else {
		labels.Code[string(label)] = code
	}
	return code, 0
}

// takeBare gives a spelling the code that it has without blanks around it.
func (labels *LabelColumn) takeBare(label, bare []byte) (int32, float64) {
	code, known := labels.Code[string(bare)]
	if len(bare) == 1 {
		code = labels.Short[bare[0]] - 1
		known = code >= 0
	}
	number := 0.0
	if !known {
		code, number = labels.take(bare)
	}
	if code != OverflowCode && code >= 0 {
		labels.Code[string(label)] = code
	}
	return code, number
}

// Empty reports whether every label is missing.
func (labels *LabelColumn) Empty() bool {
	for range labels.labels() {
		return false
	}
	return labels.Numbers == 0
}

// DropLast forgets the last row.
func (labels *LabelColumn) DropLast() { labels.Cells = labels.Cells[:len(labels.Cells)-1] }

// Classify judges a spelling.
func Classify(label []byte, missing []string) (Class, float64) {
	if string(label) == stream.EmptyList && !naming.MatchesAny(stream.EmptyList, missing) {
		return emptyLabel, 0
	}
	if stream.IsMissing(label) || naming.MatchesAny(string(label), missing) {
		return MissingLabel, 0
	}
	if len(label) > 400 || strings.ContainsAny(string(label), "xXpP_") {
		return WordLabel, 0 // Go's own forms of numbers are nobody's label
	}
	x, err := strconv.ParseFloat(string(label), 64)
	switch {
	case math.IsNaN(x):
		return MissingLabel, 0
	case math.IsInf(x, 0):
		return notFiniteLabel, 0
	case err != nil:
		return WordLabel, 0
	}
	if x == 0 {
		x = 0 // negative zero is zero
	}
	if !naming.IsWritten(x, string(label)) {
		return mergedLabel, x
	}
	return NumberLabel, x
}
