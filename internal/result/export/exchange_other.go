//go:build !linux

package export

import "errors"

// exchange would swap two folders in one step.
func exchange(string, string) error { return errors.ErrUnsupported }
