package result

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/spec"
	"concord/study/read"
)

// A label that has nearly all of the variance is named, and none of labels that are alike.
func TestFarLabelIsNamed(t *testing.T) {
	for last, want := range map[string]string{
		"900": "one label of the file, 900 of item i11 by b, makes up nearly all of the variance",
		"35":  "one label of the file, 35 of item i11 by b, makes up 99% of the variance",
		"7":   "one label of the file, 7 of item i11 by b, makes up 87% of the variance",
		"2.1": "",
	} {
		var file strings.Builder
		file.WriteString("item,labeler,study,label\n")
		for i := range 12 {
			fmt.Fprintf(&file, "i%d,a,s,%g\n", i, .3*float64(i%5))
			if i < 11 {
				fmt.Fprintf(&file, "i%d,b,s,%g\n", i, .3*float64(i%7))
			}
		}
		file.WriteString("i11,b,s," + last + "\n")
		table, err := read.Read(t.Context(), strings.NewReader(file.String()), "far.csv", read.Options{})
		require.NoError(t, err)
		cautions := LabelCautions(table, spec.Spec{}, nil)
		if want == "" {
			assert.Empty(t, cautions)
			continue
		}
		require.Len(t, cautions, 1, last)
		assert.Contains(t, cautions[0], want)
	}
}
