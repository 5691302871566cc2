package main

import (
	"errors"
	"io/fs"
	"testing"
)

// skipWhereLacking skips a test, saying what for, where an error says that this system does not have or does not allow
// something, and fails it on any other error.
func skipWhereLacking(t *testing.T, what string, err error) {
	t.Helper()
	for _, lacking := range []error{fs.ErrNotExist, fs.ErrPermission, errors.ErrUnsupported} {
		if errors.Is(err, lacking) {
			t.Skipf("this system has no %s for tests: %v", what, err)
		}
	}
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}
