package read

import (
	"context"
	"io"
	"os"
	"slices"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// Head describes the first rows of a file.
type Head struct {
	Columns []string // names in the header
	Studies []string // in the order of their first appearance; nil where there is no study column
	// Labels are the spellings of labels, as Studies; nil if there are more than an order has.
	Labels []string
}

// Peek looks at the header of a file and at the studies and labels of at most the given number of rows, for programs
// that help to write a call. It ignores faults. At a path, only a regular file is opened. The error is [Read]'s if not
// even the columns can be recognised, or the context's.
func Peek(ctx context.Context, r io.Reader, path string, o Options, rows int) (Head, error) {
	if info, err := os.Stat(path); r == nil && err == nil && !info.Mode().IsRegular() {
		return Head{}, faults.NotReadable.Faultf("this is not a regular file").InFile(path)
	}
	return opening(ctx, r, path, func(r io.Reader, file string) (Head, error) { return peek(ctx, r, file, o, rows) })
}

func peek(ctx context.Context, f io.Reader, path string, o Options, rows int) (Head, error) {
	i, err := newInput(ctx, f, path, o, naming.LabelChoice{Several: true}, &sheetList{})
	if err != nil {
		return Head{}, err
	}
	defer i.Text.Close()
	r, _, o, err := i.records()
	if err != nil {
		return Head{}, err
	}
	head := Head{Columns: slices.Clone(r.Header())}
	h := naming.NewHeader(path, head.Columns)
	_, _ = h.TakeFactors(o.Factors, o) // what is wrong with them is for those who read the labels
	groupings, labels := studyColumns(h, o), seenNames{labelColumn(h, o), stream.NewNames()}
	studies := seenNames{-1, stream.NewNames()}
	if len(groupings) == 0 && labels.column < 0 {
		return head, nil
	}
	if s, ok := r.(stream.Selective); ok {
		used := make([]bool, len(head.Columns))
		if labels.column >= 0 {
			used[labels.column] = true
		}
		for _, g := range groupings {
			for _, part := range g.Columns {
				used[part.Index] = true
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
			studies.take(name(g, fields), mostStudies)
		}
		labels.add(fields, study.MostOrdered)
		if len(studies.List) > mostStudies {
			break
		}
	}
	head.Studies = studies.List
	if len(labels.List) <= study.MostOrdered {
		head.Labels = labels.List
	}
	return head, nil
}

// seenNames are the names that the rows so far have in a column, which there may not be.
type seenNames struct {
	column int // −1: there is none
	*stream.Names
}

// add takes up a new name, unless there are too many already.
func (seen seenNames) add(fields [][]byte, most int) {
	if seen.column >= 0 {
		seen.take(fields[seen.column], most)
	}
}

func (seen seenNames) take(name []byte, most int) {
	if len(seen.List) <= most && seen.Find(name) < 0 && stream.IdFault(name) == "" {
		seen.Names.Add(string(name))
	}
}

// name is the name of the study of a row, empty if it has none.
func name(g naming.Grouping, fields [][]byte) []byte {
	var name []byte
	for k, part := range g.Columns {
		if stream.IdFault(fields[part.Index]) != "" {
			return nil
		}
		if k > 0 {
			name = append(name, study.CombinedBy...)
		}
		name = append(name, fields[part.Index]...)
	}
	return name
}

// labelColumn is the column of the labels, or −1.
func labelColumn(h *naming.Header, o Options) int {
	if o.Label != "" {
		i, err := h.Named("label", o.Label)
		if err != nil {
			return -1
		}
		return i
	}
	if found := h.Candidates(naming.LabelRole()); len(found) == 1 {
		return found[0]
	}
	return -1
}

// studyColumns are the columns whose values are studies, or whose combinations are.
func studyColumns(h *naming.Header, o Options) []naming.Grouping {
	one := func(i int) []naming.Grouping {
		return []naming.Grouping{{Columns: []naming.Column{{Column: study.Column{Name: h.Names[i]}, Index: i}}}}
	}
	switch o.Study {
	case study.NoColumn:
		return nil
	case "":
		if found := h.Candidates(naming.GroupRole()); len(found) == 1 {
			return one(found[0])
		}
		return nil
	}
	c, groupings, err := h.TakeStudies(o.Study)
	if err != nil {
		return nil
	}
	if groupings == nil {
		return one(c.Index)
	}
	return groupings
}
