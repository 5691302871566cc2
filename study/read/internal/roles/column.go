package roles

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Role is the part that a column plays in a table of labels.
type Role int

// The roles of single columns.
const (
	Item Role = iota
	Labeler
	Label
	count
)

// Column is how a column looks in the rows of a sample.
type Column struct {
	Name     string
	Codes    []int32  // of the value in each row; −1 is missing
	Values   []string // of the codes
	Present  int      // rows with a value
	Numbers  bool     // all values are numbers
	Fraction bool     // some of them are not whole
	Times    bool     // all values are times
	Named    [count]float64
	// Counted says that the name is one of numbered labelers (rater_1) or of numbered items (Q1).
	Counted Role
	IsCount bool
	Stem    string // of a name with a number

	kind   kind
	counts []int     // rows of each value
	ranks  []float64 // of each value among the cells, if they are numbers
	same   int       // the column that stands for all that divide the rows alike
	of     []int     // of a pair: its columns
}

// kind is the kind of cells that a column has.
type kind int

const (
	constant kind = iota
	mails
	links
	people
	prose
	phrases
	times
	decimals
	percents
	codes
	bigNumbers
	rowNumbers
	wholeNumbers
	fewWords
	manyWords
)

// odds returns the log odds of a kind of cells in a role against any other column. They state plain knowledge: an
// e-mail address names a labeler, a sentence is neither a labeler nor a label, and a column of times plays no role.
func (k kind) odds(r Role) float64 {
	return [...][count]float64{
		constant:     {-7, -7, -7},
		mails:        {-1, 3, -7},
		links:        {3, -2, -7},
		people:       {-1, 2, -2},
		prose:        {2, -5, -5},
		phrases:      {1, -2, -2},
		times:        {-4, -5, -5},
		decimals:     {-5, -5, 1},
		percents:     {-5, -5, 1},
		codes:        {1, 1, -3},
		bigNumbers:   {1, .5, -4},
		rowNumbers:   {0, 0, -5},
		wholeNumbers: {0, 0, .5},
		fewWords:     {-2, -.5, 1},
		manyWords:    {0, 0, -2},
	}[k][r]
}

// mostWords is the number of values above which words are hardly labels.
const mostWords = 12

// prepared computes the facts about columns that the scores use.
func prepared(columns []Column, rows int) []Column {
	for i := range columns {
		c := &columns[i]
		c.counts = make([]int, len(c.Values))
		for _, code := range c.Codes {
			if code >= 0 {
				c.counts[code]++
			}
		}
		if c.Numbers {
			c.ranks = ranks(c)
		}
		c.kind = kindOf(c)
		c.same = i
		for k := range i {
			if columns[k].same == k && alike(&columns[k], c) {
				c.same = k
				break
			}
		}
	}
	return columns
}

// ranks are the mean ranks of the values among the cells.
func ranks(c *Column) []float64 {
	order := make([]int, len(c.Values))
	number := make([]float64, len(c.Values))
	for v, text := range c.Values {
		order[v] = v
		number[v], _ = strconv.ParseFloat(text, 64)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(number[a], number[b]) })
	all, before := make([]float64, len(order)), 0
	for _, v := range order {
		all[v] = float64(before) + float64(c.counts[v]+1)/2
		before += c.counts[v]
	}
	return all
}

// alike reports whether two columns divide the rows in the same way.
func alike(a, b *Column) bool {
	if len(a.Values) != len(b.Values) || a.Present != b.Present {
		return false
	}
	to := make([]int32, len(a.Values))
	for i := range to {
		to[i] = -1
	}
	for row, code := range a.Codes {
		other := b.Codes[row]
		switch {
		case code < 0 && other < 0:
		case code < 0 || other < 0:
			return false
		case to[code] < 0:
			to[code] = other
		case to[code] != other:
			return false
		}
	}
	return true
}

func kindOf(c *Column) kind {
	words, letters := 0, 0
	share := map[string]int{}
	for _, v := range c.Values {
		words += len(strings.Fields(v))
		switch {
		case strings.Contains(v, "://") || strings.HasPrefix(v, "www."):
			share["link"]++
		case isMail(v):
			share["mail"]++
		case strings.HasSuffix(v, "%"):
			share["percent"]++
		case isCode(v):
			share["code"]++
		case isPerson(v):
			share["person"]++
		}
		letters += len(v)
	}
	n := len(c.Values)
	most := func(what string) bool { return 10*share[what] >= 9*n }
	switch {
	case n < 2:
		return constant
	case c.Times:
		return times
	case most("link"):
		return links
	case most("mail"):
		return mails
	case most("percent"):
		return percents
	case c.Numbers && c.Fraction:
		return decimals
	case c.Numbers:
		return kindOfNumbers(c)
	case most("code"):
		return codes
	case words > 6*n:
		return prose
	case n > mostWords && words > 2*n:
		return phrases
	case most("person") && n > 2 && 3*n < 2*c.Present:
		return people
	case n <= mostWords:
		return fewWords
	}
	return manyWords
}

// kindOfNumbers tells numbers of rows and of things from small whole numbers.
func kindOfNumbers(c *Column) kind {
	if len(c.Values) == c.Present {
		if inOrder(c) {
			return rowNumbers
		}
	}
	const long = 4 // digits of ids; scores have three at most
	big := 0
	for _, v := range c.Values {
		if len(strings.TrimLeft(v, "-+")) >= long {
			big++
		}
	}
	if 2*big > len(c.Values) {
		return bigNumbers
	}
	return wholeNumbers
}

// inOrder reports whether the numbers of a column rise by one from row to row.
func inOrder(c *Column) bool {
	last := 0
	for row, code := range c.Codes {
		if code < 0 {
			return false
		}
		x, err := strconv.Atoi(c.Values[code])
		if err != nil || row > 0 && x != last+1 {
			return false
		}
		last = x
	}
	return true
}

func isMail(text string) bool {
	before, behind, ok := strings.Cut(text, "@")
	return ok && before != "" && strings.Contains(behind, ".") && !strings.ContainsAny(text, " \t")
}

// isCode reports whether a text has letters and digits and no space, as T0007 and 3fa9c1.
func isCode(text string) bool {
	return strings.ContainsFunc(text, unicode.IsDigit) && !strings.ContainsAny(text, " \t") &&
		strings.ContainsFunc(text, unicode.IsLetter)
}

// isPerson reports whether a text looks like the name of a person: one to three words of letters, with capitals.
func isPerson(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > 3 {
		return false
	}
	for _, w := range words {
		first := true
		for _, r := range w {
			if !unicode.IsLetter(r) && !strings.ContainsRune("-'.’", r) || first && !unicode.IsUpper(r) {
				return false
			}
			first = false
		}
		if w == strings.ToUpper(w) && len(w) > 2 {
			return false
		}
	}
	return true
}
