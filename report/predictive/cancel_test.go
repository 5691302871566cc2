package predictive

import (
	"context"
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
		check, err := run(&countdown{context.Background(), looks}, fit, o)
		if err == nil {
			break
		}
		require.ErrorIs(t, err, context.Canceled)
		require.Nil(t, check)
	}
	// For the labels and each replicate: before the values, the coefficients and the statistics
	// of each study.
	require.GreaterOrEqual(t, looks, 3*3*len(fit.Table().Studies()))
}
