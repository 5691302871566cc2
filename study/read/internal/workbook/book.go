// Package workbook reads sheets of workbooks (ECMA-376, "Office Open XML", of Excel and others): the values of cells,
// row by row, in a memory that the caller bounds. Whatever is in a file, it neither panics nor takes more.
package workbook

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

const (
	mostDirectory = 4 << 20 // bytes of the list of parts, which has a few dozen
	mostSheets    = 1 << 12
	mostRelations = 1 << 14
	longestName   = 1 << 10 // bytes of the name of a sheet or a relation
	// The most that a part may unpack to, in multiples of its size, beyond [smallPart] bytes.
	bombRatio = 500
	smallPart = 1 << 28
)

// Book is a workbook whose sheets can be read.
type Book struct {
	Sheets []Sheet // tables, in their order; charts are none

	parts   map[string]*zip.File
	strings texts
	dates   []bool // of each format of cells
	from    int    // the year in which days begin to count, 1900 or 1904
	stale   bool   // values of formulas are to be computed when it is opened
	limit   int64
}

// Sheet is a table of a workbook.
type Sheet struct {
	Name   string
	Hidden bool
	part   *zip.File
}

// Open reads everything but the sheets. Limit bounds the bytes of texts that are kept.
func Open(r io.ReaderAt, size, limit int64) (*Book, error) {
	whole := &firstReads{ReaderAt: r, left: mostDirectory}
	archive, err := zip.NewReader(whole, size)
	if err != nil {
		if fault := (*Fault)(nil); errors.As(err, &fault) || interrupted(err) {
			return nil, err
		}
		return nil, &Fault{Reason: Broken, What: "the list of its parts is missing or damaged", Err: err}
	}
	whole.left = -1
	b := &Book{parts: make(map[string]*zip.File), from: 1900, limit: limit}
	for _, f := range archive.File {
		b.parts[partName(f.Name)] = f
	}
	main, err := b.main()
	if err != nil {
		return nil, err
	}
	related, err := b.relations(main)
	if err != nil {
		return nil, err
	}
	if err := b.readMain(main, related); err != nil {
		return nil, err
	}
	for _, rel := range related {
		switch rel.kind {
		case "styles":
			err = b.readStyles(rel.part)
		case "sharedStrings":
			err = b.readTexts(rel.part)
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// firstReads bounds how much is read; −1 is all.
type firstReads struct {
	io.ReaderAt
	left int64
}

func (first *firstReads) ReadAt(p []byte, at int64) (int, error) {
	if first.left >= 0 {
		if first.left < int64(len(p)) {
			return 0, broken("the list of its parts is longer than 4 MiB")
		}
		first.left -= int64(len(p))
	}
	return first.ReaderAt.ReadAt(p, at)
}

func interrupted(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// partName is the name of a part as others refer to it: case is of no account, and some programs write \.
func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean(strings.ReplaceAll(name, `\`, "/")), "/"))
}

// open opens a part, which fails if it unpacks to far too much.
func (b *Book) open(part *zip.File) (io.ReadCloser, error) {
	r, err := part.Open()
	if err != nil {
		return nil, partFault(err)
	}
	return &unpacking{ReadCloser: r, packed: max(1, int64(min(part.CompressedSize64, 1<<62)))}, nil
}

type unpacking struct {
	io.ReadCloser
	packed, bytes int64
}

func (u *unpacking) Read(p []byte) (int, error) {
	n, err := u.ReadCloser.Read(p)
	if u.bytes += int64(n); u.bytes > smallPart && u.bytes/bombRatio > u.packed {
		return 0, &Fault{Reason: Bomb,
			What: "a part of it unpacks to more than 500 times its size, which no table of labels does"}
	}
	if err != nil && err != io.EOF {
		err = partFault(err)
	}
	return n, err
}

func partFault(err error) error {
	if interrupted(err) {
		return err
	}
	return &Fault{Reason: Broken, What: "a part of it cannot be unpacked (" + err.Error() + ")", Err: err}
}

// scan calls visit for each token of a part.
func (b *Book) scan(part *zip.File, visit func(s *scanner, t token) error) error {
	r, err := b.open(part)
	if err != nil {
		return err
	}
	defer r.Close()
	s := newScanner(r)
	for {
		t, err := s.next()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = visit(s, t)
		}
		if err != nil {
			return err
		}
	}
}

// relation is a part that another one names.
type relation struct {
	id, kind string
	part     *zip.File
}

// relations are the parts that a part names; "" is the package.
func (b *Book) relations(of string) ([]relation, error) {
	folder, name := path.Split(of)
	list := b.parts[partName(folder+"_rels/"+name+".rels")]
	if list == nil {
		return nil, nil
	}
	var all []relation
	err := b.scan(list, func(s *scanner, t token) error {
		if t != startToken || s.name != "Relationship" || s.attribute("TargetMode") == "External" {
			return nil
		}
		target := s.attribute("Target")
		if !strings.HasPrefix(target, "/") {
			target = folder + target
		}
		kind := s.attribute("Type")
		if part := b.parts[partName(target)]; part != nil {
			all = append(all, relation{s.attribute("Id"), kind[strings.LastIndexByte(kind, '/')+1:], part})
		}
		if len(all) > mostRelations || len(s.attribute("Id")) > longestName || len(kind) > longestName {
			return broken(fmt.Sprintf("a part of the workbook names more than %d others, or by a name that is too long",
				mostRelations))
		}
		return nil
	})
	return all, err
}

// main returns the name of the part that lists the sheets.
func (b *Book) main() (string, error) {
	related, err := b.relations("")
	if err != nil {
		return "", err
	}
	for _, rel := range related {
		if name := partName(rel.part.Name); rel.kind == "officeDocument" && strings.HasSuffix(name, ".xml") &&
			strings.HasPrefix(path.Base(name), "workbook") {
			return name, nil
		}
	}
	return "", b.foreign()
}

// foreign names the kind of a zip file that is no workbook.
func (b *Book) foreign() error {
	const other = "save it as CSV or .xlsx"
	for _, known := range []struct{ part, what, remedy string }{
		{"xl/workbook.bin", "a binary Excel workbook (.xlsb)", other},
		{"word/document.xml", "a text of a word processor (.docx)", "save the table that it shows as CSV"},
		{"ppt/presentation.xml", "a presentation (.pptx)", "save the table that it shows as CSV"},
		{"content.xml", "an OpenDocument file, such as .ods", other},
		{"index/document.iwa", "a Numbers spreadsheet", "export it as CSV or .xlsx"},
	} {
		if b.parts[known.part] != nil {
			return &Fault{Reason: Foreign, What: known.what, Remedy: known.remedy}
		}
	}
	return &Fault{Reason: Foreign, What: "a zip file", Remedy: "unpack it and name the file in it: unzip FILE"}
}

// readMain lists the sheets.
func (b *Book) readMain(main string, related []relation) error {
	return b.scan(b.parts[main], func(s *scanner, t token) error {
		if t != startToken {
			return nil
		}
		switch s.name {
		case "workbookPr":
			if isTrue(s.attribute("date1904")) {
				b.from = 1904
			}
		case "calcPr":
			b.stale = isTrue(s.attribute("fullCalcOnLoad"))
		case "sheet":
			if len(b.Sheets) == mostSheets || len(s.attribute("name")) > longestName {
				return broken(fmt.Sprintf("it has more than %d sheets, or one whose name is too long", mostSheets))
			}
			id, state := s.attribute("id"), s.attribute("state")
			for _, rel := range related {
				if rel.id == id && rel.kind == "worksheet" {
					b.Sheets = append(b.Sheets,
						Sheet{s.attribute("name"), state == "hidden" || state == "veryHidden", rel.part})
					break
				}
			}
		}
		return nil
	})
}

// isTrue reports whether an attribute is set.
func isTrue(value string) bool { return value == "1" || value == "true" }
