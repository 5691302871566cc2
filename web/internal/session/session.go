package session

import (
	"context"
	"fmt"
	"io"
	"slices"

	"concord/internal/result"
	"concord/judge"
	"concord/model"
	"concord/nonparam"
	"concord/study"
	"concord/study/read"
)

// level is the probability that intervals hold.
const level = 0.95

// Session is a file that was read.
type Session struct {
	request   Request
	name      string // of the file
	file      *study.Table
	table     *study.Table // what is asked about: all of the file, or people and judges
	roles     *judge.Roles // nil if judges are not asked about
	reference string
	agreement []result.Agreement
}

// Look describes the head of a file, for menus.
type Look struct {
	Columns []string
	// Item, Labeler, Study and Label are the columns that were found; "" for none.
	Item, Labeler, Study, Label string
	Studies                     []string
	// Kind is the kind of the labels, and Categories their names if there are few.
	Kind       string
	Categories []string
	Positive   []string
	// Labelers are the labelers of a file of one study, those with most labels first; some may be judges.
	Labelers []string
	// Likely is set if the labels look like labels by judges and people.
	Likely *Likely
}

// Likely are people and judges as a file suggests them.
type Likely struct {
	Humans string
	Judges []string
}

// mostLabelers is how many labelers a menu holds.
const mostLabelers = 500

// Peek returns the columns of a file, and some of its studies and labels, even if the file has faults.
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

// Open reads a file. If it can be read, but not divided into people and judges as asked, there is a session in addition
// to the error, for its menus.
func Open(ctx context.Context, file io.Reader, name string, q Request) (*Session, error) {
	o, err := q.options()
	if err != nil {
		return nil, err
	}
	t, err := read.Read(ctx, file, name, o)
	if err != nil {
		return nil, err
	}
	s := &Session{request: q, name: name, file: t, table: t, reference: q.Reference}
	switch judged, err := q.judged(); {
	case err != nil:
		return nil, err
	case judged:
		if s.roles, err = q.newRoles(t); err != nil {
			return s, err
		}
		s.table, s.reference = s.roles.Table, s.roles.People
	}
	if s.roles == nil && q.Draws == 0 {
		s.request.Draws, s.request.warmup = min(draws, model.AutoDraws(t.Len())), warmup
	}
	if s.reference == "" {
		s.reference = t.Studies()[0]
	}
	if !slices.Contains(s.table.Studies(), s.reference) {
		return nil, &study.Error{Code: study.UnknownStudy, File: name, Parts: []string{"reference"},
			Found: fmt.Sprintf("there is no group %q", s.reference)}
	}
	return s, nil
}

// Look describes the labels that were read.
func (s *Session) Look(head *Look) *Look {
	from := s.file.Source().Columns
	out := *head
	out.Item, out.Labeler, out.Study, out.Label = from.Item.Name, from.Labeler.Name, from.Study.Name, from.Label.Name
	out.Studies = s.file.Studies()
	out.Kind = s.table.Kind().String()
	if c := s.table.Categories(); len(c) > 0 {
		out.Categories = c
	}
	out.Positive = s.table.Source().Positive
	if len(out.Studies) == 1 && s.file.HasLabelers() {
		out.Labelers = busiest(s.file.StudyAt(0))
	}
	if people, judges, ok := judge.Likely(s.file); ok {
		out.Likely = &Likely{people, judges}
	}
	return &out
}

// busiest returns the labelers with most labels.
func busiest(v study.View) []string {
	names := v.Table().Labelers()
	labels, order := make([]int, len(names)), make([]int, len(names))
	for _, l := range v.Labeler() {
		labels[l]++
	}
	for l := range order {
		order[l] = l
	}
	slices.SortStableFunc(order, func(a, b int) int { return labels[b] - labels[a] })
	var first []string
	for _, l := range order[:min(len(order), mostLabelers)] {
		first = append(first, names[l])
	}
	return first
}

// Labels returns how many labels there are.
func (s *Session) Labels() int { return s.table.Len() }

// Coefficients computes the coefficients of agreement, with intervals if they are asked for.
func (s *Session) Coefficients(ctx context.Context, intervals bool) (*result.Result, error) {
	o := nonparam.Options{Level: level, Workers: 1}
	if intervals {
		o.Intervals = nonparam.Jackknife{}
	}
	all, err := result.Coefficients(ctx, s.table, s.reference, o)
	if err != nil {
		return nil, err
	}
	if intervals {
		s.agreement = all
	}
	return result.NewAgreement(s.newData(s.table, model.NoLabelers), all, level), nil
}

// newData describes labels for readers of the page.
func (s *Session) newData(t *study.Table, labelers model.LabelerEffects) result.Data {
	d := result.NewData(s.name, t, labelers, worded)
	if d.DefaultKind != nil {
		d.DefaultKind.Text += otherwise(d.DefaultKind.Code)
	}
	return d
}
