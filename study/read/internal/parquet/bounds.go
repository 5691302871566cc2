package parquet

import "fmt"

const (
	// As of compressed text, a table of labels never shrinks by as much as this.
	mostUnpacked = 1 << 28 // bytes from which the ratio counts
	bombRatio    = 500     // unpacked bytes to those of the file
)

// bounds limit the memory of a file.
type bounds struct {
	memory, held int64 // bytes that may be and that are held
	file         int64 // bytes of the file
	pages, text  int64 // bytes of pages that were unpacked, and of text that was given, a delimiter each included
}

// hold takes memory into account before it is taken, and counts it for its holder.
func (b *bounds) hold(bytes int64, holder *int64) error {
	if bytes > b.memory-b.held {
		return &Fault{Reason: Memory,
			What: fmt.Sprintf("the Parquet data need more memory than there is: more than %.3g GiB",
				float64(b.memory)/(1<<30))}
	}
	b.held += bytes
	*holder += bytes
	return nil
}

// release takes into account that a holder's memory is free.
func (b *bounds) release(holder *int64) {
	b.held -= *holder
	*holder = 0
}

// page counts the bytes of a page before it is unpacked.
func (b *bounds) page(bytes int64) error {
	b.pages += bytes
	return b.bomb(b.pages)
}

// bomb is the fault of a file that gives far more than it is large.
func (b *bounds) bomb(given int64) error {
	if given > mostUnpacked && given/bombRatio > b.file {
		return &Fault{Reason: Bomb, What: fmt.Sprintf(
			"the Parquet data are refused: they unpack to more than %d times their size, which no table of labels does",
			bombRatio)}
	}
	return nil
}
