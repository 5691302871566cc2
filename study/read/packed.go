package read

import (
	"context"
	"errors"
	"io"
	"slices"

	"concord/study"
	"concord/study/read/internal/kinds"
	"concord/study/read/internal/naming"
)

// packed keeps the rows that an intake takes up as codes of few bytes, in place of the intake.
type packed struct {
	*intake
	index   []*study.Codes // of each index column; nil where the file has none
	value   *study.Codes   // of the label: its spelling, or mostSpellings and its place in numbers
	numbers []float64      // labels without spelling
}

// rowBytes is the largest size of a row: a code in each column, and its place in the order of the parts.
func (pk *packed) rowBytes() int64 { return int64(4 * (len(pk.index) + 2)) }

// cut reads labels; each part becomes a separate table.
func cut(ctx context.Context, r io.Reader, file string, by []string, o Options) (*study.Cutting, error) {
	if err := o.InParts("a file that is cut while it is read"); err != nil {
		return nil, err
	}
	in, err := openFile(ctx, r, file, o, naming.LabelChoice{})
	if err != nil {
		return nil, err
	}
	defer in.text.Close()
	pk := &packed{intake: in.intake, value: &study.Codes{}}
	for _, c := range in.index {
		var codes *study.Codes
		if c.Index >= 0 {
			codes = &study.Codes{}
		}
		pk.index = append(pk.index, codes)
	}
	in.packed, in.between = pk, pk.row
	if err := in.readAll(in.records); err != nil {
		return nil, in.from.placed(err)
	}
	c, err := pk.cut(by)
	return c, in.from.placed(err)
}

// row takes over the row that was taken up last, if any.
func (pk *packed) row() {
	l := pk.labels[0]
	if len(l.Cells) == 0 { // it had no id
		return
	}
	for i := range pk.intake.index {
		if c := &pk.intake.index[i]; c.Index >= 0 {
			pk.index[i].Append(c.last())
			c.codes = c.codes[:0]
		}
	}
	if c := l.Cells[0]; c.IsNumber() {
		pk.value.Append(int32(kinds.MostSpellings + len(pk.numbers)))
		pk.numbers = append(pk.numbers, float64(c))
	} else {
		pk.value.Append(c.Code())
	}
	l.Cells = l.Cells[:0]
}

// cut finds the kind of the labels, as [intake.tables] does, and cuts them.
func (pk *packed) cut(by []string) (*study.Cutting, error) {
	if err := pk.someRows(); err != nil {
		return nil, err
	}
	pk.source.Ignored = pk.ignored()
	pk.source.Overlooked, pk.source.Answers = pk.watcher.overlooked(), pk.answersFound()
	pk.source.Fractions = pk.fractionsFound()
	l := pk.labels[0]
	k, err := l.Coding(pk.file, options(l, pk.options))
	if err != nil {
		return nil, err
	}
	p := study.Packed{Value: pk.value, Values: k.Value, Kind: k.Kind, Categories: k.Categories, Sets: k.Sets,
		Label: l.Name, Source: pk.sourceOf(l, k, pk.source.Columns.Study)}
	if len(pk.numbers) > 0 { // codes from mostSpellings on
		p.Values = slices.Grow(slices.Clone(k.Value), len(pk.numbers))[:kinds.MostSpellings]
		for _, x := range pk.numbers {
			p.Values = append(p.Values, k.Number(x))
		}
	}
	pk.names(&p)
	p.Source.Missing = pk.source.Rows - p.Labels()
	factors, err := pk.factorsNamed(by)
	if err != nil {
		return nil, err
	}
	cutting, err := p.Cut(factors...)
	var twice *study.Duplicate
	if errors.As(err, &twice) {
		return nil, pk.twice(twice)
	}
	return cutting, err
}

// names gives packed labels the names of their codes, which nobody looks up any more.
func (pk *packed) names(p *study.Packed) {
	for i := range pk.intake.index {
		pk.intake.index[i].names.Code = nil
	}
	item, labeler, studies := &pk.intake.index[0], &pk.intake.index[1], &pk.intake.index[2]
	p.Items, p.Item = item.names.List, pk.index[0]
	if labeler.Index >= 0 {
		p.Labelers, p.Labeler = labeler.names.List, pk.index[1]
	}
	if p.Studies, p.Study = studies.names.List, pk.index[2]; studies.Index < 0 {
		p.Studies, p.Study = []string{study.WholeFile}, &study.Codes{}
		for range p.Item.Len() {
			p.Study.Append(0)
		}
	}
	for k := range pk.factors {
		f := &pk.intake.index[3+k]
		p.Factors = append(p.Factors, study.PackedFactor{Name: f.Name, Levels: f.names.List, Index: pk.index[3+k]})
	}
}

// factorsNamed returns some of the further factors as the header spells them.
func (pk *packed) factorsNamed(names []string) ([]string, error) {
	var all []string
	for _, name := range names {
		k := slices.Index(pk.options.Factors, name)
		if k < 0 {
			return nil, study.BadOption.Faultf("labels are to be cut by %q, which is not a factor", name)
		}
		all = append(all, pk.intake.index[3+k].Name)
	}
	return all, nil
}
