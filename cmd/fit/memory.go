package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// collecting decides by the size of a file how often garbage is collected: whenever memory has grown by a share of the
// memory in use. GOGC in the environment overrides it.
//
// If a file is large, the program takes less memory. Labels and draws are few blocks without pointers, so that garbage
// is collected quickly. The default, twice the memory in use, may be more than there is. If it is small, the default
// would collect garbage ten times in a fit of each of many tasks: a tenth of the time, for some megabytes. Files
// between may have fifty studies, for example. Their 1,225 pairs would take twice the memory and save no time.
func collecting(path string) {
	const small, seldom = 1 << 20, 400 // bytes; per cent of the memory in use
	const large, sparing = 32 << 20, 30
	info, err := os.Stat(path)
	switch {
	case err != nil || os.Getenv("GOGC") != "":
	case info.Size() >= large:
		debug.SetGCPercent(sparing)
	case info.Size() < small:
		debug.SetGCPercent(seldom)
		untilMuch()
	}
}

// untilMuch makes garbage collection as frequent as usual once much memory is in use. A small file of a thousand
// studies has a million coefficients of their pairs, and five times their memory may be more than there is.
func untilMuch() {
	const much = 64 << 20 // bytes
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	runtime.AddCleanup(new([16]byte), func(struct{}) { // after the next collection
		if metrics.Read(live); live[0].Value.Uint64() >= much {
			debug.SetGCPercent(usual)
			return
		}
		untilMuch()
	}, struct{}{})
}

// usual is the growth of memory before garbage is collected, in per cent of the memory in use.
const usual = 50
