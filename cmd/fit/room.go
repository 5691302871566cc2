package main

import "concord/study/read"

// The least bytes that things take, as measured on small files. A run that does not fit by these numbers is impossible.
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

// checkRoom refuses numbers that take more memory than can be used, before the memory is allocated. A process that runs
// out of memory dies without a message.
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
