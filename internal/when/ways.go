package when

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// way is one way of writing times, in lower case.
type way struct {
	unit Unit
	read func(text string) (float64, bool)
}

// ways are the ways that need no other text to be understood: of two that could read the same texts the narrower comes
// first.
func ways() []way {
	all := []way{{Day, packedDate}, {Month, packedMonth}, {Week, packedWeek}, {Month, pointedMonth()}, {Year, year},
		{Second, epoch}, {Number, number}}
	for _, period := range []struct {
		unit  Unit
		words string
	}{
		{Day, "d day"}, {Week, "w wk week kw cw"}, {Month, "m mo month"}, {Quarter, "q quarter"},
		{Year, "y yr year fy"},
		{Number, "wave round v version phase session period sprint batch cycle iteration " +
			"release"},
	} {
		for word := range strings.FieldsSeq(period.words) {
			all = append(all, way{period.unit, numbered(word)})
		}
	}
	return append(all,
		way{Week, parts(week, 53)}, way{Quarter, parts("q|quarter", 4)}, way{Half, parts("h|s", 2)},
		way{Month, month}, way{Day, weekday()}, way{Day, day}, way{Day, span}, way{Second, moment(points()...)})
}

const week = "w|wk|week|kw|cw"

func number(text string) (float64, bool) {
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil
}

// year is a number like any other, but says its unit.
func year(text string) (float64, bool) {
	x, err := strconv.Atoi(text)
	return float64(x), err == nil && len(text) == 4 && x >= earliest && x <= latest
}

// The range of numbers that may be years without any other sign.
const earliest, latest = 1900, 2100

// digitsOf returns the year and the rest of a text with a number of digits.
func digitsOf(text string, count int) (year, rest int, ok bool) {
	n, err := strconv.Atoi(text)
	if err != nil || len(text) != count || text[0] == '+' || text[0] == '-' {
		return 0, 0, false
	}
	scale := 1
	for range count - 4 {
		scale *= 10
	}
	year, rest = n/scale, n%scale
	return year, rest, year >= earliest && year <= latest
}

// packedDate reads 20250310.
func packedDate(text string) (float64, bool) {
	if _, _, ok := digitsOf(text, 8); !ok {
		return 0, false
	}
	return dates("20060102")(text)
}

// packedMonth reads 202503.
func packedMonth(text string) (float64, bool) {
	y, m, ok := digitsOf(text, 6)
	return float64(12*y + m - 1), ok && m >= 1 && m <= 12
}

// packedWeek reads 202514 where packedMonth does not read all.
func packedWeek(text string) (float64, bool) {
	y, w, ok := digitsOf(text, 6)
	return ofWeek(y, w), ok && w >= 1 && w <= weeksOf(y)
}

// numbered reads a word followed by a number, and nothing else: "week 3", d4, V 1.5.
func numbered(word string) func(string) (float64, bool) {
	return func(text string) (float64, bool) {
		rest, ok := strings.CutPrefix(text, word)
		rest = strings.TrimLeft(rest, " -_.#:")
		if !ok || rest == "" || rest[0] < '0' || rest[0] > '9' {
			return 0, false
		}
		return number(rest)
	}
}

// parts reads a year with a part of it on either side: 2025-W10, 2025q1, "Q1 2025", "week 10, 2025", 1Q25, "FY26 Q1". A
// part of the ISO week date is a week. A year of two digits is of this century.
func parts(word string, most int) func(string) (float64, bool) {
	year := `((?:fy ?)?\d{4}|(?:fy ?|')\d{2})`
	if strings.HasPrefix(word, "q") {
		year = `((?:fy ?)?\d{4}|(?:fy ?|')?\d{2})`
	}
	before := regexp.MustCompile(`^` + year + `[ \-/_.]*(?:` + word + `)[ \-_.]*(\d{1,2})$`)
	behind := regexp.MustCompile(`^(?:` + word + `)[ \-_.]*(\d{1,2})[ \-/_.,]*(?:of )?` + year + `$`)
	joined := regexp.MustCompile(`^(?:` + word + `)[ \-_.]*\d{3,}$`) // w202 is not week 2 of '02
	turned := regexp.MustCompile(`^(\d{1,2})[ .]*(?:` + word + `)[ \-/_.,]*` + year + `$`)
	return func(text string) (float64, bool) {
		y, part := "", ""
		if m := before.FindStringSubmatch(text); m != nil {
			y, part = m[1], m[2]
		} else if m := behind.FindStringSubmatch(text); m != nil && !joined.MatchString(text) {
			y, part = m[2], m[1]
		} else if m := turned.FindStringSubmatch(text); m != nil {
			y, part = m[2], m[1]
		} else {
			return 0, false
		}
		y = strings.TrimLeft(y, "fy '")
		whole, _ := strconv.Atoi(y) // digits
		if len(y) == 2 {
			whole += 2000
		}
		n, _ := strconv.Atoi(part)
		if n < 1 || n > most {
			return 0, false
		}
		if word == week {
			return ofWeek(whole, n), n <= weeksOf(whole)
		}
		return float64(most*whole + n - 1), true
	}
}

// ofWeek counts weeks. Weeks of ISO 8601 begin on Mondays, and the first has 4 January in it.
func ofWeek(year, week int) float64 {
	january := time.Date(year, 1, 4, 0, 0, 0, 0, time.UTC)
	monday := january.AddDate(0, 0, -(int(january.Weekday())+6)%7)
	const secondsOfWeek = 7 * 24 * 3600
	const mondayAfterEpoch = 4 * 24 * 3600 // 5 January 1970
	return float64(monday.Unix()-mondayAfterEpoch)/secondsOfWeek + float64(week-1)
}

// weeksOf is 52 or 53: 28 December is in the last week of its year.
func weeksOf(year int) int {
	_, week := time.Date(year, 12, 28, 0, 0, 0, 0, time.UTC).ISOWeek()
	return week
}

// weekday reads days of weeks: 2025-W10-3.
func weekday() func(string) (float64, bool) {
	day := regexp.MustCompile(`^(\d{4})-?w(\d{2})-?([1-7])$`)
	return func(text string) (float64, bool) {
		m := day.FindStringSubmatch(text)
		if m == nil {
			return 0, false
		}
		y, _ := strconv.Atoi(m[1]) // digits
		w, _ := strconv.Atoi(m[2])
		d, _ := strconv.Atoi(m[3])
		return 7*ofWeek(y, w) + float64(d-1), w >= 1 && w <= weeksOf(y)
	}
}

// month reads months of years: 2025-03, 03/2025, "Mar 2025", "March, 2025", 2025-Mar, Mar-25.
func month(text string) (float64, bool) {
	for _, layout := range []string{"2006-1", "2006/1", "2006 1", "2006_1", "1/2006", "1-2006", "Jan 2006",
		"January 2006",
		"Jan-2006", "Jan, 2006", "January, 2006", "2006 Jan", "2006-Jan", "2006 January", "Jan/2006",
		"January-2006", "Jan-06", "2006M1", "2006-M1"} {
		if t, err := time.Parse(layout, capital(text)); err == nil {
			return float64(12*t.Year() + int(t.Month()) - 1), true
		}
	}
	return 0, false
}

// pointedMonth reads 2025.9 and 09.2025, which are numbers too.
func pointedMonth() func(string) (float64, bool) {
	shape := regexp.MustCompile(`^(?:(?:19|20)\d\d\.\d{1,2}|\d{1,2}\.(?:19|20)\d\d)$`)
	return func(text string) (float64, bool) {
		if !shape.MatchString(text) {
			return 0, false
		}
		return month(strings.Replace(text, ".", "-", 1))
	}
}

// capital returns a text whose words begin with capitals, as layouts of times have them.
func capital(text string) string {
	b := []byte(text)
	for i, c := range b {
		if c >= 'a' && c <= 'z' && (i == 0 || b[i-1] < 'A' || b[i-1] > 'Z' && b[i-1] < 'a' || b[i-1] > 'z') {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}

// dates reads days by layouts of package time.
func dates(layouts ...string) func(string) (float64, bool) {
	return func(text string) (float64, bool) {
		for _, layout := range layouts {
			if t, err := time.Parse(layout, capital(text)); err == nil {
				return float64(t.Unix()) / secondsOfDay, true
			}
		}
		return 0, false
	}
}

const secondsOfDay = 24 * 3600

// points are layouts of days about which there is no doubt.
func points() []string {
	return []string{"2006-1-2", "2006/1/2", "2006.1.2", "2.1.2006", "2.1.06"}
}

// day reads a day about which there is no doubt, alone or as the first of a week: 2025-03-10, "10 Mar 2025", "week of
// March 10, 2025".
func day(text string) (float64, bool) {
	for _, word := range []string{"week of ", "wk of ", "w/c ", "week commencing ", "from "} {
		text = strings.TrimPrefix(text, word)
	}
	return dates(append(points(), "2 Jan 2006", "2 January 2006", "2. January 2006", "Jan 2 2006", "January 2 2006",
		"Jan 2, 2006", "January 2, 2006", "2-Jan-2006", "2 Jan, 2006", "2-Jan-06")...)(text)
}

// span reads two days by the first of them: 2025-03-10/2025-03-16, 2025-03-10 to 2025-03-16.
func span(text string) (float64, bool) {
	for _, between := range []string{"/", " - ", " – ", "–", " to ", "..", " .. "} {
		if from, to, ok := strings.Cut(text, between); ok {
			first, isDay := day(from)
			if last, also := day(to); isDay && also && last >= first {
				return first, true
			}
		}
	}
	return 0, false
}

// moment reads days by layouts with a time of day behind them, or without one.
func moment(days ...string) func(string) (float64, bool) {
	var layouts []string
	for _, day := range days {
		for _, clock := range []string{"", " 15:04:05Z07:00", " 15:04:05", " 15:04", " 15:04Z07:00", " 15:04:05 UTC",
			" 15:04:05 -0700", " 15:04:05-0700", " 3:04 PM", " 3:04:05 PM"} {
			layouts = append(layouts, day+clock)
		}
	}
	return func(text string) (float64, bool) {
		text = strings.Replace(strings.ToUpper(text), "T", " ", 1)
		for _, layout := range layouts {
			if t, err := time.Parse(layout, text); err == nil {
				return float64(t.UnixNano()) / 1e9, true
			}
		}
		return 0, false
	}
}

// epoch reads seconds or milliseconds since 1970, of this century up to 2040.
func epoch(text string) (float64, bool) {
	const first, last = 946_684_800, 2_208_988_800
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, false
	}
	seconds := float64(n)
	if n > 100*last {
		seconds /= 1000
	}
	return seconds, seconds >= first && seconds < last
}
