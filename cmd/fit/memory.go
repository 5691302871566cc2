package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// collecting says by the size of a file how often garbage is collected: whenever memory has grown by a share of what is
// in use. GOGC in the environment says otherwise.
//
// Where a file is large the program takes less memory. Labels and draws are few blocks without pointers, so that
// garbage is collected in no time, and twice the memory that is in use, the default, may be more than there is. Where
// it is small little is in use, and the default would collect garbage ten times in a fit, one after the other of many
// tasks: a tenth of the time, for some megabytes. Files between are those of fifty studies, say, whose 1,225 pairs
// would have twice the memory for no time at all.
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

// untilMuch has garbage collected as often as usual once much memory is in use: a small file of a thousand studies has
// a million coefficients of their pairs, and five times their memory may be more than there is.
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

// usual is how much memory grows by, in per cent of what is in use, before garbage is collected.
const usual = 50
