// Package abandon ends a call when its context ends, however long its work would still take.
package abandon

import "context"

// outcome is how work ended: with a result, or with a panic.
type outcome[T any] struct {
	value    T
	err      error
	panicked bool
	cause    any
}

// Do returns the results of work. If ctx ends before, it returns at once, with the zero value and the error of ctx.
// Abandoned work goes on in a separate goroutine until it looks at ctx, which it should do now and then. Its results
// are dropped. It must not write to memory that the caller reads without a lock. A panic of work is one of Do, with the
// same value.
func Do[T any](ctx context.Context, work func() (T, error)) (T, error) {
	if ctx.Done() == nil {
		return work()
	}
	done := make(chan outcome[T], 1) // so that an abandoned goroutine ends
	go func() {
		o := outcome[T]{panicked: true}
		defer func() {
			if o.panicked {
				o.cause = recover()
			}
			done <- o
		}()
		o.value, o.err = work()
		o.panicked = false
	}()
	select {
	case o := <-done:
		if o.panicked {
			panic(o.cause)
		}
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
