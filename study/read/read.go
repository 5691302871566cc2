// Package read reads tables of human ratings from files: delimited text, JSON, Parquet, sheets of workbooks, and the
// exports of labelling programs. It recognises formats, columns and kinds of labels if it can, and describes them in
// [study.Table.Source].
package read

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"concord/study"
)

// StandardInput is the path for standard input, in errors too.
const (
	StandardInput     = "-"
	standardInputName = "standard input"
)

// AllColumns, as the only name given to [Columns] and [FileColumns], is all columns that hold
// 0, 1 and missing values only.
const AllColumns = "all"

// File reads the labels of a file with a label a row. The file is delimited text with a header, JSON, Parquet or a
// workbook (see [study.Format]), plain or compressed by gzip or zstd. It may be the export of a labelling program,
// which File recognises by its columns: Label Studio (JSON, CSV), Prodigy (JSON lines), Argilla (JSON), MTurk (CSV of a
// batch), Toloka and crowd-kit (TSV). [study.Table.Source] says how it was read. The path [StandardInput] is standard
// input. A fault of the input is a [*study.Error].
//
// The item and the label column must be there. A file without study column is one study named [study.WholeFile]; one
// without labeler column names no labelers. A row whose label is missing is left out. An id that is missing in a row
// with a label is an error, because such rows together as one labeler or item would give a number that looks right.
//
// If the context ends first, it returns at once with an error that wraps the context's.
func File(ctx context.Context, path string, o Options) (*study.Table, error) {
	return only(readPath(ctx, path, o, labelChoice{}))
}

// Read is [File] from a reader. Errors call it name. If the context ends first, a call of r.Read that blocks is left
// behind.
func Read(ctx context.Context, r io.Reader, name string, o Options) (*study.Table, error) {
	return only(readStream(ctx, r, name, o, labelChoice{}))
}

// FileGroupings reads a file as [File] does, and returns a table for each of the groupings that [Options.Study] names:
// the same labels, in other studies. Labels without a value in a column of a grouping are left out there, and counted
// in [study.Source].
func FileGroupings(ctx context.Context, path string, o Options) ([]*study.Table, error) {
	return readPath(ctx, path, o, labelChoice{groupings: true})
}

// Groupings is [FileGroupings] from a reader. Errors call it name.
func Groupings(ctx context.Context, r io.Reader, name string, o Options) ([]*study.Table, error) {
	return readStream(ctx, r, name, o, labelChoice{groupings: true})
}

// FileColumns reads several label columns of one file in one pass, as [FileGroupings] reads one. It returns a table for
// each column in the order given, and for each grouping. Without labels, or with [AllColumns], they are all columns
// that hold 0, 1 and missing values only, in the order of the file. [Options.Label] is not used, and [Options.Wide] an
// error. Tables of columns in which no label is missing share their indices.
func FileColumns(ctx context.Context, path string, labels []string, o Options) ([]*study.Table, error) {
	return readPath(ctx, path, o, severalLabels(labels))
}

// Columns is [FileColumns] from a reader. Errors call it name.
func Columns(ctx context.Context, r io.Reader, name string, labels []string, o Options) ([]*study.Table, error) {
	return readStream(ctx, r, name, o, severalLabels(labels))
}

// FileCut reads the labels of a file as [File] does and cuts them by some of [Options.Factors], in a few bytes of
// memory for each label: for many tasks, whose tables are made one at a time. Duplicates must be an error, nobody
// excluded, and studies those of one column.
func FileCut(ctx context.Context, path string, by []string, o Options) (*study.Cutting, error) {
	if path == StandardInput {
		return Cut(ctx, os.Stdin, standardInputName, by, o)
	}
	return abandonable(ctx, path, func() (*study.Cutting, error) {
		f, err := openFileToRead(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return cut(ctx, f, path, by, o)
	})
}

// Cut is [FileCut] from a reader. Errors call it name.
func Cut(ctx context.Context, r io.Reader, name string, by []string, o Options) (*study.Cutting, error) {
	return abandonable(ctx, name, func() (*study.Cutting, error) { return cut(ctx, r, name, by, o) })
}

func severalLabels(names []string) labelChoice {
	if len(names) == 1 && names[0] == AllColumns {
		names = nil
	}
	return labelChoice{several: true, groupings: true, names: names}
}

func only(tables []*study.Table, err error) (*study.Table, error) {
	if err != nil {
		return nil, err
	}
	return tables[0], nil
}

func readPath(ctx context.Context, path string, o Options, labels labelChoice) ([]*study.Table, error) {
	if path == StandardInput {
		return readStream(ctx, os.Stdin, standardInputName, o, labels)
	}
	return abandonable(ctx, path, func() ([]*study.Table, error) {
		f, err := openFileToRead(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return readTables(ctx, f, path, o, labels)
	})
}

// openFileToRead opens a file that is no directory.
func openFileToRead(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, notReadable(err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		_ = f.Close()
		return nil, study.Faultf(NotReadable, "this is a directory, not a file")
	}
	return f, nil
}

// notReadable is the error of the file system, which names the path, as one of ours, which does so already.
func notReadable(err error) error {
	cause := err
	var p *fs.PathError
	if errors.As(err, &p) {
		cause = p.Err
	}
	fault := study.Faultf(NotReadable, "%s", cause.Error()).Wrapping(err)
	if p != nil && errors.Is(err, fs.ErrNotExist) {
		fault.Fixes = nearFiles(p.Path)
	}
	return fault
}

// nearFiles suggests other files of the folder for one that is not there: the two with the nearest names.
func nearFiles(path string) (all []study.Fix) {
	dir, name := filepath.Split(path)
	beside, err := os.ReadDir(cmp.Or(dir, "."))
	if err != nil {
		return nil
	}
	var names []string
	for _, f := range beside {
		if f.Type().IsRegular() {
			names = append(names, f.Name())
		}
	}
	missing := &study.NameError{Kind: "file", Name: name, Names: names}
	for _, near := range missing.Nearest() {
		all = append(all, study.Fix{Instead: dir + near})
	}
	return all
}

func readStream(ctx context.Context, r io.Reader, file string, o Options, labels labelChoice) ([]*study.Table, error) {
	return abandonable(ctx, file, func() ([]*study.Table, error) { return readTables(ctx, r, file, o, labels) })
}

// readTables takes a file through its stages: container, records, columns, tables.
func readTables(ctx context.Context, r io.Reader, file string, o Options, labels labelChoice) ([]*study.Table, error) {
	opened, err := openFile(ctx, r, file, o, labels)
	if err != nil {
		return nil, err
	}
	defer opened.text.close()
	if err := opened.readAll(opened.records); err != nil {
		return nil, opened.from.placed(err)
	}
	opened.source.Encoding = opened.encoding()
	tables, err := opened.tables()
	return tables, opened.from.placed(err)
}

// openedFile is a file whose columns are known.
type openedFile struct {
	*intake
	from     *input
	text     text
	plain    records // as the file has them
	ahead    *ahead  // of delimited text and JSON
	records  records // a label each
	resolved Options // of the caller, with what was recognised
}

// joined joins the descriptions of recognised layouts.
func joined(all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(text string) bool { return text == "" }), "; ")
}

// openFile finds out how a file writes its rows, and which columns play a part.
func openFile(ctx context.Context, r io.Reader, file string, o Options, labels labelChoice) (*openedFile, error) {
	o = o.settled()
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.Kind == study.Ordinal && labels.several && len(labels.names) == 0 {
		return nil, study.Faultf(OrderOfUnits,
			"the columns of 0 and 1 are asked for, but two categories have no order").FixedBy(study.By("", "order"),
			study.Choose("name the columns", "label"))
	}
	if labels.several && o.layoutOption() != "" {
		return nil, study.Faultf(WideWithColumns, "the columns are named both as labelers and as labels").
			FixedBy(study.By("", "label"), study.By("", "wide"))
	}
	if labels.several && (o.GoldColumn != "" || len(o.JudgeColumns) > 0) {
		return nil, study.Faultf(study.BadOption,
			"a column of answers goes with one column of labels, but several are named")
	}
	i, err := newInput(ctx, r, file, o, labels, &sheetList{})
	if err != nil {
		return nil, err
	}
	opened, err := i.opened()
	if err != nil {
		i.close()
	}
	return opened, i.placed(err)
}

// opened opens the rows of a file and finds the columns.
func (from *input) opened() (*openedFile, error) {
	plain, source, chosen, err := from.records()
	if err != nil {
		return nil, err
	}
	if from.options.several() {
		if plain, chosen, err = from.join(plain, &source, chosen); err != nil {
			return nil, err
		}
	}
	return from.taken(plain, source, chosen)
}

// taken finds the columns of rows that are open.
func (from *input) taken(plain records, source study.Source, chosen Options) (*openedFile, error) {
	if from.options.Sample {
		plain = &onlyFirst{sameColumns: sameColumns{over{plain}}, left: mostFirstRows, bytes: mostTried}
	}
	opened := &openedFile{from: from, text: from.text, plain: plain, records: plain}
	rows, first, err := from.sampled(plain, chosen)
	if err != nil {
		return nil, err
	}
	opened.ahead, _ = rows.(*ahead)
	if !chosen.AsIs && !from.shard {
		if e := first.groupedHeader(); e != nil {
			return nil, e
		}
	}
	first, said := from.withoutHeaders(rows, first, chosen)
	rows, first, left, err := filtered(rows, first, from.file, chosen.Where)
	if err != nil {
		return nil, err
	}
	rows, first, chosen, commas := from.withDecimalPoints(rows, first, source, chosen)
	if !chosen.AsIs && !from.shard {
		if e := first.summaryRows(); e != nil {
			return nil, e
		}
	}
	rows, first, unwrapped := from.withoutObjects(rows, first, chosen)
	rows, first, chosen, winners := withOneWinner(rows, first, chosen)
	opened.records = rows
	if from.options.Looks {
		source.Looks = first.looks()
	}
	chosen.texts = first.texts()
	chosen, seen, err := from.recognised(first, chosen)
	if err != nil {
		return nil, explained(plain, first, from.file, from.options, err)
	}
	source.Recognised = joined(source.Recognised, said, commas, unwrapped, winners, seen.layout)
	source.Layout = chosen.layoutOption()
	if source.Layout != "" && source.FileAs == study.LabelerFactor && from.options.FileAs == "" {
		chosen.Labeler, source.FileAs = from.options.Labeler, "" // the layout says who the labelers are
	}
	opened.resolved = chosen
	laid, err := layOut(rows, first, from.file, chosen)
	if err == nil {
		laid, err = readBeside(laid, first, from.file)
	}
	if err != nil {
		return nil, explained(plain, first, from.file, from.options, err)
	}
	opened.records, chosen = laid.records, laid.options
	if b, ok := laid.records.(*withAnswers); ok {
		source.Probabilities = b.probabilities()
	}
	for _, i := range laid.raters {
		source.Wide = append(source.Wide, rows.Header()[i])
	}
	if opened.intake, err = newIntake(opened.records.Header(), source, from.options, chosen, from.labels); err != nil {
		return nil, explained(plain, first, from.file, from.options, err)
	}
	opened.tell(seen.told)
	opened.intake.first, opened.intake.raters, opened.intake.occasion = first, laid.raters, laid.occasion
	opened.intake.filter, opened.intake.sheets, opened.intake.resolved = left, from.sheets, opened.resolved
	for _, l := range opened.intake.labels {
		l.won = laid.won
	}
	if err := opened.intake.takeLatest(); err != nil {
		return nil, err
	}
	if d, ok := opened.records.(declaring); ok {
		opened.declare(d)
	}
	if from.joined != nil {
		opened.intake.joined = from.joined
		if err := from.joined.require(opened.parts()); err != nil {
			return nil, err
		}
	}
	return opened, nil
}

// encoding says in which encoding the file is; "" for UTF-8.
func (opened *openedFile) encoding() string {
	said := opened.text.transcoder.said()
	if j := opened.from.joined; j != nil {
		for _, text := range j.texts {
			said = cmp.Or(said, text.said())
		}
	}
	return said
}

// parts are the columns that play one.
func (opened *openedFile) parts() []string {
	var names []string
	for i, used := range opened.intake.used() {
		if used {
			names = append(names, opened.header.names[i])
		}
	}
	return append(names, opened.intake.source.Wide...)
}

// newInput opens the text of a file.
func newInput(
	ctx context.Context, r io.Reader, file string, o Options, labels labelChoice, sheets *sheetList,
) (*input, error) {
	whole, size := randomAccess(r)
	src, err := openText(ctx, r, file)
	if src.compression != "" {
		whole = nil
	}
	return &input{text: src, ctx: ctx, file: file, options: o, labels: labels, whole: whole, size: size,
		sheets: sheets}, err
}

// randomAccess returns the bytes of a file that can be read at any place and whose reading
// begins at its start; nil for a stream.
func randomAccess(r io.Reader) (io.ReaderAt, int64) {
	f, ok := r.(interface {
		io.ReaderAt
		io.Seeker
	})
	if !ok {
		return nil, 0
	}
	if at, err := f.Seek(0, io.SeekCurrent); err != nil || at != 0 {
		return nil, 0
	}
	size, err := f.Seek(0, io.SeekEnd)
	if _, back := f.Seek(0, io.SeekStart); err != nil || back != nil {
		return nil, 0
	}
	return f, size
}

// spooled reads a stream into memory, for formats that are read at any place.
func (from *input) spooled(what string, limit int64) (io.ReaderAt, int64, error) {
	var b bytes.Buffer
	n, err := io.Copy(&b, io.LimitReader(from.text, limit+1))
	if err != nil {
		return nil, 0, damaged(from.compression, err)
	}
	if n > limit {
		return nil, 0, study.Faultf(OutOfMemory,
			"the %s data do not come from a plain file and need more memory than there is", what).
			Advising("name the file, uncompressed")
	}
	return bytes.NewReader(b.Bytes()), n, nil
}
