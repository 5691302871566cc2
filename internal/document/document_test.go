package document

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNumbersInPrint(t *testing.T) {
	assert.Equal(t, "−1.50", Fixed(-1.5, 2))
	assert.Equal(t, "0.00", Fixed(-0.001, 2), "there is no minus zero")
	assert.Equal(t, "–", Fixed(math.NaN(), 2))
	assert.Equal(t, "1 234 567", Integer(1234567))
	assert.Equal(t, "123", Integer(123))
	assert.Equal(t, "−3", Fixed(-3, 0))
	// Two digits of the standard deviation.
	for sd, want := range map[float64]int{0.0212: 3, 0.21: 2, 2.1: 1, 21: 0, 210: 0, 0.00021: 5} {
		assert.Equal(t, want, Places(sd, 0, WithUnit), "%v", sd)
	}
	assert.Equal(t, 2, Places(0, 0, WithUnit))
	assert.Equal(t, ">99.9%", Chance(1))
	assert.Equal(t, "<0.1%", Chance(0))
	assert.Equal(t, "95.3%", Chance(0.953))
	assert.Equal(t, "probability above 99.9%", Probability(1))
	assert.Equal(t, "<0.001", PValueText(0))
}

func TestWidthCountsColumns(t *testing.T) {
	assert.Equal(t, 1, width("R̂"))
	assert.Equal(t, "  R̂", padLeft("R̂", 3))
	assert.Equal(t, "κx ", padRight("κx", 3))
}

// TestFixed prints numbers with as many digits as their standard deviation deserves, and an exponent where they are
// far from the point.
func TestFixed(t *testing.T) {
	for want, c := range map[string]struct{ x, sd float64 }{
		"4.95":      {4.949, 0.19},
		"4.9490":    {4.949, 0.0019},
		"−0.000495": {-4.949e-4, 1.9e-5},
		"4.95e−8":   {4.949e-8, 1.9e-9},
		"−4.95e−46": {-4.949e-46, 1.9e-47},
		"5e−49":     {5.2e-49, 1.9e-47},
		"4.95e40":   {4.949e40, 1.9e39},
		"494900":    {494900, 19000},
		"0":         {0, 1.9e39},
	} {
		assert.Equal(t, want, Fixed(c.x, Places(c.sd, 0, WithUnit)))
	}
	assert.Equal(t, "–", Fixed(math.NaN(), 40))
	for want, x := range map[string]float64{"4.95": 4.949, "0.00": 0, "0.31": 0.3146, "0.0047": 0.00471,
		"4.9e−8": 4.9e-8, "−4.95e40": -4.949e40, "123456.79": 123456.789} {
		assert.Equal(t, want, Mean(x))
	}
}

// In a table that is wider than its page, names go above their rows. Then columns go, those of the highest priority
// first, and the page says which. Last each row has lines of its own.
func TestNarrowPages(t *testing.T) {
	d := &Document{Sections: []Section{{Parts: []Part{{Table: &Table{Caption: "Things", Columns: []Column{{},
		{Head: "estimate", Decimals: 2}, {Head: "ESS", Priority: Diagnostic}, {Head: "SD", Decimals: 2,
			Priority: Spare}},
		Groups: Rows(Row{Name: "a name of some length", Cells: []Cell{Estimate{Value: 0.5, Lower: 0.25, Upper: 0.75},
			Count(1234), Number{Value: 0.12}}})}}}}}}
	for columns, want := range map[int][]string{
		100: {"Things", "estimate", "ESS", "SD", "1 234"},
		50:  {"a name of some length\n", "SD"},
		32:  {"0.50 [0.25, 0.75]", "Left out in 32 columns: ESS"},
		16:  {"ESS 1 234"},
	} {
		var b bytes.Buffer
		require.NoError(t, WriteText(&b, d, Options{Columns: columns}))
		for _, w := range want {
			assert.Contains(t, b.String(), w, "%d columns:\n%s", columns, b.String())
		}
		for line := range strings.Lines(b.String()) {
			assert.LessOrEqual(t, width(strings.TrimSuffix(line, "\n")), columns, line)
		}
	}
}

// Names from files are text in every format.
func TestHostileNamesStayText(t *testing.T) {
	d := &Document{Sections: []Section{{Parts: []Part{{Table: &Table{Columns: []Column{{}, {Head: "x"}},
		Groups: Rows(Row{Name: "=1+1|<script>\x1b[2J\u202e$&%", Cells: []Cell{Count(1)}})}}}}}}
	for format, want := range map[string]string{"csv": "'=1+1", "markdown": "\\|&lt;script>", "latex": "\\$\\&\\%",
		"text": "=1+1|<script>"} {
		var b bytes.Buffer
		require.NoError(t, Write(&b, format, d, Options{}))
		assert.Contains(t, b.String(), want, format)
		if format != "csv" {
			assert.NotContains(t, b.String(), "\x1b", format)
			assert.NotContains(t, b.String(), "\u202e", format)
		}
	}
	assert.Error(t, Write(&bytes.Buffer{}, "html5", d, Options{}))
}
