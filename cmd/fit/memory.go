package main

import (
	"os"
	"runtime/debug"
)

// sparing makes the program take less memory where a file is large. Labels and draws are few blocks without pointers,
// so that garbage is collected in no time, and twice the memory that is in use, the default, may be more than there is.
// GOGC in the environment says otherwise.
func sparing(path string) {
	const large, percent = 32 << 20, 30 // bytes; of the memory in use
	info, err := os.Stat(path)
	if err == nil && info.Size() >= large && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}
