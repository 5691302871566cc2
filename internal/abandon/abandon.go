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

// Do returns what work returns, or, as soon as ctx ends, the zero value and the error of
// ctx. Work that is abandoned goes on in a goroutine of its own until it looks at ctx
// itself, so it should do so now and then; what it returns is dropped, and it must write to
// nothing that the caller reads without a lock. A panic of work is one of Do, with the same
// value.
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
