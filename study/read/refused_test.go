package read

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read/internal/kinds"
)

func TestOtherWriting(t *testing.T) {
	const comma, percent, thousands, digits = "write decimals with a point", "write the number without %",
		"write numbers without commas between thousands", "write numbers with the digits 0 to 9 and - for minus"
	const points = "write numbers without points between thousands, and decimals with a point"
	const money = "write the number without a currency sign"
	const blanks = "write numbers without blanks or quotes between thousands"
	for text, want := range map[string]string{
		"1,5": comma, "-0,25": comma, "1,234": comma, "40%": percent, "0.5%": percent, "1,5%": percent,
		"1,234,567": thousands,
		"−3":        digits, "–3.5": digits, "４": digits, "−1,5": digits,
		"1.250.000": points, "-1.250,5": points, "12.345.678,25": points, "1.25.000": "", "1.2.3": "",
		"$12.50": money, "12 €": money, "£3": money, "$": "", "US$": "",
		"1 250": blanks, "1\u202f250 000,5": blanks, "1'250": blanks, "12’500.5": blanks, "2 3": "", "1 2500": "",
		"3 of 5": "", "12 250 0": "", "5 '": "",
		// Numbers as they should be, and words.
		"1.5": "", "-3": "", "1e5": "", "": "", "%": "", "yes": "", "a,b": "", "1,2,b": "", "3-4": "", "3–4": "",
		"3/5": "", "NaN": "", "Inf%": "", "5 stars": "",
	} {
		assert.Equal(t, want, kinds.OtherWriting(text), text)
	}
}

// TestOtherWritingIsNoCategory checks that only labels all of which could be numbers are
// refused as categories.
func TestOtherWritingIsNoCategory(t *testing.T) {
	_, err := Read(context.Background(), strings.NewReader("item;label\na;0,5\nb;1,5\n"), "x",
		Options{AllowNominal: true})
	require.ErrorContains(t, err, "write decimals with a point")
	table, err := Read(context.Background(), strings.NewReader("item;label\na;0,5\nb;unclear\n"), "x",
		Options{AllowNominal: true})
	require.NoError(t, err)
	assert.Equal(t, study.Nominal, table.Kind())
	table, err = Read(context.Background(), strings.NewReader("item;label\na;0,5\nb;1,5\n"), "x",
		Options{Kind: study.Nominal})
	require.NoError(t, err)
	assert.Equal(t, []string{"0,5", "1,5"}, table.Categories(), "who asks for categories gets them")
}

// TestMagnitude has a number too large behind more different ones than are kept by their
// spelling, and numbers too close together in either way of keeping.
func TestMagnitude(t *testing.T) {
	many := func(unit string) string {
		var b strings.Builder
		b.WriteString("item,label\n")
		for i := range kinds.MostSpellings + 10 {
			fmt.Fprintf(&b, "a,%d%s\n", i, unit)
		}
		return b.String()
	}
	_, err := Read(context.Background(), strings.NewReader(many("")+"a,-1e51\n"), "x", Options{})
	require.ErrorContains(t, err, fmt.Sprintf("x:%d: label \"-1e51\" is larger than 1e50", kinds.MostSpellings+12))
	_, err = Read(context.Background(), strings.NewReader(many("e-60")), "x", Options{})
	require.ErrorContains(t, err, "differ by less than 1e-50")
	_, err = Read(context.Background(), strings.NewReader(many("")+"a,1e-60\n"), "x", Options{})
	require.NoError(t, err)
	_, err = Read(context.Background(), strings.NewReader("item,label\na,7e-60\nb,7e-60\n"), "x", Options{})
	require.NoError(t, err, "equal labels do not differ")

	for want, values := range map[string][2]float64{
		"label 1 is -1e+51, which is larger than 1e50, too large for sums of squares": {0, -1e51},
		"the labels differ by less than 1e-50, too little for sums of squares. Write them in another " +
			"unit": {2e-60, 3e-60},
	} {
		var b study.Builder
		b.Add("a", "", "", values[0])
		b.Add("b", "", "", values[1])
		_, err := b.Table()
		require.EqualError(t, err, want)
	}
}

// TestHeaderOnceMore tells a header that stands between the rows from a row like it.
func TestHeaderOnceMore(t *testing.T) {
	_, err := Read(context.Background(), strings.NewReader("item,label\na,x\nitem,label\nb,y\n"), "x",
		Options{AllowNominal: true})
	require.EqualError(t, err, "x:3: this line repeats the header\n  delete this line: joined files need one header")
	table, err := Read(context.Background(), strings.NewReader("item,label\nlabel,item\nitem,x\n"), "x",
		Options{AllowNominal: true})
	require.NoError(t, err)
	assert.Equal(t, 2, table.Len())
}

// TestTooManyStudies names a column of items as that of the studies.
func TestTooManyStudies(t *testing.T) {
	var b strings.Builder
	b.WriteString("item,study,label\n")
	for i := range mostStudies {
		fmt.Fprintf(&b, "a,s%d,1\n", i)
	}
	table, err := Read(context.Background(), strings.NewReader(b.String()), "x", Options{})
	require.NoError(t, err)
	assert.Len(t, table.Studies(), mostStudies)
	_, err = Read(context.Background(), strings.NewReader(b.String()+"a,one more,1\n"), "x", Options{})
	require.EqualError(t, err, "x:1002: column \"study\" names more than 1000 groups, too many to compare in pairs\n"+
		"  without groups; choose another column")
}
