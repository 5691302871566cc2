package read

import (
	"context"
	"os"
	"slices"

	"concord/study"
)

// Head is what the first rows of a file show.
type Head struct {
	Columns []string // names in the header
	Studies []string // in the order of their first appearance; nil where there is no study column
}

// Peek looks at the header of a file and at the studies of at most so many rows, for programs that help to
// write a call: it reads no labels and does not mind what is wrong with them. Only a regular file is opened.
// The error is that of [File] where not even the columns can be told, or that of the context.
func Peek(ctx context.Context, path string, o Options, rows int) (Head, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Head{}, &study.Error{Code: NotReadable, File: path, Found: err.Error(), Err: err}
	}
	if !info.Mode().IsRegular() {
		return Head{}, &study.Error{Code: NotReadable, File: path, Found: "this is no regular file"}
	}
	return abandonable(ctx, path, func() (Head, error) {
		f, err := os.Open(path)
		if err != nil {
			return Head{}, &study.Error{Code: NotReadable, File: path, Found: err.Error(), Err: err}
		}
		defer f.Close()
		return peek(ctx, f, path, o, rows)
	})
}

func peek(ctx context.Context, f *os.File, path string, o Options, rows int) (Head, error) {
	whole, size := randomAccess(f)
	src, err := openText(ctx, f, path)
	if err != nil {
		return Head{}, err
	}
	defer src.close()
	if src.compression != "" {
		whole = nil
	}
	i := input{text: src, ctx: ctx, file: path, options: o, labels: labelChoice{several: true}, whole: whole,
		size: size}
	r, _, o, err := i.records()
	if err != nil {
		return Head{}, err
	}
	head := Head{Columns: slices.Clone(r.Header())}
	h := &header{file: path, names: head.Columns, taken: make(map[int]string)}
	_, _ = h.takeFactors(o.Factors) // what is wrong with them is for those who read the labels
	column := h.studyColumn(o)
	if column < 0 {
		return head, nil
	}
	if s, ok := r.(selective); ok {
		used := make([]bool, len(head.Columns))
		used[column] = true
		s.Select(used, nil)
	}
	seen := newNames()
	for range rows {
		fields, _, err := r.Next()
		// also of a file that is cut off, or damaged further on
		if err != nil || ctx.Err() != nil || column >= len(fields) {
			break
		}
		if seen.find(fields[column]) < 0 && idFault(fields[column]) == "" {
			seen.add(string(fields[column]))
		}
		if len(seen.list) > mostStudies {
			break
		}
	}
	head.Studies = seen.list
	return head, nil
}

// studyColumn is the column of the studies, or −1.
func (h *header) studyColumn(o Options) int {
	if o.Study == NoColumn {
		return -1
	}
	if o.Study != "" {
		i, err := h.named("study", o.Study)
		if err != nil {
			return -1
		}
		return i
	}
	_, _, study, _ := roles()
	if found := h.candidates(study); len(found) == 1 {
		return found[0]
	}
	return -1
}
