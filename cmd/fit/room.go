package main

import "concord/study/read"

// Bytes that something takes at least, as measured on small files: what would not fit by these numbers cannot be done.
const (
	bytesOfDraw      = 300    // parameters, what follows from them, statistics of the sampler
	bytesOfChain     = 20_000 // its state, its warm-up
	bytesOfReplicate = 300
	bytesOfResample  = 24 // a coefficient of a bootstrap
	bytesOfLabel     = 60
	bytesOfName      = 100 // an item or a labeler, with its effects
)

// need is memory that a flag asks for by its number: at least a number of bytes for each.
type need struct {
	count
	each float64
}

// checkRoom refuses what takes more memory than can be used, before it is asked for: a process without memory dies
// without words.
func checkRoom(needs ...need) error {
	room := float64(read.Room(0))
	for _, n := range needs {
		if total := float64(n.value) * n.each; total > room {
			return usage("--%s %d: this takes at least %.3g GB of memory, and %.3g GB can be used. "+
				"At most --%s %d fits", n.flag, n.value, total/1e9, room/1e9, n.flag, int(room/n.each))
		}
	}
	return nil
}
