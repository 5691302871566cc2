package read

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
	"concord/study/read/internal/jsonrows"
	"concord/study/read/internal/kinds"
	"concord/study/read/internal/naming"
)

// Shards say how to read a file in parts, each separately, such that a part has the same labels as in the whole. They
// go to other processes as JSON.
type Shards struct{ surveyed }

// surveyed has the findings of a survey.
type surveyed struct {
	File    string
	Size    int64
	Options Options
	Choice  naming.LabelChoice
	Source  study.Source
	Header  []string
	Labels  []kinds.LabelColumn // as the whole file has them, without cells
	Shards  []shard
}

// Len returns the number of shards.
func (sh *Shards) Len() int { return len(sh.Shards) }

// Read reads shard k, 0 ≤ k < Len(), of the file at a path, which may differ from the survey's. It returns a table for
// each table of the survey; nil if the shard has no label of it. Studies and names that the shard does not have are not
// in them; study.Join puts the tables of all shards together. The error is a [*study.Error]. It may say that the file
// has changed since the survey, as far as that shows.
func (sh *Shards) Read(ctx context.Context, path string, k int) ([]*study.Table, error) {
	if k < 0 || k >= len(sh.Shards) {
		panic(fmt.Sprintf("read: Shards.Read: there is no shard %d of %d", k, len(sh.Shards)))
	}
	return container.Abandonable(ctx, path, func() ([]*study.Table, error) {
		f, size, err := openRegular(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if size != sh.Size {
			return nil, sh.changed(fmt.Sprintf("it had %d bytes and now has %d", sh.Size, size))
		}
		if part := sh.Shards[k]; part.Sum != 0 {
			sum, err := checksum(f, part)
			if err != nil {
				return nil, container.ReadError(part.Line, err)
			}
			if sum != part.Sum {
				return nil, sh.changed(fmt.Sprintf("its bytes differ from byte %d on", part.From))
			}
		}
		in, err := sh.open(ctx, f, path, sh.Shards[k])
		if err != nil {
			return nil, err
		}
		defer in.text.Close()
		if err := sh.seed(in.intake, path); err != nil {
			return nil, err
		}
		if err := in.readAll(in.records); err != nil {
			return nil, err
		}
		return sh.tables(in.intake, path)
	})
}

// open opens the rows of a shard.
func (sh *Shards) open(ctx context.Context, f *os.File, path string, part shard) (*openedFile, error) {
	if sh.Source.Format != study.Delimited || sh.Source.Compression != "" || sh.Source.Encoding != "" {
		in, err := openFile(ctx, f, path, sh.Options, sh.Choice)
		if err != nil {
			return nil, err
		}
		if g, ok := in.plain.(grouped); ok && sh.Source.Compression == "" {
			g.Only(int(part.From), int(part.To), part.Line)
		}
		return in, nil
	}
	bytes := &container.Interruptible{Context: ctx, Reader: io.NewSectionReader(f, part.From, part.To-part.From)}
	i := input{Text: container.Text{Reader: bufio.NewReaderSize(bytes, container.ReadBuffer), Close: func() {}},
		ctx: ctx, file: path,
		options: sh.Options, labels: sh.Choice, shard: true, sheets: &sheetList{}}
	rows := &container.Scanner{Window: container.NewWindow(i.Text, path), Delim: byte(sh.Source.Delimiter),
		Names: sh.Header}
	rows.Line = part.Line
	source := sh.Source
	source.File = path
	chosen, err := i.chosen(&source, sh.Header, jsonrows.Usual{})
	if err != nil {
		return nil, err
	}
	return i.taken(rows, source, chosen)
}

// seed gives the label columns the facts that the survey found.
func (sh *Shards) seed(in *intake, file string) error {
	in.shard = true
	in.labels = nil
	for _, known := range sh.Labels {
		l := known
		l.Budget = &in.budget
		l.Spellings = slices.Clone(known.Spellings)
		l.Code = make(map[string]int32, len(l.Spellings))
		l.Missing = in.options.Missing
		for code := kinds.OverflowCode + 1; code < len(l.Spellings); code++ {
			text := l.Spellings[code].Text
			if len(text) == 1 {
				l.Short[text[0]] = int32(code) + 1
			} else {
				l.Code[text] = int32(code)
			}
		}
		k, err := l.Resolve(file, options(&l, in.options))
		if err != nil {
			return err
		}
		l.Surveyed = &k
		in.labels = append(in.labels, &l)
	}
	return nil
}

// tables makes a table of each label column that has a label.
func (sh *Shards) tables(in *intake, path string) ([]*study.Table, error) {
	divisions, err := in.divisions() // a survey has one
	if err != nil {
		return nil, err
	}
	tables := make([]*study.Table, len(in.labels))
	for i, l := range in.labels {
		if l.Refused || len(l.Spellings) != len(sh.Labels[i].Spellings) ||
			l.Spellings[kinds.OverflowCode].Rows > 0 && sh.Labels[i].Spellings[kinds.OverflowCode].Rows == 0 {
			return nil, sh.changed("it has new labels")
		}
		if !slices.ContainsFunc(l.Cells, func(c kinds.Cell) bool {
			return c.IsNumber() || l.Spellings[c.Code()].Class != kinds.MissingLabel
		}) {
			continue
		}
		k, err := l.Coding(path, options(l, in.options))
		if err != nil {
			return nil, err
		}
		values, present := values(l, k)
		t, err := in.table(l, k, values, present, divisions[0])
		if err != nil {
			return nil, err
		}
		tables[i] = t
	}
	return tables, nil
}

func (sh *Shards) changed(how string) error {
	return faults.Changed.Faultf("the file has changed since it was surveyed: %s", how).Advising("begin again")
}
