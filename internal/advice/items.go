package advice

// NormalItems is the error of a command that is worked out for normal true scores, if it is asked for others.
type NormalItems struct{ Command string }

// Error implements error.
func (e *NormalItems) Error() string {
	return e.Command + " has no --items-are, because it is worked out for normal true scores"
}
