package read

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatIsMistakenForAnother(t *testing.T) {
	const rows = "item,labeler,label\n1,a,0\n1,b,1\n"
	for _, c := range []struct {
		text    string
		options Options
		want    string
	}{
		{rows, Options{Factors: []string{"item"}}, "it names the item of each label"},
		{rows, Options{Factors: []string{"label"}}, "it names the label of each label"},
		{"item,unit,labeler,label\n1,2,a,0\n", Options{Item: "unit", Factors: []string{"item"}},
			"every table has a part of that name"},
		{`[{"item": 1}]`, Options{Delimiter: ';'}, "which looks like JSON"},
	} {
		_, err := Read(t.Context(), strings.NewReader(c.text), "x.csv", c.options)
		require.ErrorContains(t, err, c.want)
	}
}
