package tasks

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"

	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/document"
	"concord/internal/tasks/batch"
	"concord/internal/tasks/fits"
	"concord/internal/visible"
)

// Names of the tables of a folder.
const (
	csvFile     = "tasks.csv"
	linesFile   = "tasks.jsonl"
	parquetFile = "tasks.parquet"
	secondsFile = "seconds.csv"
)

// sink takes the rows of the tidy table one after the other.
type sink interface {
	write(cells []any) error
	close() error
}

// csvSink writes rows as CSV; the errors of a csv.Writer stay with it.
type csvSink struct{ w *csv.Writer }

func newCSV(w io.Writer, columns []answer.Column) sink {
	c := csvSink{csv.NewWriter(w)}
	names := make([]any, len(columns))
	for i, column := range columns {
		names[i] = column.Name
	}
	_ = c.write(names)
	return c
}

func (c csvSink) write(cells []any) error {
	row := make([]string, len(cells))
	for i, cell := range cells {
		switch v := cell.(type) {
		case string:
			row[i] = document.Guarded(v)
		case float64:
			row[i] = strconv.FormatFloat(v, 'g', -1, 64)
		case int64:
			row[i] = strconv.FormatInt(v, 10)
		}
	}
	return c.w.Write(row)
}

func (c csvSink) close() error {
	c.w.Flush()
	return c.w.Error()
}

// linesSink writes rows as JSON objects, one a line, with members in the order of the columns.
type linesSink struct {
	w     io.Writer
	names [][]byte // as JSON
}

func newLines(w io.Writer, columns []answer.Column) sink {
	l := linesSink{w: w}
	for _, column := range columns {
		l.names = append(l.names, asJSON(column.Name))
	}
	return l
}

// asJSON encodes a cell, which JSON can always hold.
func asJSON(cell any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(cell); err != nil {
		panic("tasks: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func (l linesSink) write(cells []any) error {
	b := []byte("{")
	for i, cell := range cells {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, l.names[i]...), ':'), asJSON(cell)...)
	}
	_, err := l.w.Write(append(b, "}\n"...))
	return err
}

func (l linesSink) close() error { return nil }

// Tables writes the tidy table of the kept tasks, in the order given, as CSV, JSON lines and Parquet. The seconds that
// each took, which differ from run to run, are in a separate file. Each task is handed to each, which may be nil, and
// then forgotten, so that not all are in memory at once. It returns how many of them are kept.
func (f *Folder) Tables(
	cut []string, all []batch.Task, each func(batch.Task, fits.Task, *answer.Answer) error,
) (kept int, err error) {
	columns := columnsOf(cut, answer.Column{Name: "status"}, answer.Column{Name: "seed", Whole: true})
	var sinks []sink
	var files []*pending
	defer func() {
		for _, p := range files {
			if ended := p.end(err); err == nil {
				err = ended
			}
		}
	}()
	open := func(name string, columns []answer.Column,
		make func(io.Writer, []answer.Column) sink) (sink, error) {
		p, err := f.begin(name)
		if err != nil {
			return nil, err
		}
		files = append(files, p)
		return make(p, columns), nil
	}
	for _, table := range []struct {
		name string
		make func(io.Writer, []answer.Column) sink
	}{{csvFile, newCSV}, {linesFile, newLines}, {parquetFile, newParquet}} {
		s, err := open(table.name, columns, table.make)
		if err != nil {
			return 0, err
		}
		sinks = append(sinks, s)
	}
	seconds, err := open(secondsFile, append(columns[:len(cut):len(cut)],
		answer.Column{Name: "seconds", Number: true}), newCSV)
	if err != nil {
		return 0, err
	}
	fault := func(err error) error {
		return fmt.Errorf("cannot write the tables of %s: %w", visible.Text(f.dir), err)
	}
	for read := range f.ahead(all) {
		if read.err != nil {
			return kept, read.err
		}
		kept++
		task, k := read.task, read.kept
		for _, cells := range read.cells {
			for _, s := range sinks {
				if err := s.write(cells); err != nil {
					return kept, fault(err)
				}
			}
		}
		if err := seconds.write(append(keyCells(k.Key), k.Seconds)); err != nil {
			return kept, fault(err)
		}
		if each != nil {
			if err := each(task, k.Task, read.answer); err != nil {
				return kept, err
			}
		}
	}
	for _, s := range append(sinks, seconds) {
		if err := s.close(); err != nil {
			return kept, fault(err)
		}
	}
	return kept, nil
}

// readTask is the content of the folder for a task, and its rows as cells.
type readTask struct {
	task   batch.Task
	kept   Kept
	answer *answer.Answer
	cells  [][]any
	err    error
}

// readAhead is how many tasks are read before their turn comes.
const readAhead = 4

// ahead yields the outcomes of the kept tasks, in their order, up to the first error. Tasks are read while others are
// written.
func (f *Folder) ahead(all []batch.Task) iter.Seq[readTask] {
	return func(yield func(readTask) bool) {
		tasks, done := make(chan readTask, readAhead), make(chan struct{})
		defer close(done)
		go func() {
			defer close(tasks)
			for _, task := range all {
				k, ok, err := f.Get(task.Key)
				if !ok && err == nil {
					continue
				}
				read := readTask{task: task, kept: k, err: err}
				if err == nil {
					end := []any{string(k.Status()), int64(k.Seed)} // seeds of tasks have 53 bits
					read.answer = ask.Task(k.Task)
					for _, row := range ask.TaskRows(read.answer) {
						read.cells = append(read.cells, slices.Concat(keyCells(k.Key), row.Cells(), end))
					}
				}
				select {
				case tasks <- read:
				case <-done:
					return
				}
				if err != nil {
					return
				}
			}
		}()
		for read := range tasks {
			if !yield(read) {
				return
			}
		}
	}
}

// columnsOf returns the columns of a table of tasks with certain cuts. First comes a column for each cut, by its name,
// or "task_NAME" if another column has that name; then the columns of rows, and others.
func columnsOf(cut []string, others ...answer.Column) []answer.Column {
	others = append(answer.Columns(), others...)
	var columns []answer.Column
	for _, name := range cut {
		taken := func(c answer.Column) bool { return c.Name == name }
		for slices.ContainsFunc(others, taken) || slices.ContainsFunc(columns, taken) {
			name = "task_" + name
		}
		columns = append(columns, answer.Column{Name: name})
	}
	return append(columns, others...)
}

func keyCells(key []string) []any {
	cells := make([]any, len(key))
	for i, value := range key {
		cells[i] = value
	}
	return cells
}
