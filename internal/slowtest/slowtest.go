// Package slowtest keeps tests that take several seconds of processor time out of a plain go test. They run with
// -tags slow, and .ci/slow runs all of them.
package slowtest

import "testing"

// Only skips a test, or a part of one, unless slow tests were asked for.
func Only(t testing.TB) {
	t.Helper()
	if !asked {
		t.Skip("takes several seconds: go test -tags slow, or .ci/slow")
	}
}
