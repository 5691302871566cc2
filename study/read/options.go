package read

import (
	"concord/study/read/internal/container"
	"concord/study/read/internal/layouts"
	"concord/study/read/internal/naming"
)

// Options of a caller, and the roles that are still open: see [naming.Options] and [naming.Incomplete].
type (
	Options    = naming.Options
	ColumnPair = naming.ColumnPair
	Judged     = naming.Judged
	Dates      = naming.Dates
	Condition  = naming.Condition
	Incomplete = naming.Incomplete
	OpenPart   = naming.OpenPart
	PartColumn = naming.PartColumn
)

// Values of options, and studies.
const (
	AllColumns = naming.AllColumns
	NoSplit    = naming.NoSplit
	PairColumn = layouts.PairColumn
)

// Names that tables have even if the file does not.
const (
	NoProbability = "none"
	GoldStudy     = "gold"   // the study of the right answers
	PeopleStudy   = "people" // that of all others, where no column names studies
	// FileColumn is the column that several files get: the name of the file that a row is from.
	FileColumn = "name of the file"
)

// Room returns how many bytes may still be allocated: the number that the caller allows or, if it is 0, the default of
// [Options.MaxMemory]. With it, programs refuse tasks that cannot fit before they allocate memory.
func Room(allowed int64) int64 { return container.SystemBudget(allowed).Limit }
