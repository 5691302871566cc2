package abandon_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/abandon"
)

// TestDo covers both ways of calling work: in place where the context cannot end, and in a
// goroutine where it can.
func TestDo(t *testing.T) {
	fault := errors.New("fault")
	can, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, ctx := range []context.Context{context.Background(), can} {
		got, err := abandon.Do(ctx, func() (int, error) { return 7, fault })
		assert.Equal(t, 7, got)
		assert.Equal(t, fault, err)
		assert.PanicsWithValue(t, "abandon_test: wrong", func() {
			_, _ = abandon.Do(ctx, func() (int, error) { panic("abandon_test: wrong") })
		})
	}
}

// TestDoReturnsWithItsContext abandons work that does not end before Do has returned.
func TestDoReturnsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	let, ended := make(chan struct{}), make(chan struct{})
	got, err := abandon.Do(ctx, func() (int, error) {
		defer close(ended)
		cancel()
		<-let
		panic("abandon_test: nobody hears this")
	})
	assert.Zero(t, got)
	assert.ErrorIs(t, err, context.Canceled)
	close(let)
	<-ended
}
