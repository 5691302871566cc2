// Package read reads tables of human ratings from files: delimited text, JSON, Parquet, sheets of workbooks, and the
// exports of labelling programs. It recognises formats, columns and kinds of labels if it can, and describes them in
// [study.Table.Source].
//
// The packages below it are listed in order: each imports only earlier ones. They are faults (codes),
// internal/container (bytes to fields), internal/naming (options, and roles by names), internal/stream (rows, their
// transforms, the first rows), internal/jsonrows, internal/kinds (kinds of labels) and internal/layouts (the role of
// each column). This package makes tables of the rows.
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

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
	"concord/study/read/internal/layouts"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// StandardInput is the path for standard input, in errors too.
const (
	StandardInput     = "-"
	standardInputName = "standard input"
)

// Read reads a file with one label in each row. The rows come from r, and errors use the path as its name. If r is nil,
// they come from the file at that path; [StandardInput] is standard input. The file is delimited text with a header,
// JSON, Parquet or a workbook (see [study.Format]), plain or compressed by gzip or zstd. It may be the export of a
// labelling program, which Read recognises by its columns: Label Studio (JSON, CSV), Prodigy (JSON lines), Argilla
// (JSON), MTurk (CSV of a batch), Toloka and crowd-kit (TSV). [study.Table.Source] says how it was read. A fault of the
// input is a [*study.Error].
//
// The item and the label column must be there. A file without study column is one study named [study.WholeFile]; one
// without labeler column names no labelers. A row whose label is missing is left out. An id that is missing in a row
// with a label is an error, because such rows together as one labeler or item would give a number that looks right.
//
// If the context ends first, it returns at once with an error that wraps the context's, and a call of r.Read that
// blocks is left behind.
func Read(ctx context.Context, r io.Reader, path string, o Options) (*study.Table, error) {
	tables, err := readAll(ctx, r, path, o, naming.LabelChoice{})
	if err != nil {
		return nil, err
	}
	return tables[0], nil
}

// Tables reads a file as [Read] does, and returns a table for each of the groupings that [Options.Study] names: the
// same labels, in other studies. Labels without a value in a column of a grouping are left out there, and counted in
// [study.Source].
//
// If it is given label columns, it reads them in one pass, and returns a table for each column in the order given, and
// for each grouping. [naming.AllColumns] are all columns that hold 0, 1 and missing values only, in the order of the
// file. [Options.Label] is not used then, and [Options.Wide] is an error. Tables of columns in which no label is
// missing share their indices.
func Tables(ctx context.Context, r io.Reader, path string, labels []string, o Options) ([]*study.Table, error) {
	return readAll(ctx, r, path, o, severalLabels(labels))
}

// Cut reads the labels of a file as [Read] does and cuts them by some of [Options.Factors]. It serves many tasks, whose
// tables are made one at a time, and needs a few bytes of memory for each label. Duplicates must be an error, no
// labeler may be excluded, and one column at most may name the studies.
func Cut(ctx context.Context, r io.Reader, path string, by []string, o Options) (*study.Cutting, error) {
	return opening(ctx, r, path, func(r io.Reader, file string) (*study.Cutting, error) {
		return cut(ctx, r, file, by, o)
	})
}

// severalLabels chooses label columns; nil is the one of the options.
func severalLabels(names []string) naming.LabelChoice {
	choice := naming.LabelChoice{Several: names != nil, Groupings: true}
	if len(names) != 1 || names[0] != AllColumns {
		choice.Names = names
	}
	return choice
}

// opening calls read with a reader or, if it is nil, the file at a path.
func opening[T any](
	ctx context.Context, r io.Reader, path string, read func(r io.Reader, file string) (T, error),
) (T, error) {
	if r == nil && path == StandardInput {
		r, path = os.Stdin, standardInputName
	}
	return container.Abandonable(ctx, path, func() (T, error) {
		if r != nil {
			return read(r, path)
		}
		f, err := openFileToRead(path)
		if err != nil {
			var none T
			return none, err
		}
		defer f.Close()
		return read(f, path)
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
		return nil, faults.NotReadable.Faultf("this is a directory, not a file")
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
	fault := faults.NotReadable.Faultf("%s", cause.Error()).Wrapping(err)
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

// readAll takes a file through its stages: container, records, columns, tables.
func readAll(ctx context.Context, r io.Reader, path string, o Options, labels naming.LabelChoice) ([]*study.Table,
	error) {
	return opening(ctx, r, path, func(r io.Reader, file string) ([]*study.Table, error) {
		opened, err := openFile(ctx, r, file, o, labels)
		if err != nil {
			return nil, err
		}
		defer opened.text.Close()
		if err := opened.readAll(opened.records); err != nil {
			return nil, opened.from.placed(err)
		}
		opened.source.Encoding = opened.encoding()
		tables, err := opened.tables()
		return tables, opened.from.placed(err)
	})
}

// openedFile is a file whose columns are known.
type openedFile struct {
	*intake
	from     *input
	text     container.Text
	plain    stream.Records // as the file has them
	ahead    *ahead         // of delimited text and JSON
	records  stream.Records // a label each
	resolved Options        // of the caller, with what was recognised
}

// openFile finds out how a file writes its rows, and which columns play a part.
func openFile(ctx context.Context, r io.Reader, file string, o Options, labels naming.LabelChoice) (*openedFile,
	error) {
	o = o.Settled()
	if err := o.Check(); err != nil {
		return nil, err
	}
	if o.Kind == study.Ordinal && labels.Several && len(labels.Names) == 0 {
		return nil, faults.OrderOfUnits.Faultf(
			"the columns of 0 and 1 are asked for, but two categories have no order").FixedBy(study.By("", "order"),
			study.Choose("name the columns", "label"))
	}
	if labels.Several && o.LayoutOption() != "" {
		return nil, faults.WideWithColumns.Faultf("the columns are named both as labelers and as labels").
			FixedBy(study.By("", "label"), study.By("", "wide"))
	}
	if labels.Several && (o.GoldColumn != "" || len(o.JudgeColumns) > 0) {
		return nil, study.BadOption.Faultf(
			"a column of answers goes with one column of labels, but several are named")
	}
	i, err := newInput(ctx, r, file, o, labels, &sheetList{})
	if err != nil {
		return nil, err
	}
	opened, err := i.opened()
	if err != nil {
		i.Close()
	}
	return opened, i.placed(err)
}

// opened opens the rows of a file and finds the columns.
func (from *input) opened() (*openedFile, error) {
	plain, source, chosen, err := from.records()
	if err != nil {
		return nil, err
	}
	if from.options.Several() {
		if plain, chosen, err = from.join(plain, &source, chosen); err != nil {
			return nil, err
		}
	}
	return from.taken(plain, source, chosen)
}

// taken finds the columns of rows that are open.
func (from *input) taken(plain stream.Records, source study.Source, chosen Options) (*openedFile, error) {
	if from.options.Sample {
		plain = &onlyFirst{SameColumns: stream.SameColumns{Over: stream.Over{Records: plain}},
			left: stream.MostFirstRows, bytes: mostTried}
	}
	opened := &openedFile{from: from, text: from.Text, plain: plain, records: plain}
	rows, first, err := from.sampled(plain, chosen)
	if err != nil {
		return nil, err
	}
	opened.ahead, _ = rows.(*ahead)
	if !chosen.AsIs && !from.shard {
		if e := groupedHeader(first); e != nil {
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
		if e := summaryRows(first); e != nil {
			return nil, e
		}
	}
	rows, first, unwrapped := from.withoutObjects(rows, first, chosen)
	rows, first, chosen, winners := layouts.WithOneWinner(rows, first, chosen)
	opened.records = rows
	if from.options.Looks {
		source.Looks = layouts.Looks(first)
	}
	chosen.Texts = texts(first)
	var seen layouts.Recognition
	if !from.shard {
		chosen, seen, err = layouts.Recognised(from.labels, from.file, first, chosen)
	}
	if err != nil {
		return nil, explained(plain, first, from.file, from.options, err)
	}
	source.Recognised = naming.Joined(source.Recognised, said, commas, unwrapped, winners, seen.Layout)
	source.Layout = chosen.LayoutOption()
	if source.Layout != "" && source.FileAs == study.LabelerFactor && from.options.FileAs == "" {
		chosen.Labeler, source.FileAs = from.options.Labeler, "" // the layout says who the labelers are
	}
	opened.resolved = chosen
	laid, err := layouts.LayOut(rows, first, from.file, chosen)
	if err == nil {
		laid, err = readBeside(laid, first, from.file)
	}
	if err != nil {
		return nil, explained(plain, first, from.file, from.options, err)
	}
	opened.records, chosen = laid.Records, laid.Options
	if b, ok := laid.Records.(*withAnswers); ok {
		source.Probabilities = b.probabilities()
	}
	for _, i := range laid.Raters {
		source.Wide = append(source.Wide, rows.Header()[i])
	}
	if opened.intake, err = newIntake(opened.records.Header(), source, from.options, chosen, from.labels); err != nil {
		return nil, explained(plain, first, from.file, from.options, err)
	}
	opened.tell(seen.Told)
	opened.intake.first, opened.intake.raters, opened.intake.occasion = first, laid.Raters, laid.Occasion
	opened.intake.filter, opened.intake.sheets, opened.intake.resolved = left, from.sheets, opened.resolved
	for _, l := range opened.intake.labels {
		l.Won = laid.Won
	}
	if err := opened.intake.takeLatest(); err != nil {
		return nil, err
	}
	if d, ok := opened.records.(stream.Declaring); ok {
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
	said := opened.text.Transcoder.Said()
	if j := opened.from.joined; j != nil {
		for _, text := range j.texts {
			said = cmp.Or(said, text.Said())
		}
	}
	return said
}

// parts are the columns that play one.
func (opened *openedFile) parts() []string {
	var names []string
	for i, used := range opened.intake.used() {
		if used {
			names = append(names, opened.header.Names[i])
		}
	}
	return append(names, opened.intake.source.Wide...)
}

// newInput opens the text of a file.
func newInput(
	ctx context.Context, r io.Reader, file string, o Options, labels naming.LabelChoice, sheets *sheetList,
) (*input, error) {
	whole, size := randomAccess(r)
	src, err := container.OpenText(ctx, r, file)
	if src.Compression != "" {
		whole = nil
	}
	return &input{Text: src, ctx: ctx, file: file, options: o, labels: labels, whole: whole, size: size,
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
	n, err := io.Copy(&b, io.LimitReader(from.Text, limit+1))
	if err != nil {
		return nil, 0, container.Damaged(from.Compression, err)
	}
	if n > limit {
		return nil, 0, faults.OutOfMemory.Faultf(
			"the %s data do not come from a plain file and need more memory than there is", what).
			Advising("name the file, uncompressed")
	}
	return bytes.NewReader(b.Bytes()), n, nil
}
