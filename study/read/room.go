package read

// Room returns how many bytes may still be allocated: the number that the caller allows or, if it is 0, the default of
// [Options.MaxMemory]. With it, programs refuse tasks that cannot fit before they allocate memory.
func Room(allowed int64) int64 { return systemBudget(allowed).limit }
