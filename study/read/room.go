package read

// Room returns how many bytes may still be asked for: what the caller allows, or, of 0, what [Options.MaxMemory] takes
// then for labels. Programs refuse with it what cannot fit before they ask for it.
func Room(allowed int64) int64 { return systemBudget(allowed).limit }
