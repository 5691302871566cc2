package read

import (
	"context"
	"io"
	"slices"
	"strings"

	"concord/study"
)

// records is a stream of rows, whatever the container they come from.
type records interface {
	// Header returns the names of the columns.
	Header() []string
	// Next returns the fields of the next row, which are valid until the following
	// call, and the line on which it begins; io.EOF after the last.
	Next() (fields [][]byte, line int, err error)
}

// selective is records that read the columns in use only. The fields of the others are nil.
type selective interface {
	records
	// Select says which columns are in use, before the first row is read, and which would be looked
	// at if that costs little. It returns which of these are read.
	Select(used []bool, wanted []int) (read []int)
}

// growing is records whose columns may become more on the way.
type growing interface {
	records
	// Late returns the names of columns that the header does not have.
	Late() []string
}

// input is a file on its way to records.
type input struct {
	text
	ctx     context.Context // of the call that reads it
	file    string
	options Options
	labels  labelChoice
	whole   io.ReaderAt   // the bytes of the file at any place, or nil where they come as a stream
	size    int64         // of whole
	shard   bool          // a part of a file whose columns are known
	joined  *severalFiles // of several files; nil for one
	sheets  *sheetList    // of workbooks, which are known once they are open
}

// records opens the rows of a file by its format. If the options do not name the format, it recognises it by the
// content. The options that it returns name the columns of an export.
func (from *input) records() (records, study.Source, Options, error) {
	source := study.Source{File: from.file, Compression: from.compression, Format: from.options.Format}
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
func (from *input) chosen(source *study.Source, header []string, u usual) (Options, error) {
	if source.Export == "" {
		if export, evidence, of := exportOf(header); export != "" {
			source.Export, source.Evidence, u = export, evidence, of
		}
	}
	return u.choose(header, from.options, from.labels.several)
}

// open opens the rows of a format.
func (from *input) open(source *study.Source) (records, usual, error) {
	if from.options.Sheet != "" && source.Format != study.Workbook {
		return nil, usual{}, study.Faultf(NoSheets, "a sheet is named, %q, and the file is no workbook",
			from.options.Sheet).FixedBy(study.By("", "sheet"))
	}
	switch source.Format {
	case study.Parquet:
		r, err := from.parquet()
		return r, usual{}, err
	case study.Workbook:
		r, err := from.sheet(source)
		return r, usual{}, err
	case study.JSON:
		r, err := newJSONRecords(from.text, from.file, from.concerns)
		if err != nil {
			return nil, usual{}, err
		}
		from.reshaped(r)
		source.Export, source.Evidence, source.Recognised = r.shape.export, r.shape.evidence, r.shape.recognised
		u := r.shape.usual
		h := newHeader(from.file, r.sheet.header)
		if r.shape.key != "" && h.candidates(itemRole()) == nil {
			u.item = []string{r.shape.key}
		}
		return r, u, nil
	}
	s, err := newScanner(from.text, from.file, byte(from.options.Delimiter))
	if err != nil {
		return nil, usual{}, err
	}
	source.Delimiter = rune(s.delim)
	return s, usual{}, nil
}

// concerns reports whether a column would have been considered, had it been there when the
// columns were chosen.
func (from *input) concerns(name string, question bool) bool {
	o := from.options
	if from.labels.several && len(from.labels.names) == 0 {
		return true
	}
	item, labeler, study, label := wordsOfRoles()
	for _, part := range []struct {
		role
		want string
	}{{item, o.Item}, {labeler, o.Labeler}, {study, o.Study}, {label, o.Label}} {
		if part.want == "" && part.match(name) == byAlias {
			return true
		}
		if part.want != "" && normalized(part.want) == normalized(name) {
			return true
		}
	}
	ofGroupings := strings.FieldsFunc(o.Study,
		func(r rune) bool { return strings.ContainsRune(groupingsSeparator+crossedBy, r) })
	for _, f := range slices.Concat(o.Factors, ofGroupings) {
		if normalized(f) == normalized(name) {
			return true
		}
	}
	return question && o.Label == "" && !from.labels.several ||
		matchesPattern(name, slices.Concat(o.Wide, o.WideItems, o.Lists, o.Counts))
}

// detect recognises the format by the first bytes.
func (from *input) detect() study.Format {
	head, _ := from.Peek(encodingHead) // an error comes back with the first read
	switch {
	case isParquet(head):
		return study.Parquet
	case isZip(head):
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
		if !isBlank(c) {
			return c, b[i+1:]
		}
	}
	return 0, nil
}
