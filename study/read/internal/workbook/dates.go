package workbook

import (
	"archive/zip"
	"bytes"
	"math"
	"strconv"
	"strings"
	"time"
)

const (
	mostFormats = 1 << 17
	lastDay     = 2958465 // 9999-12-31
)

// readStyles finds the formats of cells that show numbers as dates or times.
func (b *Book) readStyles(part *zip.File) error {
	own := make(map[string]bool) // numbers of formats that the workbook defines: whether they show dates
	inFormats := false
	return b.scan(part, func(s *scanner, t token) error {
		switch name := s.name; {
		case name == "cellXfs" && t != textToken:
			inFormats = t == startToken
		case t != startToken:
		case name == "numFmt" && len(s.attribute("numFmtId")) < 12:
			own[s.attribute("numFmtId")] = showsDate(s.attribute("formatCode"))
		case name == "xf" && inFormats:
			id := s.attribute("numFmtId")
			date, defined := own[id]
			if !defined {
				date = isDateFormat(id)
			}
			b.dates = append(b.dates, date)
		}
		if len(own) > mostFormats || len(b.dates) > mostFormats {
			return broken("it has too many formats of cells")
		}
		return nil
	})
}

// isDateFormat reports whether a format that no workbook defines shows dates (ECMA-376, part 1, section 18.8.30).
func isDateFormat(id string) bool {
	n, err := strconv.Atoi(id)
	return err == nil && (n >= 14 && n <= 22 || n >= 27 && n <= 36 || n >= 45 && n <= 47 || n >= 50 && n <= 58)
}

// showsDate reports whether a format has letters of dates or times, outside of quotes, colours and the like.
func showsDate(code string) bool {
	code = strings.ToLower(code)
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case ';': // what follows is for other numbers
			return false
		case '\\', '_', '*': // the next character stands for itself
			i++
		case '"', '[':
			closing := map[byte]string{'"': `"`, '[': "]"}[c]
			end := strings.Index(code[i+1:], closing)
			if end < 0 {
				return false
			}
			if inside := code[i+1 : i+1+end]; c == '[' && inside != "" && strings.Trim(inside, "hms") == "" {
				return true // hours that may be more than 24
			}
			i += end + 1
		case 'd', 'm', 'y', 'h', 's':
			return true
		}
	}
	return false
}

// appendDate writes the day and the time of a number, as 2026-03-04 or 2026-03-04 13:45:00. It fails if there is no
// such day.
func (b *Book) appendDate(to []byte, days float64) ([]byte, bool) {
	if !(days >= 0 && days < lastDay+1) {
		return to, false
	}
	whole := math.Floor(days)
	moment := time.Duration(math.Round((days-whole)*86_400_000)) * time.Millisecond
	var day time.Time
	switch {
	case b.from == 1904:
		day = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case whole < 60:
		day = time.Date(1899, 12, 31, 0, 0, 0, 0, time.UTC)
	case whole < 61: // 1900-02-29, which never was
		return to, false
	default:
		day = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	}
	at := day.AddDate(0, 0, int(whole)).Add(moment)
	layout := time.DateOnly
	switch {
	case whole == 0 && b.from == 1900:
		layout = "15:04:05.999"
	case moment > 0:
		layout = "2006-01-02 15:04:05.999"
	}
	return at.AppendFormat(to, layout), true
}

// parseNumber reads a number in the form of XML (XML Schema 1.1, part 2, 3.3.5), which has no hexadecimal digits and no
// underscores between digits, as those of Go have.
func parseNumber(written []byte) (float64, error) {
	if bytes.ContainsFunc(written, func(r rune) bool { return !strings.ContainsRune("0123456789+-.eE", r) }) {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(string(written), 64)
}

// appendNumber writes a number as people see it: without digits beyond the fifteenth, which binary fractions bring.
// Whole numbers that are written out keep all digits.
func appendNumber(to, written []byte) ([]byte, bool) {
	if isWhole(written) {
		return append(to, written...), true
	}
	x, err := parseNumber(written)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return to, false
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 14, 64), 64)
	if err != nil || math.IsInf(rounded, 0) {
		rounded = x
	}
	if rounded == 0 {
		rounded = 0 // not −0
	}
	if a := math.Abs(rounded); a == 0 || a >= 1e-7 && a < 1e21 {
		return strconv.AppendFloat(to, rounded, 'f', -1, 64), true
	}
	return strconv.AppendFloat(to, rounded, 'g', -1, 64), true
}

// isWhole reports whether a text is a whole number without more zeros than it needs.
func isWhole(text []byte) bool {
	if len(text) > 1 && text[0] == '-' && text[1] != '0' {
		text = text[1:]
	}
	if len(text) == 0 || len(text) > 1 && text[0] == '0' || len(text) > 40 {
		return false
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
