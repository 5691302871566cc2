package abandon

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEachDoesAllOnce(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 50} {
		done, begun := make([]int, 20), atomic.Int64{}
		require.NoError(t, Each(t.Context(), workers, len(done), func() func(int) error {
			begun.Add(1)
			return func(i int) error {
				done[i]++
				return nil
			}
		}))
		for _, n := range done {
			require.Equal(t, 1, n)
		}
		if workers > 0 {
			require.EqualValues(t, min(workers, len(done)), begun.Load())
		}
	}
	require.NoError(t, Each(t.Context(), 2, 0, func() func(int) error { panic("nobody works") }))
}

func TestEachEndsEarly(t *testing.T) {
	fault, done := errors.New("fault"), 0
	work := func(last int, end func() error) func() func(int) error {
		return func() func(int) error {
			return func(i int) error {
				if done++; i == last {
					return end()
				}
				return nil
			}
		}
	}
	require.Equal(t, fault, Each(t.Context(), 1, 10, work(3, func() error { return fault })))
	require.Equal(t, 4, done)
	ctx, cancel := context.WithCancel(t.Context())
	done = 0
	require.ErrorIs(t, Each(ctx, 1, 10, work(5, func() error { cancel(); return nil })), context.Canceled)
	require.Equal(t, 6, done)
}
