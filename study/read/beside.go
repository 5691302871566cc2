package read

import (
	"bytes"
	"slices"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/kinds"
	"concord/study/read/internal/layouts"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// Names of the studies that columns of answers become: see [Options.GoldColumn]. NoProbability is the level of a factor
// of probabilities for an item that has none.
const (
	studyColumn = "study"
)

// answers is a column that has one answer to each item, which becomes a label in a separate study.
type answers struct {
	column int
	study  []byte // name of the study and of the labeler
	seen   map[string]givenAnswer
	most   float64 // the largest probability, if answers are probabilities, which become no labels; otherwise 0
}

type givenAnswer struct {
	text    string
	line    int
	missing bool // as N/A is
}

// withAnswers is records of a label each, and columns of answers made into records too: one of each item.
type withAnswers struct {
	stream.Over
	file                  string
	missing               []string
	header                []string
	others                []int // columns that stay
	item, labeler, study  int   // among the others; −1 for none
	label                 int
	within                []int // factors that tell items apart, in the records
	answers               []answers
	key                   []byte
	fields, row, out      [][]byte
	line, next, itemPlace int
}

// readBeside makes records of the columns that hold an answer to each item.
func readBeside(laid layouts.LaidOut, first *stream.FirstRows, file string) (layouts.LaidOut, error) {
	o := laid.Options
	if o.GoldColumn == "" && len(o.JudgeColumns) == 0 {
		return laid, nil
	}
	if laid.Won {
		return laid, study.BadOption.Faultf(
			"columns of answers are read with a label in each row, but rows compare two candidates")
	}
	b := &withAnswers{Over: stream.Over{Records: laid.Records}, file: file, missing: o.Missing}
	o, err := b.find(o, first)
	if err != nil {
		return laid, err
	}
	b.next = len(b.answers)
	laid.Records, laid.Options = b, o
	return laid, nil
}

// find finds the columns and returns options that name the new ones.
func (b *withAnswers) find(o Options, first *stream.FirstRows) (Options, error) {
	names := b.Records.Header()
	h := naming.NewHeader(b.file, names)
	take := func(part, name, as string) error {
		i, err := h.Named(part, name)
		if err == nil {
			b.answers = append(b.answers, answers{column: i, study: []byte(as), seen: make(map[string]givenAnswer)})
		}
		return err
	}
	if o.GoldColumn != "" {
		if err := take(naming.GoldPart, o.GoldColumn, GoldStudy); err != nil {
			return o, err
		}
	}
	for _, name := range o.JudgeColumns {
		if err := take(naming.JudgePart, name, name); err != nil {
			return o, err
		}
	}
	label := new(naming.Column)
	at, err := 0, error(nil)
	if o.Label != "" {
		at, err = h.Named(naming.LabelPart, o.Label)
		label = nil
	}
	if err != nil {
		return o, err
	}
	c, err := h.IndexColumns(o, label)
	if err != nil {
		return o, err
	}
	if label != nil {
		at = label.Index
	}
	if c.Groupings != nil {
		return o, study.BadOption.Faultf(
			"answers in a column next to the labels are a group, so one column names the other groups")
	}
	if err := b.findProbabilities(o, first, names[at]); err != nil {
		return o, err
	}
	for _, a := range b.answers {
		if name := names[a.column]; a.most > 0 && !slices.Contains(o.Factors, name) {
			o.Factors = append(slices.Clone(o.Factors), name)
		}
	}
	return b.lay(o, names, c, at), nil
}

// lay makes the header of the new records.
func (b *withAnswers) lay(o Options, names []string, c naming.Columns, label int) Options {
	place := make([]int, len(names)) // of each column among those that stay
	for i, name := range names {
		place[i] = len(b.others)
		if slices.ContainsFunc(b.answers, func(a answers) bool { return a.column == i && a.most == 0 }) {
			continue
		}
		b.others, b.header = append(b.others, i), append(b.header, name)
	}
	b.itemPlace, b.item, b.label, b.labeler = c.Item.Index, place[c.Item.Index], place[label], -1
	if c.Labeler.Index >= 0 && c.Labeler.Name != "" {
		b.labeler = place[c.Labeler.Index]
	}
	for _, f := range c.Factors {
		if slices.Contains(o.ItemFactors, f.Name) {
			b.within = append(b.within, f.Index)
		}
	}
	if c.Study.Name != "" {
		b.study = place[c.Study.Index]
	} else {
		name := studyColumn
		for slices.Contains(b.header, name) {
			name += " of labels"
		}
		b.study = len(b.header)
		b.header = append(b.header, name)
		o.Study = name
	}
	o.Label, o.Item = names[label], names[c.Item.Index]
	return o
}

// Header returns the names of the columns.
func (b *withAnswers) Header() []string { return b.header }

// Next returns the next label: of a row, and then the answers of its item that no row before it had.
func (b *withAnswers) Next() ([][]byte, int, error) {
	for ; b.next < len(b.answers); b.next++ {
		a := &b.answers[b.next]
		fresh, err := b.fresh(a)
		if err == nil && fresh && a.most > 0 {
			err = b.probable(a)
		}
		if err != nil {
			return nil, b.line, err
		}
		if fresh && a.most == 0 {
			b.next++
			return b.answered(a), b.line, nil
		}
	}
	fields, line, err := b.Records.Next()
	if err != nil {
		return nil, line, err
	}
	if width := len(b.Records.Header()); len(fields) != width {
		return nil, line, stream.Ragged(line, len(fields), width)
	}
	b.fields, b.line, b.next = fields, line, 0
	b.row = b.row[:0]
	for _, i := range b.others {
		b.row = append(b.row, fields[i])
	}
	b.asLevels()
	if b.study == len(b.others) {
		b.row = append(b.row, []byte(PeopleStudy))
	}
	if string(bytes.TrimSpace(b.row[b.study])) == GoldStudy || b.isAnswerer(b.row[b.study]) {
		return nil, line, study.RepeatedName.Faultf(
			"group %q is in column %v, and a column of answers is to be a group of that name", b.row[b.study],
			b.header[b.study]).AtLine(line).InColumn(b.header[b.study]).Advising("name the group otherwise")
	}
	return b.row, line, nil
}

// isAnswerer reports whether a column of answers makes a study of some name.
func (b *withAnswers) isAnswerer(name []byte) bool {
	return slices.ContainsFunc(b.answers, func(a answers) bool { return bytes.Equal(a.study, bytes.TrimSpace(name)) })
}

// fresh reports whether a row has the first answer to its item. Another answer to an item is an error, unless one of
// them is missing, as N/A is.
func (b *withAnswers) fresh(a *answers) (bool, error) {
	text := string(bytes.TrimSpace(b.fields[a.column]))
	item := bytes.TrimSpace(b.fields[b.itemPlace])
	class, _ := kinds.Classify([]byte(text), b.missing)
	missing := class == kinds.MissingLabel
	if text == "" || missing && a.most > 0 || stream.IsMissing(item) {
		return false, nil
	}
	b.key = append(b.key[:0], item...)
	for _, i := range b.within {
		b.key = append(append(b.key, 0), bytes.TrimSpace(b.fields[i])...)
	}
	earlier, known := a.seen[string(b.key)]
	switch {
	case !known || earlier.missing && !missing:
		a.seen[string(b.key)] = givenAnswer{text, b.line, missing}
		return true, nil
	case missing || naming.SameSpelling(text, earlier.text):
		return false, nil
	}
	name := b.Records.Header()[a.column]
	return false, faults.SeveralAnswers.Faultf(
		"column %v has %q for item %q, and in line %d it has %q: an item has one such answer", name, text, item,
		earlier.line, earlier.text).AtLine(b.line).InColumn(name).FixedBy(study.By("mend that column"),
		study.Choose("or name the columns that tell the items apart", "item"), study.Choose("or the "+"questions",
			"by"))
}

// answered is the record of an answer.
func (b *withAnswers) answered(a *answers) [][]byte {
	b.out = append(b.out[:0], b.row...)
	b.out[b.study], b.out[b.label] = a.study, b.fields[a.column]
	if b.labeler >= 0 {
		b.out[b.labeler] = a.study
	}
	return b.out
}

// Select passes on which columns are in use.
func (b *withAnswers) Select(used []bool, wanted []int) (read []int) {
	s, ok := b.Records.(stream.Selective)
	if !ok {
		return wanted
	}
	inner := make([]bool, len(b.Records.Header()))
	for k, i := range b.others {
		inner[i] = used[k]
	}
	for _, a := range b.answers {
		inner[a.column] = true
	}
	return stream.PassOn(s, inner, b.others, wanted)
}

// Order passes on the order of categories that a file says.
func (b *withAnswers) Order(column int) []string {
	if d, ok := b.Records.(stream.Declaring); ok && column < len(b.others) {
		return d.Order(b.others[column])
	}
	return nil
}
