package read

import (
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
	"concord/study/read/internal/jsonrows"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// severalFiles is the rows of several files, one after the other, with the name of its file behind each. Lines are
// counted on through all of them.
type severalFiles struct {
	first  *input // that of the first file, before it was called by all
	named  string // all files, as errors call them
	paths  []string
	names  []string
	format study.Format
	header []string

	now    stream.Records
	places []int    // of each column of the header in the file that is open; −1 where it has none
	bases  []int    // lines before those of each file that was opened
	last   int      // line of the row that was read last
	close  func()   // of the file that is open
	fields [][]byte // of the row that was read last
	late   []string // columns of later files that play no part
	used   map[string]bool
	absent []absentColumn          // columns of the header that a file was seen not to have
	texts  []*container.Transcoder // of the files after the first
}

// absentColumn is a column that a file does not have.
type absentColumn struct{ path, column string }

// join reads the further files after the first, and names in the options the part that the names of files play.
func (from *input) join(first stream.Records, source *study.Source, chosen Options) (stream.Records, Options, error) {
	paths := append([]string{from.file}, from.options.Beside...)
	names, err := namesOfFiles(paths)
	if err != nil {
		return nil, chosen, err
	}
	own := *from
	j := &severalFiles{first: &own, paths: paths, names: names, format: source.Format, bases: []int{0},
		close: func() {}, header: slices.Clone(first.Header())}
	j.named = filepath.ToSlash(from.file)
	if n := len(paths) - 1; n > 0 {
		j.named += " and " + visible.Count(n, "more file")
	}
	column := FileColumn
	for slices.Contains(j.header, column) {
		column += " read"
	}
	part := chosen.FileAs
	if part == "" && chosen.Labeler == "" && len(chosen.Asked()) == 0 && !j.namesLabelers(chosen) {
		part = study.LabelerFactor
	}
	switch part {
	case study.LabelerFactor:
		chosen.Labeler = column
	case naming.StudyPart:
		chosen.Study = column
	}
	source.Files, source.FileAs = paths, part
	for i := range j.header {
		j.places = append(j.places, i)
	}
	j.header = append(j.header, column)
	j.take(first)
	close := from.Text.Close
	from.Text.Close = func() {
		close()
		j.close()
	}
	from.file, source.File, from.joined = j.named, j.named, j
	return j, chosen, nil
}

// namesLabelers reports whether a column of the files names labelers.
func (j *severalFiles) namesLabelers(o Options) bool {
	h := naming.NewHeader("", j.header)
	for _, name := range append([]string{o.Item, o.Study, o.Label}, o.Factors...) {
		for _, i := range h.Find(name) {
			h.Taken[i] = naming.FactorPart
		}
	}
	return h.Candidates(naming.LabelerRole()) != nil
}

// namesOfFiles are the names of files without folder and extension, or with as many folders as are needed to
// distinguish them.
func namesOfFiles(paths []string) ([]string, error) {
	parts := make([][]string, len(paths))
	for i, path := range paths {
		parts[i] = strings.Split(filepath.ToSlash(filepath.Clean(path)), "/")
		last := &parts[i][len(parts[i])-1]
		*last = stem(*last)
	}
	for folders := 0; ; folders++ {
		names, seen := make([]string, len(paths)), make(map[string]int)
		twice, more := -1, false
		for i, p := range parts {
			names[i] = strings.Join(p[max(0, len(p)-1-folders):], "/")
			if _, known := seen[names[i]]; known {
				twice = i
			}
			seen[names[i]] = i
			more = more || folders < len(p)
		}
		if twice < 0 {
			return names, nil
		}
		if !more {
			return wholeNames(paths)
		}
	}
}

// wholeNames are paths with their extensions, which must differ.
func wholeNames(paths []string) ([]string, error) {
	var names []string
	for _, path := range paths {
		name := filepath.ToSlash(filepath.Clean(path))
		if slices.Contains(names, name) {
			return nil, faults.RepeatedFile.Faultf("the file is named twice").Advising("name it once")
		}
		names = append(names, name)
	}
	return names, nil
}

// stem is the name of a file without its extension, and without the one of a compression.
func stem(name string) string {
	for _, packed := range []string{".gz", ".zst", ".zstd"} {
		name = strings.TrimSuffix(name, packed)
	}
	if short := strings.TrimSuffix(name, filepath.Ext(name)); short != "" {
		return short
	}
	return name
}

// take begins with the rows of a file.
func (j *severalFiles) take(r stream.Records) {
	if p, ok := r.(interface{ selectReadable() }); ok {
		p.selectReadable()
	}
	j.now = r
}

// Header returns the names of the columns.
func (j *severalFiles) Header() []string { return j.header }

// Next returns the next row.
func (j *severalFiles) Next() ([][]byte, int, error) {
	for {
		k := len(j.bases) - 1
		fields, line, err := j.now.Next()
		switch {
		case err == io.EOF && k+1 == len(j.paths):
			return nil, j.last, io.EOF
		case err == io.EOF:
			if err := j.next(); err != nil {
				return nil, j.last, study.InFile(j.paths[k+1], err)
			}
			continue
		case err != nil:
			return nil, j.bases[k] + line, study.InFile(j.paths[k], err)
		}
		if width := len(j.now.Header()); len(fields) != width {
			return nil, j.bases[k] + line, study.InFile(j.paths[k], stream.Ragged(line, len(fields), width))
		}
		j.fields = j.fields[:0]
		for _, place := range j.places {
			if place < 0 {
				j.fields = append(j.fields, nil)
				continue
			}
			j.fields = append(j.fields, fields[place])
		}
		j.fields = append(j.fields, []byte(j.names[k]))
		j.last = j.bases[k] + line
		return j.fields, j.last, nil
	}
}

// next opens the file behind the one that is open.
func (j *severalFiles) next() error {
	j.keepLate()
	j.close()
	j.close = func() {}
	k := len(j.bases)
	j.bases = append(j.bases, j.last)
	path := j.paths[k]
	f, err := openFileToRead(path)
	if err != nil {
		return err
	}
	j.close = func() { _ = f.Close() }
	i, err := newInput(j.first.ctx, f, path, j.first.options, j.first.labels, j.first.sheets)
	if err != nil {
		return err
	}
	j.close = func() {
		i.Text.Close() // that of a sheet too
		_ = f.Close()
	}
	j.texts = append(j.texts, i.Transcoder)
	source := study.Source{Format: i.options.Format}
	if source.Format == 0 {
		source.Format = i.detect()
	}
	if source.Format != j.format {
		return faults.MixedFiles.Faultf("this is %v, but %s is %v: files that are read together are of one format",
			source.Format, visible.Text(j.paths[0]), j.format).Advising("read those of one format")
	}
	r, _, err := i.open(&source)
	if err != nil {
		return err
	}
	j.take(r)
	return j.match(path, r.Header())
}

// match finds the columns of the first file in another, which has all that play a part, in any order.
func (j *severalFiles) match(path string, names []string) error {
	h := naming.NewHeader(path, names)
	for c, name := range j.header[:len(j.header)-1] {
		j.places[c] = -1
		switch found := h.Find(name); {
		case len(found) == 1:
			j.places[c] = found[0]
			h.Taken[found[0]] = name
		case j.used[name], j.used == nil && j.first.concerns(name, false):
			return j.lacks(absentColumn{path, name})
		case j.used == nil:
			j.absent = append(j.absent, absentColumn{path, name})
		}
	}
	for i, name := range names {
		if h.Taken[i] != "" {
			continue
		}
		if j.first.concerns(name, false) {
			return faults.DifferentColumns.Faultf("column %q is not in %s, which is read with it", name,
				visible.Text(j.paths[0])).InColumn(name).Advising("give the files the same columns")
		}
		j.keep(name)
	}
	return nil
}

func (j *severalFiles) lacks(a absentColumn) error {
	return faults.DifferentColumns.Faultf("there is no column %q, which %s has", a.column, visible.Text(j.paths[0])).
		InFile(a.path).InColumn(a.column).Advising("give the files the same columns")
}

// require refuses files without a column that plays a part, those that were read already among them.
func (j *severalFiles) require(names []string) error {
	j.used = make(map[string]bool)
	for _, name := range names {
		j.used[name] = true
	}
	for _, a := range j.absent {
		if j.used[a.column] {
			return j.lacks(a)
		}
	}
	j.absent = nil
	return nil
}

func (j *severalFiles) keep(name string) {
	if len(j.late) < jsonrows.MostLateKeys && !slices.Contains(j.late, name) && !slices.Contains(j.header, name) {
		j.late = append(j.late, name)
	}
}

// keepLate remembers the columns that came late in the file that is open.
func (j *severalFiles) keepLate() {
	if g, ok := j.now.(stream.Growing); ok {
		for _, name := range g.Late() {
			j.keep(name)
		}
	}
}

// Late returns the names of columns that are not in the header.
func (j *severalFiles) Late() []string {
	j.keepLate()
	return j.late
}

// Order returns the categories of a column, ascending, if the first file has them.
func (j *severalFiles) Order(column int) []string {
	if d, ok := j.now.(stream.Declaring); ok && len(j.bases) == 1 && column < len(j.header)-1 {
		return d.Order(column)
	}
	return nil
}

// of returns the file of a line, and the line there.
func (j *severalFiles) of(line int) (path string, there int) {
	k := len(j.bases) - 1
	for k > 0 && line <= j.bases[k] {
		k--
	}
	return j.paths[k], line - j.bases[k]
}

// placed returns an error about a line of all files as one of the file that it is in. One that names no file is of all.
func (from *input) placed(err error) error {
	var e *study.Error
	err = study.InFile(from.file, err)
	if from.joined != nil && errors.As(err, &e) && e.File == from.joined.named && e.Line > 0 {
		e.File, e.Line = from.joined.of(e.Line)
	}
	return from.sheets.inSheet(err)
}
