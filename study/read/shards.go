package read

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"concord/study"
)

// Shards say how to read a file in parts, each separately, such that a part has the same labels as in the whole. They
// go to other processes as JSON.
type Shards struct {
	file    string
	size    int64
	options Options
	choice  labelChoice
	source  study.Source
	header  []string
	labels  []labelColumn // as the whole file has them, without cells
	shards  []shard
}

// Len returns the number of shards.
func (sh *Shards) Len() int { return len(sh.shards) }

// Read reads shard k, 0 ≤ k < Len(), of the file at a path, which may differ from the survey's. It returns a table for
// each table of the survey; nil if the shard has no label of it. Studies and names that the shard does not have are not
// in them; study.Join puts the tables of all shards together. The error is a [*study.Error]. It may say that the file
// has changed since the survey, as far as that shows.
func (sh *Shards) Read(ctx context.Context, path string, k int) ([]*study.Table, error) {
	if k < 0 || k >= len(sh.shards) {
		panic(fmt.Sprintf("read: Shards.Read: there is no shard %d of %d", k, len(sh.shards)))
	}
	return abandonable(ctx, path, func() ([]*study.Table, error) {
		f, size, err := openRegular(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if size != sh.size {
			return nil, sh.changed(fmt.Sprintf("it had %d bytes and now has %d", sh.size, size))
		}
		if part := sh.shards[k]; part.Sum != 0 {
			sum, err := checksum(f, part)
			if err != nil {
				return nil, readError(part.Line, err)
			}
			if sum != part.Sum {
				return nil, sh.changed(fmt.Sprintf("its bytes differ from byte %d on", part.From))
			}
		}
		in, err := sh.open(ctx, f, path, sh.shards[k])
		if err != nil {
			return nil, err
		}
		defer in.text.close()
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
	if sh.source.Format != study.Delimited || sh.source.Compression != "" || sh.source.Encoding != "" {
		in, err := openFile(ctx, f, path, sh.options, sh.choice)
		if err != nil {
			return nil, err
		}
		if g, ok := in.plain.(grouped); ok && sh.source.Compression == "" {
			g.Only(int(part.From), int(part.To), part.Line)
		}
		return in, nil
	}
	bytes := &interruptible{Context: ctx, Reader: io.NewSectionReader(f, part.From, part.To-part.From)}
	i := input{text: text{Reader: bufio.NewReaderSize(bytes, readBuffer), close: func() {}}, ctx: ctx, file: path,
		options: sh.options, labels: sh.choice, shard: true, sheets: &sheetList{}}
	rows := &scanner{window: newWindow(i.text, path), delim: byte(sh.source.Delimiter), header: sh.header}
	rows.line = part.Line
	source := sh.source
	source.File = path
	chosen, err := i.chosen(&source, sh.header, usual{})
	if err != nil {
		return nil, err
	}
	return i.taken(rows, source, chosen)
}

// seed gives the label columns the facts that the survey found.
func (sh *Shards) seed(in *intake, file string) error {
	in.shard = true
	in.labels = nil
	for _, known := range sh.labels {
		l := known
		l.budget = &in.budget
		l.spellings = slices.Clone(known.spellings)
		l.code = make(map[string]int32, len(l.spellings))
		l.missing = in.options.Missing
		for code := overflowCode + 1; code < len(l.spellings); code++ {
			text := l.spellings[code].text
			if len(text) == 1 {
				l.short[text[0]] = int32(code) + 1
			} else {
				l.code[text] = int32(code)
			}
		}
		k, err := l.resolve(file, l.options(in.options))
		if err != nil {
			return err
		}
		l.surveyed = &k
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
		if l.refused || len(l.spellings) != len(sh.labels[i].spellings) ||
			l.spellings[overflowCode].rows > 0 && sh.labels[i].spellings[overflowCode].rows == 0 {
			return nil, sh.changed("it has new labels")
		}
		if !slices.ContainsFunc(l.cells, func(c cell) bool {
			return c.isNumber() || l.spellings[c.code()].class != missingLabel
		}) {
			continue
		}
		k, err := l.coding(path, l.options(in.options))
		if err != nil {
			return nil, err
		}
		values, present := l.values(k)
		t, err := in.table(l, k, values, present, divisions[0])
		if err != nil {
			return nil, err
		}
		tables[i] = t
	}
	return tables, nil
}

func (sh *Shards) changed(how string) error {
	return study.Faultf(Changed, "the file has changed since it was surveyed: %s", how).Advising("begin again")
}

// wire is [Shards] as JSON.
type wire struct {
	File    string
	Size    int64
	Options Options
	Several bool     `json:",omitempty"`
	Names   []string `json:",omitempty"`
	Source  study.Source
	Header  []string
	Labels  []wireLabels
	Shards  []shard
}

// wireLabels is a label column of the whole file.
type wireLabels struct {
	Name       string
	Index      int
	Named      bool     `json:",omitempty"`
	Order      []string `json:",omitempty"`
	OnlyUnit   bool     `json:",omitempty"`
	Won        bool     `json:",omitempty"`
	Numbers    int      `json:",omitempty"`
	Unit, Sign bool
	Spellings  []wireSpelling
}

type wireSpelling struct {
	Text   string  `json:",omitempty"`
	Class  class   `json:",omitempty"`
	Number float64 `json:",omitempty"`
	Rows   int     `json:",omitempty"`
	Line   int     `json:",omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (sh *Shards) MarshalJSON() ([]byte, error) {
	w := wire{File: sh.file, Size: sh.size, Options: sh.options, Several: sh.choice.several, Names: sh.choice.names,
		Source: sh.source, Header: sh.header, Shards: sh.shards}
	for _, l := range sh.labels {
		to := wireLabels{Name: l.name, Index: l.index, Named: l.named, Order: l.order, OnlyUnit: l.onlyUnit, Won: l.won,
			Numbers: l.numbers, Unit: l.unit, Sign: l.sign}
		for _, s := range l.spellings {
			to.Spellings = append(to.Spellings, wireSpelling{s.text, s.class, s.number, s.rows, s.line})
		}
		w.Labels = append(w.Labels, to)
	}
	return json.Marshal(w)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (sh *Shards) UnmarshalJSON(b []byte) error {
	var w wire
	if err := json.Unmarshal(b, &w); err != nil {
		return err
	}
	*sh = Shards{file: w.File, size: w.Size, options: w.Options, source: w.Source, header: w.Header, shards: w.Shards,
		choice: labelChoice{several: w.Several, names: w.Names}}
	for _, from := range w.Labels {
		l := labelColumn{name: from.Name, index: from.Index, named: from.Named, order: from.Order,
			onlyUnit: from.OnlyUnit, won: from.Won, numbers: from.Numbers, unit: from.Unit, sign: from.Sign}
		for _, s := range from.Spellings {
			l.spellings = append(l.spellings, spelling{s.Text, s.Class, s.Number, s.Rows, s.Line})
		}
		sh.labels = append(sh.labels, l)
	}
	return nil
}
