package workbook

// Reason says in which way a workbook cannot be read.
type Reason int

const (
	// Broken is a workbook that is damaged, cut off, or not as the standard has it.
	Broken Reason = iota
	// Foreign is a zip file of another kind.
	Foreign
	// Unread is a part in a form that is not read here, such as another encoding.
	Unread
	// Memory is more text than the caller allows.
	Memory
	// Bomb is a part that unpacks to far more than any table of labels.
	Bomb
)

// Fault describes the damage of a workbook, or its kind if it is another.
type Fault struct {
	Reason Reason
	What   string // without full stop
	Remedy string // of a foreign file
	Row    int    // from 1; 0 is none
	Err    error  // the cause; may be nil
}

func (f *Fault) Error() string { return f.What }

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

func broken(what string) *Fault { return &Fault{Reason: Broken, What: what} }
