package read

import (
	"context"
	"io"
	"slices"
	"strings"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
	"concord/study/read/internal/jsonrows"
	"concord/study/read/internal/layouts"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// input is a file on its way to records.
type input struct {
	container.Text
	ctx     context.Context // of the call that reads it
	file    string
	options Options
	labels  naming.LabelChoice
	whole   io.ReaderAt   // the bytes of the file at any place, or nil where they come as a stream
	size    int64         // of whole
	shard   bool          // a part of a file whose columns are known
	joined  *severalFiles // of several files; nil for one
	sheets  *sheetList    // of workbooks, which are known once they are open
}

// records opens the rows of a file by its format. If the options do not name the format, it recognises it by the
// content. The options that it returns name the columns of an export.
func (from *input) records() (stream.Records, study.Source, Options, error) {
	source := study.Source{File: from.file, Compression: from.Compression, Format: from.options.Format}
	if source.Format == 0 {
		source.Format = from.detect()
	}
	r, u, err := from.open(&source)
	if err != nil {
		return nil, source, from.options, err
	}
	o, err := from.chosen(&source, r.Header(), u)
	return r, source, o, err
}

// chosen names the columns of an export in the options. If nothing else names the export, it recognises it by the
// header.
func (from *input) chosen(source *study.Source, header []string, u jsonrows.Usual) (Options, error) {
	if source.Export == "" {
		if export, evidence, of := jsonrows.ExportOf(header); export != "" {
			source.Export, source.Evidence, u = export, evidence, of
		}
	}
	return u.Choose(header, from.options, from.labels.Several)
}

// open opens the rows of a format.
func (from *input) open(source *study.Source) (_ stream.Records, u jsonrows.Usual, _ error) {
	if from.options.Sheet != "" && source.Format != study.Workbook {
		return nil, u, faults.NoSheets.Faultf("a sheet is named, %q, and the file is no workbook",
			from.options.Sheet).FixedBy(study.By("", "sheet"))
	}
	switch source.Format {
	case study.Parquet:
		r, err := from.parquet()
		return r, u, err
	case study.Workbook:
		r, err := from.sheet(source)
		return r, u, err
	case study.JSON:
		r, err := jsonrows.NewJSONRecords(from.Text, from.file, from.concerns)
		if err != nil {
			return nil, u, err
		}
		from.reshaped(r)
		source.Export, source.Evidence, source.Recognised = r.Shape.Export, r.Shape.Evidence, r.Shape.Recognised
		u = r.Shape.Usual
		h := naming.NewHeader(from.file, r.Sheet.Header)
		if r.Shape.Key != "" && h.Candidates(naming.ItemRole()) == nil {
			u.Item = []string{r.Shape.Key}
		}
		return r, u, nil
	}
	s, err := container.NewScanner(from.Text, from.file, byte(from.options.Delimiter))
	if err != nil {
		return nil, u, err
	}
	source.Delimiter = rune(s.Delim)
	return s, u, nil
}

// concerns reports whether a column would have been considered, had it been there when the
// columns were chosen.
func (from *input) concerns(name string, question bool) bool {
	o := from.options
	if from.labels.Several && len(from.labels.Names) == 0 {
		return true
	}
	item, labeler, study, label := naming.WordsOfRoles()
	for _, part := range []struct {
		naming.Role
		want string
	}{{item, o.Item}, {labeler, o.Labeler}, {study, o.Study}, {label, o.Label}} {
		if part.want == "" && part.Match(name) == naming.ByAlias {
			return true
		}
		if part.want != "" && naming.Normalized(part.want) == naming.Normalized(name) {
			return true
		}
	}
	ofGroupings := strings.FieldsFunc(o.Study,
		func(r rune) bool { return strings.ContainsRune(naming.GroupingsSeparator+naming.CrossedBy, r) })
	for _, f := range slices.Concat(o.Factors, ofGroupings) {
		if naming.Normalized(f) == naming.Normalized(name) {
			return true
		}
	}
	return question && o.Label == "" && !from.labels.Several ||
		naming.MatchesPattern(name, slices.Concat(o.Wide, o.WideItems, o.Lists, o.Counts))
}

// detect recognises the format by the first bytes.
func (from *input) detect() study.Format {
	head, _ := from.Peek(container.EncodingHead) // an error comes back with the first read
	switch {
	case container.IsParquet(head):
		return study.Parquet
	case container.IsZip(head):
		return study.Workbook
	case from.options.Delimiter == 0 && looksLikeJSON(head):
		return study.JSON
	}
	return study.Delimited
}

// looksLikeJSON reports whether a text begins with an object, or an array of objects. A
// first column called {"a or [ is not worth the doubt.
func looksLikeJSON(head []byte) bool {
	first, rest := afterBlanks(head)
	second, _ := afterBlanks(rest)
	object := first == '{' && (second == '"' || second == '}' || second == '\'')
	return object || first == '[' && (second == '{' || second == ']')
}

func afterBlanks(b []byte) (first byte, rest []byte) {
	for i, c := range b {
		if !container.IsBlank(c) {
			return c, b[i+1:]
		}
	}
	return 0, nil
}

// reshaped takes members of objects as the rows if objects taken as rows lack columns that are needed. The members are
// records by their keys, or an array of objects in each record.
func (from *input) reshaped(r *jsonrows.JsonRecords) {
	if r.Shape.Export != "" || from.options.AsIs {
		return
	}
	serves := from.serves(r.Sheet.Header)
	if serves && !(r.Shape.Rows && r.Mixed()) {
		return
	}
	before, header := r.Shape, r.Sheet
	shapes := r.ShapesWithin()
	for _, must := range []bool{true, serves} { // serve
		for _, within := range shapes {
			r.Shape = within
			r.Sheet = jsonrows.Sheet{Index: make(map[string]int), Concerns: header.Concerns,
				Late: make(map[string]bool)}
			objects, _ := r.Columns()
			if objects > 0 && len(r.Sheet.Header) > 1 && (from.serves(r.Sheet.Header) || !must && within.Sure) {
				return
			}
		}
	}
	r.Shape, r.Sheet = before, header
}

// serves reports whether a header has the columns that options name, and all parts by names unless a layout is asked
// for.
func (from *input) serves(names []string) bool {
	if len(names) < 2 {
		return false
	}
	o := from.options
	h := naming.NewHeader(from.file, names)
	wanted := slices.Concat([]string{o.Item, o.Labeler, o.Label, o.Weight}, o.Factors, from.labels.Names)
	for _, p := range o.Pairs {
		wanted = append(wanted, p.Labeler, p.Label)
	}
	for _, c := range o.Where {
		wanted = append(wanted, c.Column)
	}
	for _, name := range wanted {
		if name != "" && name != study.NoColumn && len(h.Find(name)) == 0 {
			return false
		}
	}
	for _, pattern := range slices.Concat(o.Wide, o.WideItems, o.Lists, o.Counts) {
		if layouts.HasParts([]string{pattern}) {
			if _, _, err := layouts.NamedParts(h, []string{pattern}); err != nil {
				return false
			}
			continue
		}
		like := func(name string) bool { return naming.MatchesPattern(name, []string{pattern}) }
		if !slices.ContainsFunc(names, like) && len(h.Find(pattern)) == 0 {
			return false
		}
	}
	return len(o.Asked()) > 0 || from.labels.Several || layouts.NamesTell(from.labels, from.file, names, o)
}
