package read

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read/faults"
)

func TestMissingCodes(t *testing.T) {
	each := func(labels ...string) []string { return labels }
	twice := func(labels ...string) []string { return append(labels, labels...) }
	hundred := func(labels ...string) []string { // and 0 to 100
		for n := range 101 {
			labels = append(labels, fmt.Sprint(n))
		}
		return labels
	}
	decimals := func(labels ...string) []string { // and 10.00 to 14.99
		for n := range 500 {
			labels = append(labels, fmt.Sprintf("%.2f", 10+float64(n)/100))
		}
		return labels
	}
	for _, c := range []struct {
		labels, codes []string
	}{
		{each("1", "2", "99", "3", "4", "5"), each("99")},
		{each("1", "2", "-99", "3", "4", "5"), each("-99")},
		{each("1", "-1", "2", "3", "4"), each("-1")},
		{each("1.0", "2.0", "-99.0", "3.0", "4.0", "5.0"), each("-99.0")},
		{each("1", "2", "3", "99", "4", "5", "88"), each("99", "88")},
		{each("1", "2", "3", "998", "4", "5", "999"), each("998", "999")},
		{each("1", "-8", "-9", "3", "4", "5"), each("-8", "-9")},
		{each("1", "99", "-1", "2", "3", "4", "5"), each("99", "-1")},
		{each("0", "1", "99"), each("99")},
		{each("0", "1", "-9"), each("-9")},
		{each("1", "2", "9"), each("9")},
		{each("1", "2", "8", "9"), each("8", "9")},
		{hundred("999", "999"), each("999")},
		{hundred("-1", "-1"), each("-1")},
		{hundred("-99", "-99", "-98", "-98"), each("-99", "-98")},
		{decimals("-1", "-1"), each("-1")},
		{decimals("99", "99.0"), each("99")},
		{twice("20", "25", "30", "99"), each("99")},
		// Labels.
		{each("-1", "0", "1"), nil},
		{each("-2", "-1", "0", "1", "2"), nil},
		{each("-1", "0", "4"), nil}, // points of a test
		{twice("-1", "0", "0.5", "1"), nil},
		{twice("-9", "0", "9"), nil},
		{each("1", "3", "9"), nil},
		{each("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"), nil},
		{each("1", "2", "3", "50"), nil}, // no code of a survey
		{each("0", "50", "99"), nil},
		{each("1", "99"), nil},
		{each("1", "2", "7"), nil},
		{each("-2", "0", "1"), nil},
		{each("50", "51", "53", "99"), nil}, // once
		{hundred("999"), nil},
		{hundred("-1"), nil},
		{hundred("-50", "-50", "-99", "-99"), nil},
		{hundred("200", "200"), nil},
		{decimals("-1.5", "-1.5"), nil},
		{decimals("-1", "-1", "-2", "-2"), nil},
	} {
		var in strings.Builder
		in.WriteString("item,labeler,label\n")
		for i, label := range c.labels {
			fmt.Fprintf(&in, "i%d,a,%s\n", i, label)
		}
		for _, o := range []Options{{}, {Kind: study.Numeric}, {AllowNominal: true, PairsAlone: true}} {
			_, err := Read(context.Background(), strings.NewReader(in.String()), "x", o)
			var fault *study.Error
			if c.codes == nil {
				if err != nil {
					require.ErrorAs(t, err, &fault, "%v", c.labels)
					require.NotEqual(t, faults.MissingCodes, fault.Code, "%v", c.labels)
				}
				continue
			}
			require.ErrorAs(t, err, &fault, "%v", c.labels)
			require.Equal(t, faults.MissingCodes, fault.Code, "%v", c.labels)
			require.Equal(t, c.codes, offered(fault, "missing"), "%v", c.labels)
			o.Missing = c.codes
			if _, err = Read(context.Background(), strings.NewReader(in.String()), "x", o); err != nil {
				require.ErrorAs(t, err, &fault) // 0 and 1 as numbers
				require.Equal(t, faults.BinaryNumbers, fault.Code)
			}
			o.Missing, o.AsIs = nil, true
			_, err = Read(context.Background(), strings.NewReader(in.String()), "x", o)
			require.NoError(t, err)
		}
	}
	_, err := Read(context.Background(), strings.NewReader("item,labeler,label\na,x,1\nb,x,2\nc,x,9\nd,x,9.0\n"), "x",
		Options{})
	require.EqualError(t, err, `x:4: label "9" may be a code for a missing label, next to 1 and 2 (1 row)`+
		"\n  without them; if these are labels")
}
