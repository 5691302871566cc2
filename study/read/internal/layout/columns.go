package layout

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// unlikely is the probability below which chance is no explanation: one file in a million is refused in vain.
const unlikely = 1e-6

// HeaderRows returns how many of the first rows are not labels but further headers, as survey programs write them. Such
// a row repeats the names of columns in other words, or has the ids by which a program imports questions. Or it has, in
// each column with few values, a value that no row below has.
func HeaderRows(header []string, rows [][]string) int {
	const most = 3
	for n := min(most, len(rows)-1); n > 0; n-- {
		if !slices.ContainsFunc(rows[:n], func(row []string) bool { return !headerLike(header, row, rows[n:]) }) {
			return n
		}
	}
	return 0
}

func headerLike(header, row []string, below [][]string) bool {
	named, ids := 0, 0
	for i, cell := range row {
		if strings.Contains(cell, `"ImportId"`) {
			ids++
		}
		if i < len(header) && cell != "" && squeezed(cell) == squeezed(header[i]) {
			named++
		}
	}
	return ids > 0 || named > 1 || alone(row, below)
}

// squeezed is a text without case, blanks and marks.
func squeezed(text string) string { return strings.ReplaceAll(plain(text), " ", "") }

// alone reports whether a row shares no value with the rows below, in any column whose values recur there. There must
// be at least three such columns.
func alone(row []string, below [][]string) bool {
	const fewestRows, fewestColumns = 10, 3
	if len(below) < fewestRows {
		return false
	}
	columns := 0
	for i, cell := range row {
		values, rows := make(map[string]bool), 0
		for _, other := range below {
			if i < len(other) && other[i] != "" {
				values[other[i]] = true
				rows++
			}
		}
		if rows < fewestRows || 2*len(values) > rows {
			continue
		}
		if cell == "" || values[cell] {
			return false
		}
		columns++
	}
	return columns >= fewestColumns
}

// Numbers returns the cells of a column as numbers, NaN for empty cells; false if a cell is something else.
func Numbers(rows [][]string, column int) ([]float64, bool) {
	values := make([]float64, len(rows))
	some := false
	for r, row := range rows {
		values[r] = math.NaN()
		if text := row[column]; text != "" && text != "NA" && text != "-" {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return nil, false
			}
			values[r], some = x, true
		}
	}
	return values, some
}

// Counts reports whether columns hold how many labelers chose each category: whole numbers from 0, where a larger
// number in one column means smaller ones in the others. The sum of a row varies less than columns without connection
// would have it, and labels by people who agree at all would have it vary more: (n − 1) Var(sum)/ΣVar(column) is about
// χ² with n − 1 degrees of freedom without connection.
func Counts(columns [][]float64) bool {
	if len(columns) < 2 || len(columns[0]) < 3 {
		return false
	}
	sums := make([]float64, len(columns[0]))
	variances, zero := 0.0, false
	for _, column := range columns {
		for r, x := range column {
			if !(x >= 0) || x != math.Trunc(x) {
				return false
			}
			zero = zero || x == 0
			sums[r] += x
		}
		variances += stat.Variance(column, nil)
	}
	if !zero || variances == 0 || len(columns) == 2 && slices.Max(sums) < 2 {
		return false
	}
	free := float64(len(sums) - 1)
	p := distuv.ChiSquared{K: free}.CDF(free * stat.Variance(sums, nil) / variances)
	return p < unlikely || p == 0
}

// Occasions are columns that are named by who gave the labels and on which occasion: X1 X2 Y1 Y2.
type Occasions struct {
	Labelers, Occasions []string
	Column              [][]int // by labeler and occasion
}

// occasion is the text for an occasion, after or before the name of a labeler.
const occasion = `\d{1,2}|[a-d]|` + spoken

// spoken is the text for an occasion in words, unlike a number or a letter alone.
const spoken = `pre|post|before|after|test|retest|first|second|(?:t|time|day|session|visit|round|` +
	`read|reading|week|occasion|trial)[ _.-]?\d{1,2}`

// OccasionForm is a regular expression for the text of an occasion, directly next to a labeler.
const OccasionForm = `[ _.-]*(?:` + occasion + `|\d+)`

var (
	behind = regexp.MustCompile(`(?i)^(.*?)[ _.-]*(` + occasion + `)$`)
	before = regexp.MustCompile(`(?i)^(` + occasion + `)[ _.-]+(.+)$`)

	spokenOccasion = regexp.MustCompile(`(?i)^(?:` + spoken + `)$`)
	anyOccasion    = regexp.MustCompile(`(?i)^(?:` + occasion + `)$`)
)

// IsOccasion reports whether a text may stand for an occasion.
func IsOccasion(text string) bool { return anyOccasion.MatchString(text) }

// Spoken reports whether words say that the occasions are occasions: read 1, pre. Numbers and letters may number
// anything.
func (o Occasions) Spoken() bool {
	return !slices.ContainsFunc(o.Occasions, func(name string) bool { return !spokenOccasion.MatchString(name) })
}

// FindOccasions cuts names of columns into labelers and occasions, if each labeler has each occasion, and there are two
// of both at least.
func FindOccasions(names []string) (Occasions, bool) {
	for _, cut := range []func(string) (labeler, occasion string){
		func(name string) (string, string) {
			m := behind.FindStringSubmatch(name)
			if m == nil {
				return "", ""
			}
			letter := len(m[2]) == 1 && !isNumber(m[2])
			if letter && m[1]+m[2] == name { // without anything between them: Anna is no a of Ann
				return "", ""
			}
			return m[1], m[2]
		},
		func(name string) (string, string) {
			m := before.FindStringSubmatch(name)
			if m == nil {
				return "", ""
			}
			return m[2], m[1]
		},
	} {
		if o, ok := crossed(names, cut); ok {
			return o, true
		}
	}
	return Occasions{}, false
}

// FindParts cuts names at their last or first separator into two parts, such as ann_clarity, ann_tone, bob_clarity,
// bob_tone. There must be at least two of both, and each first part must occur with each second one.
func FindParts(names []string) (Occasions, bool) {
	for _, at := range []func(string, string) int{strings.LastIndexAny, strings.IndexAny} {
		o, ok := crossed(names, func(name string) (string, string) {
			i := at(name, "_-. ")
			if i < 1 || i == len(name)-1 {
				return "", ""
			}
			return name[:i], name[i+1:]
		})
		if ok {
			return o, true
		}
	}
	return Occasions{}, false
}

// HasOccasion reports whether a name may consist of a labeler and an occasion.
func HasOccasion(name string) bool {
	name = strings.TrimSpace(name)
	return behind.MatchString(name) || before.MatchString(name)
}

func crossed(names []string, cut func(string) (labeler, occasion string)) (Occasions, bool) {
	var o Occasions
	at := make(map[[2]string]int)
	for i, name := range names {
		l, when := cut(strings.TrimSpace(name))
		if l == "" {
			return o, false
		}
		if !slices.Contains(o.Labelers, l) {
			o.Labelers = append(o.Labelers, l)
		}
		if !slices.Contains(o.Occasions, when) {
			o.Occasions = append(o.Occasions, when)
		}
		at[[2]string{l, when}] = i
	}
	if len(o.Labelers) < 2 || len(o.Occasions) < 2 || len(at) != len(names) ||
		len(at) != len(o.Labelers)*len(o.Occasions) {
		return o, false
	}
	for _, l := range o.Labelers {
		var of []int
		for _, when := range o.Occasions {
			of = append(of, at[[2]string{l, when}])
		}
		o.Column = append(o.Column, of)
	}
	return o, true
}

// SamePeople reports whether columns of one labeler are nearer to each other than to columns of other labelers, by more
// than chance. It divides the least mean square of differences between labelers by the largest within one. If there
// were no labelers, this would be F with as many degrees of freedom as rows, above and below.
func (o Occasions) SamePeople(columns [][]float64) bool {
	within, between, rows := 0.0, math.Inf(1), math.Inf(1)
	for a := range o.Column {
		for b := range o.Column[:a+1] {
			for i, one := range o.Column[a] {
				for k, other := range o.Column[b] {
					if a == b && k >= i {
						continue
					}
					d, n := meanSquare(columns[one], columns[other])
					if rows = min(rows, n); a == b {
						within = max(within, d)
					} else {
						between = min(between, d)
					}
				}
			}
		}
	}
	const least = 5
	if rows < least || between == 0 {
		return false
	}
	const chance = 0.001 // of a question, not of a refusal: names say it too
	return within == 0 || distuv.F{D1: rows, D2: rows}.CDF(between/within) > 1-chance
}

func meanSquare(a, b []float64) (mean, rows float64) {
	for r := range a {
		if d := a[r] - b[r]; !math.IsNaN(d) {
			mean += d * d
			rows++
		}
	}
	return mean / rows, rows
}
