package read

import (
	"bytes"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/study"
)

// mostSpellings is how many different labels are distinguished by their spelling. Numbers beyond it are kept by value;
// that many different words are no labels.
const mostSpellings = 1 << 16

// class is the kind of label that a spelling allows.
type class uint8

const (
	missingLabel class = iota
	numberLabel
	wordLabel
	notFiniteLabel // a number beyond float64, or infinity
	mergedLabel    // a whole number that float64 does not tell from its neighbours
	emptyLabel     // a list without elements: missing, unless labels are sets
)

// spelling is a label as the file writes it.
type spelling struct {
	text   string
	class  class
	number float64 // of a numberLabel
	rows   int
	line   int // of the first row; 0 if there is none
}

// labelColumn collects the labels of a column before their kind is known. A label is the index of its spelling, or a
// number if there are too many spellings.
type labelColumn struct {
	name      string
	index     int  // in the file
	named     bool // by the caller
	missing   []string
	order     []string // ascending categories, by caller or file, which no spelling of a missing label takes away
	spellings []spelling
	code      map[string]int32
	short     [256]int32 // code+1 of a spelling of one byte
	cells     []cell
	numbers   int  // cells that are numbers rather than spellings
	unit      bool // all of them are 0 or 1
	sign      bool // all of them are -1 or 1
	onlyUnit  bool // give up at the first label that is neither 0, 1 nor missing
	refused   bool // has been given up
	won       bool // they say which of two candidates won
	budget    *budget
	surveyed  *coding // what the labels of the whole file are, where these are a shard's
}

// cell is a number, or a NaN whose payload is the index of a spelling.
type cell float64

const (
	spellingBits = 0x7ff8_0000_0000_0000
	missingCode  = 0 // the spelling that stands for all missing ones
	overflowCode = 1 // the spelling that stands for words, and numbers that are too large, beyond mostSpellings
)

func cellOf(code int32) cell  { return cell(math.Float64frombits(spellingBits | uint64(code))) }
func (c cell) isNumber() bool { return !math.IsNaN(float64(c)) }
func (c cell) code() int32    { return int32(math.Float64bits(float64(c)) & (1<<32 - 1)) }

func (spelt *spelling) present() bool { return spelt.class.present() && spelt.rows > 0 }

func (c class) present() bool { return c != missingLabel && c != emptyLabel }

func newLabelColumn(name string, index int, o Options) *labelColumn {
	return &labelColumn{name: name, index: index, missing: o.Missing, order: o.Order, code: make(map[string]int32),
		spellings: make([]spelling, 2), unit: true, sign: true}
}

// labels are the spellings of labels that rows have, by their codes.
func (labels *labelColumn) labels() iter.Seq2[int, *spelling] {
	return func(yield func(int, *spelling) bool) {
		for i := range labels.spellings {
			if s := &labels.spellings[i]; s.present() && !yield(i, s) {
				return
			}
		}
	}
}

// add takes up the label of a row and reports whether it is present.
func (labels *labelColumn) add(label []byte, line int) bool {
	var code int32
	known := false
	if len(label) == 1 {
		code = labels.short[label[0]] - 1
		known = code >= 0
	} else {
		code, known = labels.code[string(label)]
	}
	if !known {
		var number float64
		code, number = labels.take(label)
		if code < 0 {
			labels.cells = append(labels.cells, cell(number))
			labels.numbers++
			labels.unit = labels.unit && (number == 0 || number == 1)
			labels.sign = labels.sign && (number == -1 || number == 1)
			return true
		}
	}
	s := &labels.spellings[code]
	s.rows++
	if s.line == 0 {
		s.line = line
	}
	labels.cells = append(labels.cells, cellOf(code))
	return s.class.present()
}

// take gives a new spelling its code, or −1 and the number if there are too many.
func (labels *labelColumn) take(label []byte) (int32, float64) {
	if bare := bytes.TrimSpace(label); len(bare) != len(label) { // blanks of pages of the web, which are none of ASCII
		return labels.takeBare(label, bare)
	}
	kind, number := classify(label, labels.missing)
	if kind == missingLabel && slices.Contains(labels.order, string(label)) {
		kind = wordLabel
	}
	if labels.onlyUnit && kind.present() && !(kind == numberLabel && (number == 0 || number == 1)) {
		labels.refused = true
	}
	code := int32(len(labels.spellings))
	switch {
	case kind == missingLabel:
		code = missingCode
	case code < mostSpellings:
		labels.spellings = append(labels.spellings, spelling{text: string(label), class: kind, number: number})
		labels.budget.name(len(label))
	case kind == numberLabel && math.Abs(number) <= study.LargestLabel:
		return -1, number
	default:
		code = overflowCode
		if labels.spellings[code].rows == 0 {
			labels.spellings[code] = spelling{text: string(label), class: kind, number: number}
		}
		return code, 0 // not taken into the map, which would grow without bound
	}
	if len(label) == 1 {
		labels.short[label[0]] = code + 1
	} else {
		labels.code[string(label)] = code
	}
	return code, 0
}

// takeBare gives a spelling the code that it has without blanks around it.
func (labels *labelColumn) takeBare(label, bare []byte) (int32, float64) {
	code, known := labels.code[string(bare)]
	if len(bare) == 1 {
		code = labels.short[bare[0]] - 1
		known = code >= 0
	}
	number := 0.0
	if !known {
		code, number = labels.take(bare)
	}
	if code != overflowCode && code >= 0 {
		labels.code[string(label)] = code
	}
	return code, number
}

// empty reports whether every label is missing.
func (labels *labelColumn) empty() bool {
	for range labels.labels() {
		return false
	}
	return labels.numbers == 0
}

// dropLast forgets the last row.
func (labels *labelColumn) dropLast() { labels.cells = labels.cells[:len(labels.cells)-1] }

// classify judges a spelling.
func classify(label []byte, missing []string) (class, float64) {
	if string(label) == emptyList && !matchesAny(emptyList, missing) {
		return emptyLabel, 0
	}
	if isMissing(label) || matchesAny(string(label), missing) {
		return missingLabel, 0
	}
	if len(label) > 400 || strings.ContainsAny(string(label), "xXpP_") {
		return wordLabel, 0 // Go's own forms of numbers are nobody's label
	}
	x, err := strconv.ParseFloat(string(label), 64)
	switch {
	case math.IsNaN(x):
		return missingLabel, 0
	case math.IsInf(x, 0):
		return notFiniteLabel, 0
	case err != nil:
		return wordLabel, 0
	}
	if x == 0 {
		x = 0 // negative zero is zero
	}
	if !isWritten(x, string(label)) {
		return mergedLabel, x
	}
	return numberLabel, x
}

// isWritten reports whether a text is the whole number x to its last digit, or says by its writing that it is rounded,
// as 1e20 does.
func isWritten(x float64, text string) bool {
	if math.Abs(x) < 1<<53 {
		return true
	}
	digits := strings.TrimLeft(strings.TrimLeft(text, "+-"), "0")
	if strings.ContainsFunc(digits, func(r rune) bool { return !isDigit(r) }) {
		return true
	}
	return digits == strconv.FormatFloat(math.Abs(x), 'f', 0, 64)
}

// matchesAny reports whether text is one of the spellings, without regard to case, or
// the same number as one of them.
func matchesAny(text string, spellings []string) bool {
	for _, s := range spellings {
		if sameSpelling(text, s) {
			return true
		}
	}
	return false
}

func sameSpelling(a, b string) bool {
	if strings.EqualFold(a, strings.TrimSpace(b)) {
		return true
	}
	b = strings.TrimSpace(b)
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && x == y && isWritten(x, a) && isWritten(y, b)
}
