package assumed

import (
	"math/rand/v2"
	"strconv"

	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/nonparam"
	"concord/study"
)

// Study is a study that is planned: it can be made many times.
type Study struct {
	Assumption
	truth simulate.Truth
	// categories are the parameters of each category without order; nil for other labels.
	categories []simulate.Truth
}

// New finds the parameters of a model with the assumed values. If no labels are like that, the error is an
// [*ImpossibleError].
func New(a Assumption) (*Study, error) {
	if a.Groups == 0 {
		a.Groups = 1
	}
	if err := a.Check(); err != nil {
		return nil, err
	}
	s := &Study{Assumption: a, truth: simulate.Truth{Labelers: spec.Nested}}
	if a.Labelers == Other {
		s.truth.Labelers = spec.NoLabelers
	}
	if a.Groups == 2 && a.Rho > 0 {
		s.truth.ItemCorrelation = simulate.CommonCorrelation(2, a.Rho)
	}
	var means [][]float64
	for g := range a.Groups {
		value := a.Value
		if g == 0 {
			value += a.Difference
		}
		of, utilities, err := a.parameters(value)
		if err != nil {
			return nil, err
		}
		s.truth.Studies, means = append(s.truth.Studies, of), append(means, utilities)
	}
	if a.Kind == study.Nominal {
		s.truth.Family = familyOf(study.Binary) // as for simulate.Categories
		for c := range a.Rates {
			one := s.truth
			one.Studies = append([]simulate.StudyTruth(nil), s.truth.Studies...)
			for g := range one.Studies {
				one.Studies[g].Mean = means[g][c]
			}
			s.categories = append(s.categories, one)
		}
		return s, nil
	}
	s.truth.Family = familyOf(a.Kind)
	var err error
	s.truth, err = s.truth.Resolve()
	return s, err
}

func familyOf(kind study.Kind) family.Family {
	f, ok := family.For(kind)
	if !ok {
		panic("assumed: no family of " + kind.String() + " labels")
	}
	return f
}

// parameters returns the parameters of one group, and the means of the utilities of categories without order.
func (a Assumption) parameters(value float64) (p simulate.StudyTruth, means []float64, err error) {
	switch a.Kind {
	case study.Numeric:
		item := value
		if a.Coefficient == Consistency {
			item *= 1 - a.LabelerICC
		}
		return simulate.StudyTruth{ItemSD: root(item), LabelerSD: root(a.LabelerICC),
			ResidualSD: root(1 - item - a.LabelerICC)}, nil, nil
	case study.Nominal:
		u, err := a.solveUtilities(value)
		return simulate.StudyTruth{ItemSD: u.sd}, u.mean, err
	}
	e, s, err := a.solve(value)
	p = simulate.StudyTruth{ItemSD: e.item, LabelerSD: e.labeler}
	if _, ok := familyOf(a.Kind).(family.Thresholded); ok {
		p.Thresholds = s.thresholds
	} else {
		p.Mean = -s.thresholds[0] // of no and yes
	}
	return p, nil, err
}

// Design is how many labels a study has.
type Design struct{ Items, LabelsPerItem int }

// labelers is how many people label in each group.
func (s *Study) labelers(d Design) int {
	if s.Labelers == Same {
		return d.LabelsPerItem
	}
	return s.Labelers
}

// made is a study of a design whose labels can be drawn again and again.
type made struct {
	*Study
	design   simulate.Design
	template []*nonparam.Ratings // of each group
	names    []string            // of categories
}

func (s *Study) design(d Design, seed uint64) (*made, error) {
	plan := simulate.Plan{Items: d.Items, Labelers: s.truth.Labelers}
	for g := range s.Groups {
		plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: string(rune('a' + g)),
			Labelers: s.labelers(d), LabelsPerItem: d.LabelsPerItem})
	}
	m := &made{Study: s}
	var err error
	if m.design, err = plan.Generate(seed); err != nil {
		return nil, err
	}
	if s.Kind == study.Ordinal || s.Kind == study.Nominal {
		for c := range s.Rates {
			m.names = append(m.names, strconv.Itoa(c+1))
		}
	}
	if s.categories != nil {
		return m, nil
	}
	values := make([]float64, len(m.design.Study))
	if s.Kind == study.Ordinal {
		for n := range values {
			values[n] = 1
		}
	}
	table, err := m.design.Table(s.Kind, m.names, values)
	if err != nil {
		return nil, err
	}
	m.template = ratingsOf(table)
	return m, nil
}

// ratings draws the labels of each group.
func (m *made) ratings(seed uint64) ([]*nonparam.Ratings, error) {
	if m.categories != nil {
		table, err := simulate.Categories(m.names, m.categories, m.design, seed)
		if err != nil {
			return nil, err
		}
		return ratingsOf(table), nil
	}
	values, err := m.truth.Labels(m.design, newRand(seed))
	if err != nil {
		return nil, err
	}
	all := make([]*nonparam.Ratings, len(m.template))
	for g, r := range m.template {
		all[g] = r.WithValues(values[:r.Len()])
		values = values[r.Len():]
	}
	return all, nil
}

// newRand returns the random numbers of the labels of one study.
func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 5)) }

func ratingsOf(t *study.Table) []*nonparam.Ratings {
	var all []*nonparam.Ratings
	for g := range t.Studies() {
		all = append(all, nonparam.FromStudy(t.StudyAt(g)))
	}
	return all
}
