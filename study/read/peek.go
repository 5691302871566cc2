package read

import (
	"context"
	"io"
	"os"
	"slices"

	"concord/study"
)

// Head describes the first rows of a file.
type Head struct {
	Columns []string // names in the header
	Studies []string // in the order of their first appearance; nil where there is no study column
	// Labels are the spellings of labels, as Studies; nil if there are more than an order has.
	Labels []string
}

// Peek looks at the header of a file and at the studies and labels of at most the given number of rows, for programs
// that help to write a call. It ignores faults. Only a regular file is opened. The error is [File]'s if not even the
// columns can be recognised, or the context's.
func Peek(ctx context.Context, path string, o Options, rows int) (Head, error) {
	return abandonable(ctx, path, func() (Head, error) {
		info, err := os.Stat(path)
		if err != nil {
			return Head{}, study.Faultf(NotReadable, "%s", err.Error()).Wrapping(err)
		}
		if !info.Mode().IsRegular() {
			return Head{}, study.Faultf(NotReadable, "this is not a regular file")
		}
		f, err := openFileToRead(path)
		if err != nil {
			return Head{}, err
		}
		defer f.Close()
		return peek(ctx, f, path, o, rows)
	})
}

// PeekReader is [Peek] from a reader. Errors call it name.
func PeekReader(ctx context.Context, r io.Reader, name string, o Options, rows int) (Head, error) {
	return abandonable(ctx, name, func() (Head, error) { return peek(ctx, r, name, o, rows) })
}

func peek(ctx context.Context, f io.Reader, path string, o Options, rows int) (Head, error) {
	i, err := newInput(ctx, f, path, o, labelChoice{several: true}, &sheetList{})
	if err != nil {
		return Head{}, err
	}
	defer i.text.close()
	r, _, o, err := i.records()
	if err != nil {
		return Head{}, err
	}
	head := Head{Columns: slices.Clone(r.Header())}
	h := newHeader(path, head.Columns)
	_, _ = h.takeFactors(o.Factors, o) // what is wrong with them is for those who read the labels
	groupings, labels := h.studyColumns(o), seenNames{h.labelColumn(o), newNames()}
	studies := seenNames{-1, newNames()}
	if len(groupings) == 0 && labels.column < 0 {
		return head, nil
	}
	if s, ok := r.(selective); ok {
		used := make([]bool, len(head.Columns))
		if labels.column >= 0 {
			used[labels.column] = true
		}
		for _, g := range groupings {
			for _, part := range g.columns {
				used[part.index] = true
			}
		}
		s.Select(used, nil)
	}
	for range rows {
		fields, _, err := r.Next()
		// also of a file that is cut off, or damaged further on
		if err != nil || ctx.Err() != nil || len(fields) != len(head.Columns) {
			break
		}
		for _, g := range groupings {
			studies.take(g.name(fields), mostStudies)
		}
		labels.add(fields, study.MostOrdered)
		if len(studies.list) > mostStudies {
			break
		}
	}
	head.Studies = studies.list
	if len(labels.list) <= study.MostOrdered {
		head.Labels = labels.list
	}
	return head, nil
}

// seenNames are the names that the rows so far have in a column, which there may not be.
type seenNames struct {
	column int // −1: there is none
	*names
}

// add takes up a new name, unless there are too many already.
func (seen seenNames) add(fields [][]byte, most int) {
	if seen.column >= 0 {
		seen.take(fields[seen.column], most)
	}
}

func (seen seenNames) take(name []byte, most int) {
	if len(seen.list) <= most && seen.find(name) < 0 && idFault(name) == "" {
		seen.names.add(string(name))
	}
}

// name is the name of the study of a row, empty if it has none.
func (g grouping) name(fields [][]byte) []byte {
	var name []byte
	for k, part := range g.columns {
		if idFault(fields[part.index]) != "" {
			return nil
		}
		if k > 0 {
			name = append(name, study.CombinedBy...)
		}
		name = append(name, fields[part.index]...)
	}
	return name
}

// labelColumn is the column of the labels, or −1.
func (h *header) labelColumn(o Options) int {
	if o.Label != "" {
		i, err := h.named("label", o.Label)
		if err != nil {
			return -1
		}
		return i
	}
	if found := h.candidates(labelRole()); len(found) == 1 {
		return found[0]
	}
	return -1
}

// studyColumns are the columns whose values are studies, or whose combinations are.
func (h *header) studyColumns(o Options) []grouping {
	one := func(i int) []grouping {
		return []grouping{{columns: []column{{study.Column{Name: h.names[i]}, i}}}}
	}
	switch o.Study {
	case study.NoColumn:
		return nil
	case "":
		if found := h.candidates(groupRole()); len(found) == 1 {
			return one(found[0])
		}
		return nil
	}
	c, groupings, err := h.takeStudies(o.Study)
	if err != nil {
		return nil
	}
	if groupings == nil {
		return one(c.index)
	}
	return groupings
}
