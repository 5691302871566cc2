package jsonrows

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
)

// JsonRecords is records of objects. Its columns are the members of the first objects.
type JsonRecords struct {
	jsonStream
	Shape shape
	Sheet Sheet
	tops  []string // names of the members of the first object of an export
	row   int      // of the sheet that comes next
	from  int      // line of the object
}

// NewJSONRecords looks at the objects in the first stretch of the text.
func NewJSONRecords(src container.Text, file string, concerns func(name string, question bool) bool) (*JsonRecords,
	error) {
	r := &JsonRecords{jsonStream: jsonStream{Window: container.NewWindow(src, file)}}
	r.Sheet = Sheet{Index: make(map[string]int), Concerns: concerns, Late: make(map[string]bool)}
	for {
		if err := r.Fill(); err != nil {
			return nil, err
		}
		objects, err := r.look()
		if objects > 0 {
			return r, nil
		}
		if r.Eof && err == io.EOF {
			return nil, faults.NoRows.Faultf("there is no object in the JSON text")
		}
		if r.Eof {
			return nil, err
		}
	}
}

// look finds the shape and the columns in the buffer, and returns how many objects the buffer holds and why there are
// no more.
func (r *JsonRecords) look() (objects int, err error) {
	r.Shape = shape{spread: spreadRow, Rows: true}
	for s := r.sample(); ; {
		if _, err := s.next(); err != nil {
			break
		}
		if shape, ok := shapeOf(&s.doc); ok {
			r.Shape = shape
			for _, n := range s.doc.children(0) {
				r.tops = append(r.tops, string(n.Key))
			}
			break
		}
	}
	return r.Columns()
}

// sample is the objects in the buffer: of a copy, because strings lose their escapes there.
func (r *JsonRecords) sample() *jsonStream {
	head := r.Buf[r.Pos:r.End]
	return &jsonStream{Window: container.Window{File: r.File, Buf: bytes.Clone(head), End: len(head), Eof: true,
		Line: r.Line}}
}

// Columns finds the columns of the shape in the buffer, as look does. Whoever reads the rows meets objects at fault.
func (r *JsonRecords) Columns() (objects int, err error) {
	r.Sheet.grow = true
	var fault error
	for s := r.sample(); ; {
		if _, err = s.next(); err != nil {
			break
		}
		if spread := r.Shape.spread(&s.doc, &r.Sheet); spread == nil {
			objects++
		} else if fault == nil {
			var e *study.Error
			if fault = spread; errors.As(spread, &e) {
				e.File, e.Line = r.File, s.Line
			}
		}
		r.Sheet.path = r.Sheet.path[:0]
	}
	if objects == 0 && fault != nil {
		err = fault
	}
	r.Sheet.grow = false
	if r.Shape.Export != "" && len(r.Shape.Usual.label) == 0 {
		r.Shape.Usual.label = r.Sheet.labels
	}
	return objects, err
}

// Header returns the names of the columns.
func (r *JsonRecords) Header() []string { return r.Sheet.Header }

// Order returns the categories of a column as the file orders them.
func (r *JsonRecords) Order(column int) []string { return r.Shape.orders[r.Sheet.Header[column]] }

// Late returns the names of columns that came after the columns were chosen, so far as they are kept.
func (r *JsonRecords) Late() []string { return r.Sheet.lately }

// Next returns the next row and the line on which its object begins.
func (r *JsonRecords) Next() ([][]byte, int, error) {
	for r.row == r.Sheet.rows {
		line, err := r.next()
		if err != nil {
			return nil, line, err
		}
		r.row, r.from = 0, line
		r.Sheet.clear()
		if err := r.Shape.spread(&r.doc, &r.Sheet); err != nil {
			var e *study.Error
			if errors.As(err, &e) {
				e.File, e.Line = r.File, line+int(r.Sheet.at)
			}
			return nil, line, err
		}
		if r.Sheet.rows == 0 && r.foreign() {
			return nil, line, faults.BadJSON.Faultf(
				"the object has none of the members that the first objects of this export have").AtLine(line).
				Advising("leave it out")
		}
	}
	r.row++
	return r.Sheet.row(r.row - 1), r.from + int(r.Sheet.lines[r.row-1]), nil
}

// foreign reports whether the object has members, and none of those that the first object of an export has.
func (r *JsonRecords) foreign() bool {
	if r.Shape.Export == "" || r.Shape.log || r.doc.Nodes[0].first == 0 {
		return false
	}
	for _, n := range r.doc.children(0) {
		if slices.Contains(r.tops, string(n.Key)) {
			return false
		}
	}
	return true
}
