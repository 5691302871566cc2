package kinds

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/layout"
	"concord/study/read/internal/naming"
)

// OtherWriting names the spelling of a text that people read as a number and programs do not, such as 1,5 or 40%. It
// returns "" for any other text.
func OtherWriting(text string) string {
	ascii := strings.Map(asciiDigit, text)
	plain := strings.TrimSuffix(ascii, "%")
	if strings.ContainsAny(plain, "eE") {
		return ""
	}
	number := func(s string) bool { class, _ := Classify([]byte(s), nil); return class == NumberLabel }
	switch {
	case number(text):
		return ""
	case isAmount(text):
		return "write the number without a currency sign"
	case clock.MatchString(text):
		return "write durations as numbers, such as seconds"
	case pointed(plain):
		return "write numbers without points between thousands, and decimals with a point"
	case plain != ungrouped(plain) && number(strings.Replace(ungrouped(plain), ",", ".", 1)):
		return "write numbers without blanks or quotes between thousands"
	case number(strings.Replace(plain, ",", ".", 1)) && plain != ascii:
		return "write the number without %"
	case !number(strings.Replace(plain, ",", ".", 1)) && number(strings.ReplaceAll(plain, ",", "")):
		return "write numbers without commas between thousands"
	case plain != text && number(strings.Replace(plain, ",", ".", 1)):
		return "write numbers with the digits 0 to 9 and - for minus"
	case number(strings.Replace(plain, ",", ".", 1)):
		return "write decimals with a point"
	}
	return ""
}

// currencies are signs before or behind an amount.
const currencies = "$€£¥ \u00a0"

// isAmount reports whether a text is a number with a sign of a currency, in any writing: $2,500.00.
func isAmount(text string) bool {
	number := strings.Trim(text, currencies)
	if number == text || number == "" {
		return false
	}
	class, _ := Classify([]byte(number), nil)
	return class == NumberLabel || OtherWriting(number) != ""
}

var (
	clock    = regexp.MustCompile(`^\d{1,3}(?::[0-5]\d){1,2}(?:[.,]\d+)?$`)
	withUnit = regexp.MustCompile(`^([-+]?\d+(?:[.,]\d+)?) ?(\pL+|°\pL?)$`)
)

// measures are units of measurements, in lower case, which may differ from label to label.
const measures = " mm cm m km µm μm um nm in ft yd g kg mg µg μg lb lbs oz l ml dl s ms min sec h hr hrs d px bpm " +
	"mmhg kcal cal w kw v mv a ma hz khz db c f °c °f ° "

// unitsOf returns the units of labels that are a number and a unit each: one unit, or several of measurements. ok is
// false for other labels.
func unitsOf(labels []layout.Label) (units []string, ok bool) {
	measured := true
	for _, l := range labels {
		m := withUnit.FindStringSubmatch(l.Text)
		if m == nil {
			return nil, false
		}
		measured = measured && naming.Among(measures, strings.ToLower(m[2]))
		if !slices.Contains(units, m[2]) {
			units = append(units, m[2])
		}
	}
	return units, len(labels) > 1 && (len(units) == 1 || measured)
}

// inUnits is the error about labels that are numbers with units; nil if they are none.
func (j *judge) inUnits() error {
	labels := j.texts()
	units, ok := unitsOf(labels)
	if !ok || j.AsIs {
		return nil
	}
	s := j.first(func(*Spelling) bool { return true })
	remedy := "write the number without " + units[0]
	if len(units) > 1 {
		remedy = "write all labels in one unit, as numbers; they are in " + visible.Names(units)
	}
	e := j.notWritten(s, remedy)
	e.Found = visible.Sprintf("%v %q is a number with a unit (%s, and %d more with similar labels)", j.Name, s.Text,
		visible.Count(s.Rows, "row"), j.words-s.Rows)
	return e
}

// Whole numbers with a point between their thousands, and whole numbers below 1000.
var (
	pointedThousands = regexp.MustCompile(`^-?[1-9]\d{0,2}\.\d{3}$`)
	belowThousand    = regexp.MustCompile(`^-?\d{1,3}$`)
)

// thousands returns the first label with a point between thousands: "1.250" among whole numbers below 1000. Programs
// that write decimals keep the zeros at the end, and then each number has a point, or leave them out, and then no
// decimal ends in 0. It returns nil if labels do neither.
func (j *judge) thousands() *Spelling {
	if j.overflows() {
		return nil
	}
	whole, zero := false, false
	for _, l := range j.texts() {
		switch {
		case belowThousand.MatchString(l.Text):
			whole = true
		case pointedThousands.MatchString(l.Text):
			zero = zero || strings.HasSuffix(l.Text, "0")
		default:
			return nil
		}
	}
	if !whole || !zero {
		return nil
	}
	return j.first(func(s *Spelling) bool { return pointedThousands.MatchString(s.Text) })
}

// pointed reports whether a text is a number with points between its thousands, as 1.250.000 or 1.250,5. A single point
// is a decimal point.
func pointed(text string) bool {
	whole, decimals, comma := strings.Cut(strings.TrimPrefix(text, "-"), ",")
	groups := strings.Split(whole, ".")
	if len(groups) < 2 || len(groups) == 2 && !comma || len(groups[0]) > 3 {
		return false
	}
	for i, g := range groups {
		if !digits(g) || i > 0 && len(g) != 3 {
			return false
		}
	}
	return !comma || digits(decimals)
}

// ungrouped returns a number without the blanks or quotes between its thousands: 1 250 000, 1'250'000. Any other text
// stays.
func ungrouped(text string) string {
	groups := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \u00a0\u2009\u202f'’", r) })
	for i, g := range groups {
		whole, _, _ := strings.Cut(g, ",")
		whole, _, _ = strings.Cut(whole, ".")
		if i > 0 && (len(whole) != 3 || i < len(groups)-1 && len(g) != 3) || i == 0 && len(g) > 4 {
			return text
		}
	}
	joined := strings.Join(groups, "")
	if utf8.RuneCountInString(text) != utf8.RuneCountInString(joined)+len(groups)-1 {
		return text // two blanks, or one at an end
	}
	return joined
}

func digits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// asciiDigit turns the digits of other scripts and the minus signs that word processors write into those of programs.
// The digits of a script are consecutive in Unicode, from 0 on.
func asciiDigit(r rune) rune {
	switch {
	case r > unicode.MaxASCII && unicode.IsDigit(r):
		for _, of := range unicode.Nd.R16 {
			if rune(of.Lo) <= r && r <= rune(of.Hi) {
				return '0' + (r-rune(of.Lo))%10
			}
		}
		for _, of := range unicode.Nd.R32 {
			if rune(of.Lo) <= r && r <= rune(of.Hi) {
				return '0' + (r-rune(of.Lo))%10
			}
		}
	case r == '−' || r == '–' || r == '－':
		return '-'
	}
	return r
}

// inOtherWriting returns the first label if all labels are numbers in another writing. Unchanged, they would be
// categories without order.
func (j *judge) inOtherWriting() (first *Spelling, remedy string) {
	if j.first(func(s *Spelling) bool { return s.Class == WordLabel && OtherWriting(s.Text) == "" }) != nil {
		return nil, ""
	}
	first = j.first(func(s *Spelling) bool { return s.Class == WordLabel })
	return first, OtherWriting(first.Text)
}

const beyond = "which sums of squares cannot hold"

// span returns the smallest and the largest number of a column.
func (j *judge) span() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, s := range j.labels() {
		if s.Class == NumberLabel {
			low, high = min(low, s.Number), max(high, s.Number)
		}
	}
	for _, c := range j.Cells {
		if c.IsNumber() {
			low, high = min(low, float64(c)), max(high, float64(c))
		}
	}
	return low, high
}

// magnitude refuses numbers that no computer can square, and differences of numbers.
func (j *judge) magnitude() error {
	large := func(s *Spelling) bool { return s.Class == NumberLabel && math.Abs(s.Number) > study.LargestLabel }
	if s := j.first(large); s != nil {
		return j.fault(faults.TooLarge, s, "is larger than 1e50, "+beyond,
			leaveOut(s.Text), study.Fix{Does: "write the labels in another unit"})
	}
	if low, high := j.span(); low < high && high-low < study.LeastSpan {
		return study.TooClose.Faultf("the labels in column %q differ by less than 1e-50, %s", j.Name, beyond).
			InColumn(j.Name).Advising("write them in another unit")
	}
	return nil
}
