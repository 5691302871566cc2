package export

import "time"

// Origin says how a run was made.
type Origin struct {
	Program   Program
	Arguments []string
	Flags     map[string][]string // see [Manifest]
	Input     Input
	Started   time.Time
}

// manifest is a manifest of a run of this origin, without what was computed.
func (o Origin) manifest() *Manifest {
	return &Manifest{Format: format, Program: o.Program, Arguments: o.Arguments, Flags: o.Flags, Input: o.Input,
		Timings: Timings{Started: o.Started}, SHA256: map[string]string{}}
}
