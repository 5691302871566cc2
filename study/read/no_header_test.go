package read

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read/faults"
)

// A file whose first line is a row like the others is refused by name; names that are no values are names.
func TestFilesWithoutHeader(t *testing.T) {
	rows := func(between string) string {
		var b strings.Builder
		for i := range 30 {
			fmt.Fprintf(&b, "doc%d%sann%d%s%d\n", i/3, between, i%3, between, i*i%5)
		}
		return b.String()
	}
	for between, names := range map[string]string{",": "column1,column2,column3", "\t": `column1\tcolumn2\tcolumn3`} {
		_, err := Read(context.Background(), strings.NewReader(rows(between)), "x.csv", Options{})
		var fault *study.Error
		require.ErrorAs(t, err, &fault)
		assert.Equal(t, faults.NoHeader, fault.Code)
		assert.Contains(t, fault.Fixes[0].Make, names)
		assert.Contains(t, fault.Found, "no names of columns: doc0, ann0, 0")
	}
	_, err := Read(context.Background(), strings.NewReader("d,a,l\n"+rows(",")), "x", Options{})
	var fault *study.Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, faults.OpenParts, fault.Code)
}
