package session

import (
	"context"
	"fmt"
	"io"
	"slices"

	"concord/model"
	"concord/nonparam"
	"concord/report"
	"concord/study"
	"concord/study/read"
)

// level is the probability that intervals hold.
const level = 0.95

// Session is a file that was read.
type Session struct {
	request   Request
	name      string // of the file
	table     *study.Table
	reference string
	agreement []report.Agreement
}

// Look is what the head of a file shows, for menus.
type Look struct {
	Columns []string
	// Item, Labeler, Study and Label are the columns that were found, "" for none.
	Item, Labeler, Study, Label string
	Studies                     []string
	// Kind is what labels were taken for, Categories their names as far as there are few.
	Kind       string
	Categories []string
	Positive   []string
}

// Peek returns the columns of a file, and some of its studies and labels, whatever else is wrong with it.
func Peek(ctx context.Context, file io.Reader, name string, q Request) (*Look, error) {
	o, err := q.options()
	if err != nil {
		return nil, err
	}
	const rows = 1000
	head, err := read.PeekReader(ctx, file, name, o, rows)
	if err != nil {
		return nil, err
	}
	return &Look{Columns: head.Columns, Studies: head.Studies, Categories: head.Labels}, nil
}

// Open reads a file.
func Open(ctx context.Context, file io.Reader, name string, q Request) (*Session, error) {
	o, err := q.options()
	if err != nil {
		return nil, err
	}
	t, err := read.Read(ctx, file, name, o)
	if err != nil {
		return nil, err
	}
	s := &Session{request: q, name: name, table: t, reference: q.Reference}
	if s.reference == "" {
		s.reference = t.Studies()[0]
	}
	if !slices.Contains(t.Studies(), s.reference) {
		return nil, &study.Error{Code: study.UnknownStudy, File: name, Parts: []string{"reference"},
			Found: fmt.Sprintf("there is no study %q", s.reference)}
	}
	return s, nil
}

// Look describes what was read.
func (s *Session) Look(head *Look) *Look {
	from := s.table.Source().Columns
	out := *head
	out.Item, out.Labeler, out.Study, out.Label = from.Item.Name, from.Labeler.Name, from.Study.Name, from.Label.Name
	out.Studies = s.table.Studies()
	out.Kind = s.table.Kind().String()
	if c := s.table.Categories(); len(c) > 0 {
		out.Categories = c
	}
	out.Positive = s.table.Source().Positive
	return &out
}

// Labels returns how many labels there are.
func (s *Session) Labels() int { return s.table.Len() }

// Coefficients computes the coefficients of agreement, with their intervals where they are asked for.
func (s *Session) Coefficients(ctx context.Context, intervals bool) (*report.Result, error) {
	o := nonparam.Options{Level: level, Workers: 1}
	if intervals {
		o.Intervals = nonparam.Jackknife{}
	}
	all, err := report.Coefficients(ctx, s.table, s.reference, o)
	if err != nil {
		return nil, err
	}
	if intervals {
		s.agreement = all
	}
	return report.NewAgreement(s.newData(model.NoLabelers), all, level), nil
}

// newData describes the labels for readers of the page.
func (s *Session) newData(labelers model.LabelerEffects) report.Data {
	d := report.NewData(s.name, s.table, labelers, worded)
	if d.DefaultKind != nil {
		d.DefaultKind.Text += otherwise(d.DefaultKind.Code)
	}
	return d
}
