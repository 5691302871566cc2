package read

// shard is a part of a file that can be read alone.
type shard struct {
	From, To int64 // bytes, or row groups
	Line     int   // of its first row
}

// grouped is records in groups that can be read alone.
type grouped interface {
	records
	// Groups returns the rows and the bytes of each group.
	Groups() (rows, bytes []int64)
	// Only reads the groups from one to before another, and counts rows from a first one.
	Only(from, to, first int)
}

// cutter divides a file into shards while its rows are read.
type cutter struct {
	size, most int64
	scanner    *scanner // of delimited text that is not compressed; nil for one shard
	wide       *wide    // that makes several records of a row; nil for none
	shards     []shard
	begin      shard
}

// newCutter divides a file of so many bytes into shards of about most bytes.
func newCutter(of *openedFile, size, most int64) *cutter {
	c := &cutter{size: size, most: most}
	if of.text.compression != "" {
		return c
	}
	c.wide, _ = of.records.(*wide)
	switch plain := of.plain.(type) {
	case *scanner:
		c.scanner = plain
		c.begin = shard{From: plain.offset(), Line: plain.line}
	case grouped:
		c.groups(plain)
	}
	return c
}

// groups divides row groups.
func (c *cutter) groups(of grouped) {
	rows, bytes := of.Groups()
	now, held := shard{}, int64(0)
	for g := range rows {
		if held > 0 && held+bytes[g] > c.most {
			c.shards = append(c.shards, now)
			now.From, held = int64(g), 0
			now.Line = 0
			for _, n := range rows[:g] {
				now.Line += int(n)
			}
		}
		held += bytes[g]
		now.To = int64(g) + 1
	}
	c.shards = append(c.shards, now)
}

// row ends a shard behind the row that was read last if it is large enough.
func (c *cutter) row() {
	if c.scanner == nil || c.wide != nil && c.wide.next < len(c.wide.raters) {
		return
	}
	if at := c.scanner.offset(); at-c.begin.From >= c.most && at < c.size {
		c.begin.To = at
		c.shards = append(c.shards, c.begin)
		c.begin = shard{From: at, Line: c.scanner.line}
	}
}

// end returns the shards of the file, all of whose rows are read.
func (c *cutter) end() []shard {
	switch {
	case c.scanner != nil:
		c.begin.To = c.size
		return append(c.shards, c.begin)
	case c.shards == nil:
		return []shard{{To: c.size, Line: 1}}
	}
	return c.shards
}
