package read

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"concord/study"
)

// jsonRecords is records of objects. Its columns are the members of the first objects.
type jsonRecords struct {
	jsonStream
	shape shape
	sheet sheet
	tops  []string // names of the members of the first object of an export
	row   int      // of the sheet that comes next
	from  int      // line of the object
}

// newJSONRecords looks at the objects in the first stretch of the text.
func newJSONRecords(src text, file string, concerns func(name string, question bool) bool) (*jsonRecords, error) {
	r := &jsonRecords{jsonStream: jsonStream{window: newWindow(src, file)}}
	r.sheet = sheet{index: make(map[string]int), concerns: concerns, late: make(map[string]bool)}
	for {
		if err := r.fill(); err != nil {
			return nil, err
		}
		objects, err := r.look()
		if objects > 0 {
			return r, nil
		}
		if r.eof && err == io.EOF {
			return nil, study.Faultf(NoRows, "there is no object in the JSON text")
		}
		if r.eof {
			return nil, err
		}
	}
}

// look finds the shape and the columns in the buffer, and returns how many objects the buffer holds and why there are
// no more.
func (r *jsonRecords) look() (objects int, err error) {
	r.shape = shape{spread: spreadRow, rows: true}
	for s := r.sample(); ; {
		if _, err := s.next(); err != nil {
			break
		}
		if shape, ok := shapeOf(&s.doc); ok {
			r.shape = shape
			for n := range s.doc.children(0) {
				r.tops = append(r.tops, string(n.key))
			}
			break
		}
	}
	return r.columns()
}

// sample is the objects in the buffer: of a copy, because strings lose their escapes there.
func (r *jsonRecords) sample() *jsonStream {
	head := r.buf[r.pos:r.end]
	return &jsonStream{window: window{file: r.file, buf: bytes.Clone(head), end: len(head), eof: true, line: r.line}}
}

// columns finds the columns of the shape in the buffer, as look does. Whoever reads the rows meets objects at fault.
func (r *jsonRecords) columns() (objects int, err error) {
	r.sheet.grow = true
	var fault error
	for s := r.sample(); ; {
		if _, err = s.next(); err != nil {
			break
		}
		if spread := r.shape.spread(&s.doc, &r.sheet); spread == nil {
			objects++
		} else if fault == nil {
			var e *study.Error
			if fault = spread; errors.As(spread, &e) {
				e.File, e.Line = r.file, s.line
			}
		}
		r.sheet.path = r.sheet.path[:0]
	}
	if objects == 0 && fault != nil {
		err = fault
	}
	r.sheet.grow = false
	if r.shape.export != "" && len(r.shape.usual.label) == 0 {
		r.shape.usual.label = r.sheet.labels
	}
	return objects, err
}

// Header returns the names of the columns.
func (r *jsonRecords) Header() []string { return r.sheet.header }

// Order returns the categories of a column as the file orders them.
func (r *jsonRecords) Order(column int) []string { return r.shape.orders[r.sheet.header[column]] }

// Late returns the names of columns that came after the columns were chosen, so far as they are kept.
func (r *jsonRecords) Late() []string { return r.sheet.lately }

// Next returns the next row and the line on which its object begins.
func (r *jsonRecords) Next() ([][]byte, int, error) {
	for r.row == r.sheet.rows {
		line, err := r.next()
		if err != nil {
			return nil, line, err
		}
		r.row, r.from = 0, line
		r.sheet.clear()
		if err := r.shape.spread(&r.doc, &r.sheet); err != nil {
			var e *study.Error
			if errors.As(err, &e) {
				e.File, e.Line = r.file, line+int(r.sheet.at)
			}
			return nil, line, err
		}
		if r.sheet.rows == 0 && r.foreign() {
			return nil, line, study.Faultf(BadJSON,
				"the object has none of the members that the first objects of this export have").AtLine(line).
				Advising("leave it out")
		}
	}
	r.row++
	return r.sheet.row(r.row - 1), r.from + int(r.sheet.lines[r.row-1]), nil
}

// foreign reports whether the object has members, and none of those that the first object of an export has.
func (r *jsonRecords) foreign() bool {
	if r.shape.export == "" || r.shape.log || r.doc.nodes[0].first == 0 {
		return false
	}
	for n := range r.doc.children(0) {
		if slices.Contains(r.tops, string(n.key)) {
			return false
		}
	}
	return true
}
