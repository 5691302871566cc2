package nonparam_test

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/nonparam"
)

// TestNormalizeTable5 computes the 93 normalized values of Table 5 of Wong, Paritosh and
// Aroyo (2021) from its columns of κ and κ_x. These have four decimals, and so each
// value can be off by what half a unit of the last one does to it.
func TestNormalizeTable5(t *testing.T) {
	file, err := os.Open(filepath.Join("testdata", "table5.csv"))
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	reader := csv.NewReader(file)
	reader.Comment = '#'
	rows, err := reader.ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+31)
	checked := 0
	for _, row := range rows[1:] {
		var x [9]float64
		for k, s := range row[1:] {
			x[k], err = strconv.ParseFloat(s, 64)
			require.NoError(t, err)
		}
		const mexico, lumpur, budapest = 0, 1, 2
		for k, cities := range [][2]int{{mexico, budapest}, {lumpur, budapest}, {mexico, lumpur}} {
			kappa, a, b := x[3+k], x[cities[0]], x[cities[1]]
			got, ok := nonparam.Normalize(kappa, a, b)
			require.True(t, ok)
			const half = 0.5e-4
			most := half + half/math.Sqrt(a*b) + math.Abs(got)*(half/a+half/b)/2
			assert.InDelta(t, x[6+k], got, 1.01*most, "%s %v", row[0], cities)
			checked++
		}
	}
	assert.Equal(t, 93, checked)
}
