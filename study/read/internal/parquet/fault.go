package parquet

import "fmt"

// Reason is the kind of a fault.
type Reason int

const (
	Damaged   Reason = iota // the bytes contradict one another, or end too soon
	Encrypted               // they are encrypted
	Unread                  // they are what this package does not read
	Memory                  // they need more memory than is allowed
	Bomb                    // they unpack to far more than a table of labels does
)

// Fault is a fault of a file.
type Fault struct {
	Reason Reason
	Column string // "" for the whole file
	What   string
	Err    error // of the reader below, if that is why
}

func (fault *Fault) Error() string {
	if fault.Column == "" {
		return fault.What
	}
	return fmt.Sprintf("column %q: %s", fault.Column, fault.What)
}

func (fault *Fault) Unwrap() error { return fault.Err }

func damaged(format string, a ...any) *Fault {
	return &Fault{Reason: Damaged, What: fmt.Sprintf(format, a...)}
}

// failed is the fault of a reader that returns an error.
func failed(what string, err error) *Fault {
	return &Fault{Reason: Damaged, What: what + ": " + err.Error(), Err: err}
}
