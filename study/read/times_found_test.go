package read

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Columns that play no part and have times of several labels each are told; times of a label each, other words, and a
// column with a part are not.
func TestColumnsOfTimes(t *testing.T) {
	var b strings.Builder
	b.WriteString("item,labeler,label,week,at,batch\n")
	for i := range 40 {
		fmt.Fprintf(&b, "i%d,w%d,%d,2025-W%02d,2025-03-01T10:%02d:00Z,b%c\n", i/2, i%2, i%3%2, 10+i/8, i, 'a'+i/8)
	}
	for study, want := range map[string][]string{"": {"week"}, "week": nil} {
		table, err := Read(context.Background(), strings.NewReader(b.String()), "x.csv", Options{Study: study})
		require.NoError(t, err)
		assert.Equal(t, want, table.Source().Times)
	}
}
