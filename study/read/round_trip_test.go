package read

import (
	"bytes"
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/study"
	"concord/study/internal/tabletest"
)

// requireRoundTrip writes a table and reads it back.
func requireRoundTrip(t require.TestingT, table *study.Table) {
	var b bytes.Buffer
	require.NoError(t, study.Write(&b, table))
	o := Options{Kind: table.Kind(), Delimiter: ',', Factors: tabletest.Further(table)}
	if table.Kind() == study.Ordinal {
		o.Order = table.Categories()
	}
	if table.Kind() == study.Numeric {
		values := tabletest.Again(table).Value
		if !slices.ContainsFunc(values, func(y float64) bool { return math.Abs(y) != 1 && y != 0 }) {
			return // what is left of numbers without duplicates reads as binary
		}
	}
	again, err := Read(context.Background(), &b, "again", o)
	require.NoError(t, err)
	require.Equal(t, tabletest.Dump(table), tabletest.Dump(again))
	require.Equal(t, table.Kind(), again.Kind())
	if table.Kind() == study.Ordinal {
		require.Equal(t, table.Categories(), again.Categories())
		require.Equal(t, table.Categories(), again.Source().Order)
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, err := study.NewTable(tabletest.Draw(t))
		require.NoError(t, err)
		tabletest.RequireValid(t, table)
		requireRoundTrip(t, table)
	})
}
