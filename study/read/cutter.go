package read

import (
	"hash/crc32"
	"io"
	"math"

	"concord/study/read/internal/container"
	"concord/study/read/internal/stream"
)

// shard is a part of a file that can be read alone.
type shard struct {
	From, To int64 // bytes, or row groups
	Line     int   // of its first row
	// Sum is the CRC-32C of its bytes, unless the file is cut by row groups, so that a file that was rewritten
	// meanwhile is noticed.
	Sum uint32 `json:",omitempty"`
}

// checksum returns the CRC-32C of some bytes of a file.
func checksum(f io.ReaderAt, part shard) (uint32, error) {
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	_, err := io.Copy(sum, io.NewSectionReader(f, part.From, part.To-part.From))
	return sum.Sum32(), err
}

// grouped is records in groups that can be read alone.
type grouped interface {
	stream.Records
	// Groups returns the rows and the bytes of each group.
	Groups() (rows, bytes []int64)
	// Only reads the groups from one to before another, and counts rows from a first one.
	Only(from, to, first int)
}

// cutter divides a file into shards while its rows are read.
type cutter struct {
	size, most int64
	rows       *ahead         // of delimited text that is not compressed; nil for one shard
	made       *stream.Melted // that makes several records of a row; nil for none
	grouped    bool           // into row groups
	shards     []shard
	begin      shard
}

// newCutter divides a file with a number of bytes into shards of about most bytes.
func newCutter(of *openedFile, size, most int64) *cutter {
	c := &cutter{size: size, most: most}
	if of.text.Compression != "" {
		return c
	}
	c.made, _ = of.records.(*stream.Melted)
	if c.made != nil && !c.made.Alone || of.resolved.Weight != "" {
		c.most = math.MaxInt64 // rows are told apart by their numbers, which start anew in each shard
	}
	switch plain := of.plain.(type) {
	case *container.Scanner:
		c.rows = of.ahead
		at := of.ahead.place()
		c.begin = shard{From: at.offset, Line: at.line}
	case grouped:
		c.grouped = true
		c.groups(plain)
	}
	return c
}

// groups divides row groups.
func (ct *cutter) groups(of grouped) {
	rows, bytes := of.Groups()
	now, held := shard{}, int64(0)
	for g := range rows {
		if held > 0 && held+bytes[g] > ct.most {
			ct.shards = append(ct.shards, now)
			now.From, held = int64(g), 0
			now.Line = 0
			for _, n := range rows[:g] {
				now.Line += int(n)
			}
		}
		held += bytes[g]
		now.To = int64(g) + 1
	}
	ct.shards = append(ct.shards, now)
}

// row ends a shard behind the row that was read last if it is large enough.
func (ct *cutter) row() {
	if ct.rows == nil || ct.made != nil && ct.made.At < ct.made.Labels {
		return
	}
	if at := ct.rows.place(); at.offset-ct.begin.From >= ct.most && at.offset < ct.size {
		ct.begin.To = at.offset
		ct.shards = append(ct.shards, ct.begin)
		ct.begin = shard{From: at.offset, Line: at.line}
	}
}

// end returns the shards of the file, all of whose rows are read.
func (ct *cutter) end() []shard {
	switch {
	case ct.rows != nil:
		ct.begin.To = ct.size
		return append(ct.shards, ct.begin)
	case ct.shards == nil:
		return []shard{{To: ct.size, Line: 1}}
	}
	return ct.shards
}
