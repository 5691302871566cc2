package session

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	"concord/criteria"
	"concord/internal/answers"
	"concord/internal/document"
	"concord/internal/document/page"
	"concord/internal/result"
	"concord/internal/version"
	"concord/internal/view"
	"concord/judge"
	"concord/model"
	"concord/model/spec"
	"concord/nonparam"
	"concord/study"
	"concord/study/read"
	"concord/study/read/faults"
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
	pooled    string // column that tells labels of one item by one labeler apart: they are about several criteria
}

// File opens a file from its beginning.
type File func() io.Reader

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
	// Task is the question that is answered. Questions are all of them.
	Task      string
	Questions []Question
	// Properties are columns that labels may depend on. CriteriaColumns may be criteria, and Criteria are chosen.
	Properties, CriteriaColumns, Criteria []string
	// Fits says that the question needs a model, and CoefficientsFirst that coefficients come before it.
	Fits, CoefficientsFirst bool
}

// Likely are people and judges as a file suggests them.
type Likely struct {
	Humans string
	Judges []string
}

// mostLabelers is how many labelers a menu holds.
const mostLabelers = 500

// Peek returns the columns of a file, and some of its studies and labels, even if the file has faults.
func Peek(ctx context.Context, file File, name string, q Request) (*Look, error) {
	o, err := q.options()
	if err != nil {
		return nil, err
	}
	const rows = 1000
	head, err := read.Peek(ctx, file(), name, o, rows)
	if err != nil && (q.Task == comparing || q.Task == byCriteria) {
		head, err = read.Peek(ctx, file(), name, read.Options{AsIs: true}, rows)
	}
	if err != nil {
		return nil, err
	}
	return &Look{Columns: head.Columns, Studies: head.Studies, Categories: head.Labels, Task: q.Task,
		Questions: questions()}, nil
}

// Open reads a file, and chooses the question if the request leaves it open. If the file can be read, but not divided
// into people and judges as asked, there is a session in addition to the error, for its menus.
func Open(ctx context.Context, file File, name string, q Request) (*Session, error) {
	s := &Session{request: q, name: name}
	if err := s.read(ctx, file); err != nil {
		return nil, err
	}
	s.table, s.reference = s.file, q.Reference
	q = s.request
	if q.Task == judges {
		var err error
		if s.roles, err = q.newRoles(s.file); err != nil {
			return s, err
		}
		s.table, s.reference = s.roles.Table, s.roles.People
	}
	if q.Draws == 0 && q.Task != judges && q.Task != comparing {
		s.request.Draws, s.request.warmup = min(draws, model.AutoDraws(s.table.Len())), warmup
	}
	if s.reference == "" {
		s.reference = s.table.Studies()[0]
	}
	if !slices.Contains(s.table.Studies(), s.reference) {
		return nil, study.UnknownStudy.Faultf("there is no group %q", s.reference).InFile(name)
	}
	return s, nil
}

// read reads the labels. If the question is open, the rows, what stands in the way of reading them, or the labels say
// what it is.
func (s *Session) read(ctx context.Context, file File) error {
	open := s.request.Task == ""
	if open {
		s.request.Task = comparing // which the first rows are or are not
	}
	o, err := s.request.options()
	if err != nil {
		return err
	}
	s.file, err = s.request.table(ctx, file, s.name, o)
	var fault *study.Error
	if errors.As(err, &fault) && open && fault.Code == faults.NoComparison {
		s.request.Task = ""
		if o, err = s.request.options(); err != nil {
			return err
		}
		s.file, err = s.request.table(ctx, file, s.name, o)
	}
	if errors.As(err, &fault) && open && s.request.Task == "" {
		switch column, occasions := answers.Occasions(err, o); {
		case fault.Code == faults.PooledLabels && !fault.Fixes[0].Names(study.LabelerFactor):
			s.request.Task, s.request.Criteria, s.pooled = byCriteria, []string{fault.Column}, fault.Column
		case occasions:
			s.request.Task, s.request.occasion = measuring, column
		}
	} else if column, occasions := answers.Occasions(err, o); occasions && s.request.Task == measuring {
		s.request.occasion = column
	}
	if err != nil && (s.pooled != "" || s.request.occasion != "") {
		if o, err = s.request.options(); err == nil {
			s.file, err = s.request.table(ctx, file, s.name, o)
		}
	}
	if err != nil {
		return err
	}
	if s.request.Task == "" {
		s.request.Task = likelyTask(s.file)
	}
	return nil
}

// table reads the labels, of all criteria into one table.
func (q Request) table(ctx context.Context, file File, name string, o read.Options) (*study.Table, error) {
	if q.Task != byCriteria || len(q.Criteria) < 2 {
		return read.Read(ctx, file(), name, o)
	}
	tables, err := read.Tables(ctx, file(), name, q.Criteria, o)
	if err != nil {
		return nil, err
	}
	return criteria.FromColumns(tables)
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
	out.Likely = likelyJudges(s.file)
	source := s.file.Source()
	out.Task, out.Criteria = s.request.Task, s.request.Criteria
	out.Properties = propertyColumns(source, s.request.Property)
	if len(s.request.Criteria) == 0 {
		out.CriteriaColumns = criteriaColumns(source)
		out.Criteria = out.CriteriaColumns
	}
	out.Questions = s.answerable(out.Properties, out.CriteriaColumns)
	out.Fits, out.CoefficientsFirst = fits(out.Task), coefficientsFirst(out.Task)
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

// Coefficients makes a page of the coefficients of agreement, with intervals if they are asked for.
func (s *Session) Coefficients(ctx context.Context, intervals bool) ([]byte, error) {
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
	var b bytes.Buffer
	err = page.Write(&b, view.Document(s.coefficients(all), document.Appendix),
		page.Options{Version: version.OfBuild()})
	return b.Bytes(), err
}

// newData describes labels for readers of the page.
func (s *Session) newData(t *study.Table, labelers spec.LabelerEffects) result.Data {
	d := result.NewData(s.name, t, labelers, worded)
	if d.DefaultKind != nil {
		d.DefaultKind.Text += otherwise(d.DefaultKind.Code)
	}
	return d
}
