package main

// mostCount is the largest number for a flag that counts. More of anything takes years. The memory for the results is
// allocated at once, so that a failure would have no message.
const mostCount = 100_000_000

// mostSimulated is how many labels are simulated at most.
const mostSimulated = 1_000_000_000

// count is a number of something that a flag gives.
type count struct {
	flag  string
	value int
}

// checkCounts refuses numbers that nobody can have meant.
func checkCounts(counts ...count) error {
	for _, c := range counts {
		switch {
		case c.value < 0:
			return usage("--%s %d: it cannot be negative", c.flag, c.value)
		case c.value > mostCount:
			return usage("--%s %d: at most %d", c.flag, c.value, mostCount)
		}
	}
	return nil
}

// checkReplications is checkCounts for the number of replicated studies; [automatic] means that no number was given.
func (f *fitFlags) checkReplications() error {
	if f.replications == automatic {
		return nil
	}
	replications := count{"replications", f.replications}
	if err := checkCounts(replications); err != nil {
		return err
	}
	return checkRoom(need{replications, bytesOfReplicate})
}
