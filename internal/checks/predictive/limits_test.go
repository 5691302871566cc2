package predictive

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// countdown is a context that ends when it has been asked for its error a number of times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelledAnywhere ends the context at each moment at which it is looked at.
func TestCancelledAnywhere(t *testing.T) {
	fit := fitted(t, misfits["noise"](t), 1)
	o := Options{Replicates: 2, Workers: 1, Level: 0.9}
	looks := 0
	for ; ; looks++ {
		check, err := run(&countdown{context.Background(), looks}, sourceOf(fit, fit.Table().Len(), 1), o)
		if err == nil {
			break
		}
		require.ErrorIs(t, err, context.Canceled)
		require.Nil(t, check)
	}
	// For the labels and each replicate: before each study and before the coefficients of pairs.
	require.GreaterOrEqual(t, looks, 3*(len(fit.Table().Studies())+1))
}

// TestLabelsBeyondNumbers has replicated labels that are infinite, or whose squares are.
func TestLabelsBeyondNumbers(t *testing.T) {
	fit := fitted(t, misfits["noise"](t), 1)
	d, err := newDesign(context.Background(), sourceOf(fit, fit.Table().Len(), 1))
	require.NoError(t, err)
	e := d.newEvaluator()
	for _, unit := range []float64{math.Inf(1), 1e300} {
		var labels [][]float64
		for _, y := range d.observed {
			own := make([]float64, len(y))
			for i, x := range y {
				own[i] = x * unit
			}
			labels = append(labels, own)
		}
		row, err := e.of(context.Background(), labels)
		require.NoError(t, err)
		require.Len(t, row, len(d.statistics)+len(d.studies))
		for i, x := range row {
			require.False(t, math.IsInf(x, 0), "%d", i)
		}
		require.True(t, math.IsNaN(row[0]), "alpha")
	}
}
