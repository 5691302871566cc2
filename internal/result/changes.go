package result

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/model"
	"concord/posterior"
	"concord/study"
	"concord/vpc"
)

// Changes compare two runs of the same kind of labels, such as those of two months.
type Changes struct {
	Verdict []string `json:"verdict"`
	// Runs are the earlier run and the later run.
	Runs     [2]ChangedRun `json:"runs"`
	Interval Intervals     `json:"interval"`
	// Joint says that one model was fitted to the labels of both runs, because they share items or people. Otherwise
	// the two posteriors are treated as independent.
	Joint  bool          `json:"joint"`
	Shared *SharedLabels `json:"shared,omitempty"` // nil: the labels were not read
	// Estimates are the quantities that both runs have, with their differences.
	Estimates []ChangedEstimate `json:"estimates"`
	// SamePeople names the people who label in both runs, by group, if the model knows them.
	SamePeople []SamePeople `json:"same_people,omitempty"`
	// SameItems is the agreement of each study with itself in the other run, about the true scores of the same items.
	SameItems   []ChangedAgreement `json:"same_items,omitempty"`
	Doubts      []string           `json:"doubts"`
	Notes       []string           `json:"notes"`
	Diagnostics *Diagnostics       `json:"diagnostics"`
}

// ChangedRun is one of two runs.
type ChangedRun struct {
	Name     string  `json:"name"`
	File     string  `json:"file"`
	Kind     string  `json:"kind"`
	Labels   int     `json:"labels"`
	Items    int     `json:"items"`
	Labelers int     `json:"labelers"`
	Studies  []Study `json:"studies"`
	// Warnings are those of [Data].
	Warnings []string `json:"warnings"`
}

// SharedLabels counts the items and labelers that two runs have in common.
type SharedLabels struct {
	Items    int `json:"items"`
	Labelers int `json:"labelers"`
	// Repeated is the number of labels of the earlier run, if the later file has all of them. The later run is then
	// about its other labels.
	Repeated int `json:"repeated_labels,omitempty"`
	// New and Gone name labelers of one run alone.
	New  []string `json:"new_labelers"`
	Gone []string `json:"gone_labelers"`
}

// SamePeople are the people of a group who label in both runs. To the model they are one person each, with a level and
// a change of it. The mean of their labels ([catalogue.MeanOfSame]) is about them alone. Other quantities are about
// people like them.
type SamePeople struct {
	Study  string   `json:"study"`
	People []string `json:"people"`
	// All says that nobody labels in one run alone.
	All bool `json:"all"`
}

// One reports whether one person gave all labels of both runs. The mean is then about this person.
func (same SamePeople) One() bool { return same.All && len(same.People) == 1 }

// ChangedEstimate is a quantity in both runs.
type ChangedEstimate struct {
	Quantity string   `json:"quantity"`
	Studies  []string `json:"studies"`
	Scale    string   `json:"scale"`
	Before   Measure  `json:"before"`
	After    Measure  `json:"after"`
	// Difference is after minus before, and Rise the probability that it is above 0.
	Difference Measure `json:"difference"`
	Rise       Number  `json:"probability_of_rise"`
}

// ChangedAgreement is ρ of one study between two runs.
type ChangedAgreement struct {
	Study string  `json:"study"`
	Scale string  `json:"scale"`
	Rho   Measure `json:"rho"`
}

// Conclusive reports whether the interval of the difference is on one side of 0.
func (e ChangedEstimate) Conclusive() bool { return e.Difference.Lower > 0 || e.Difference.Upper < 0 }

// Sides are the posteriors of two runs, with the studies that are compared.
type Sides struct {
	Of [2]*model.Posterior
	// Names are the names that both runs give their studies. Studies are the names in the posteriors.
	Names   []string
	Studies [2][]string
	// Joint says that the posteriors are one.
	Joint bool
	// Same are the people in both, of each study that has some.
	Same []SamePeople
}

// changedQuantities are compared.
func changedQuantities() []string {
	return []string{catalogue.ICC, catalogue.LabelerICC, catalogue.Mean, catalogue.Rho, catalogue.XCC}
}

// NewChanges compares the posteriors of two runs. [Changes.Conclude] completes it.
func NewChanges(runs [2]ChangedRun, sides Sides, interval posterior.Interval) (*Changes, error) {
	c := &Changes{Runs: runs, Interval: NewIntervals(interval, nil), Joint: sides.Joint, Doubts: []string{},
		Notes: []string{}, Estimates: []ChangedEstimate{}, SamePeople: sides.Same}
	var of [2]catalogue.Evaluator
	var studies [2][]model.StudyPosterior
	for i, p := range sides.Of {
		if i == 1 && sides.Joint {
			of[1] = of[0]
		} else {
			of[i] = catalogue.NewEvaluator(p)
		}
		for _, name := range sides.Studies[i] {
			s, err := p.Study(name)
			if err != nil {
				return nil, err
			}
			studies[i] = append(studies[i], s)
		}
	}
	compared := changer{of: of, studies: studies, joint: sides.Joint, interval: interval}
	for _, same := range sides.Same {
		at := slices.Index(sides.Names, same.Study)
		if same.One() {
			continue
		}
		if err := c.addSame(compared, at, same); err != nil {
			return nil, err
		}
	}
	for _, name := range changedQuantities() {
		q, _ := catalogue.Find(name)
		for _, scale := range q.ScalesOf(sides.Of[0].Spec().Family) {
			for _, at := range places(q, len(sides.Names)) {
				if name == catalogue.Mean && c.find(name, sides.Names[at[0]]) != nil && scale == vpc.Label {
					continue // it stands beside the mean of the same people
				}
				if e, ok := compared.estimate(q, scale, at); ok {
					for _, s := range at {
						e.Studies = append(e.Studies, sides.Names[s])
					}
					c.Estimates = append(c.Estimates, e)
				}
			}
		}
	}
	if sides.Joint {
		c.SameItems = compared.sameItems(sides.Names)
	}
	return c, nil
}

// places are the studies of each estimate of a quantity: one, or a pair.
func places(q catalogue.Entry, studies int) [][]int {
	var all [][]int
	for b := range studies {
		if q.Of != catalogue.Pair {
			all = append(all, []int{b})
			continue
		}
		for a := range b {
			all = append(all, []int{a, b})
		}
	}
	return all
}

// changer computes quantities of both sides.
type changer struct {
	of       [2]catalogue.Evaluator
	studies  [2][]model.StudyPosterior
	joint    bool
	interval posterior.Interval
}

// estimate compares a quantity of the studies at some places; ok is false if one of the fits does not have it.
func (ch changer) estimate(q catalogue.Entry, scale vpc.Scale, at []int) (e ChangedEstimate, ok bool) {
	var draws [2]posterior.Quantity
	for i := range draws {
		instance := catalogue.Instance{Entry: q, Scale: scale}
		for _, s := range at {
			instance.Studies = append(instance.Studies, ch.studies[i][s])
		}
		if q.Missing(scale, instance.Studies...) != "" {
			return e, false
		}
		draws[i] = ch.of[i].Draws(instance)
	}
	return ch.changed(q.Name, scale, draws), true
}

// changed summarises a quantity of both sides, given its draws.
func (ch changer) changed(quantity string, scale vpc.Scale, draws [2]posterior.Quantity) ChangedEstimate {
	difference := ch.minus(draws[1], draws[0])
	return ChangedEstimate{Quantity: quantity, Studies: []string{}, Scale: scale.String(),
		Before:     measureOf(scale, draws[0].Summarize(ch.interval)),
		After:      measureOf(scale, draws[1].Summarize(ch.interval)),
		Difference: measureOf(scale, difference.Summarize(ch.interval)),
		Rise:       Number(difference.Positive().Value)}
}

// addSame compares the mean label of the people who label in both runs, of the study at a place, and that of people
// like them.
func (c *Changes) addSame(ch changer, at int, same SamePeople) (err error) {
	var draws [2]posterior.Quantity
	for i := range draws {
		if draws[i], err = vpc.MeanBy(ch.studies[i][at], same.People); err != nil {
			return err
		}
	}
	added := []ChangedEstimate{ch.changed(catalogue.MeanOfSame, vpc.Label, draws)}
	mean, _ := catalogue.Find(catalogue.Mean)
	if like, ok := ch.estimate(mean, vpc.Label, []int{at}); ok {
		added = append(added, like)
	}
	for _, e := range added {
		e.Studies = append(e.Studies, same.Study)
		c.Estimates = append(c.Estimates, e)
	}
	return nil
}

// minus is the difference of two quantities. Draws of one posterior go together. Draws of two posteriors are
// independent, and are paired at random, so that random numbers of one seed do not tie them.
func (ch changer) minus(a, b posterior.Quantity) posterior.Quantity {
	if ch.joint {
		d := posterior.Quantity{Chains: make([][]float64, len(a.Chains))}
		for c := range a.Chains {
			for i, x := range a.Chains[c] {
				d.Chains[c] = append(d.Chains[c], x-b.Chains[c][i])
			}
		}
		return d
	}
	after, before := slices.Concat(a.Chains...), slices.Concat(b.Chains...)
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(before), func(i, j int) { before[i], before[j] = before[j], before[i] })
	n := min(len(after), len(before))
	d := make([]float64, n)
	for i := range d {
		// All of the longer run is used, not only its first chain.
		d[i] = after[i*len(after)/n] - before[i*len(before)/n]
	}
	return posterior.Quantity{Chains: [][]float64{d}}
}

// sameItems is ρ between the runs, of each study, on the label scale.
func (ch changer) sameItems(names []string) []ChangedAgreement {
	var all []ChangedAgreement
	q, _ := catalogue.Find(catalogue.Rho)
	for s, name := range names {
		pair := []model.StudyPosterior{ch.studies[0][s], ch.studies[1][s]}
		scale := q.ScalesOf(ch.of[0].Spec().Family)[0]
		if q.Missing(scale, pair...) != "" {
			continue
		}
		rho := ch.of[0].Draws(catalogue.Instance{Entry: q, Scale: scale, Studies: pair})
		all = append(all, ChangedAgreement{Study: name, Scale: scale.String(),
			Rho: measureOf(scale, rho.Summarize(ch.interval))})
	}
	return all
}

// NewChangedRun describes the labels of a run.
func NewChangedRun(name string, d Data) ChangedRun {
	return ChangedRun{Name: name, File: d.File, Kind: d.Kind, Labels: d.Labels, Items: d.Items, Labelers: d.Labelers,
		Studies: d.Studies, Warnings: append([]string{}, d.Warnings...)}
}

// NewSharedLabels counts what the labels of an earlier and a later table have in common.
func NewSharedLabels(before, after *study.Table) *SharedLabels {
	both := func(a, b []string) (n int, alone []string) {
		known := map[string]bool{}
		for _, name := range a {
			known[name] = true
		}
		alone = []string{}
		for _, name := range b {
			if known[name] {
				n++
			} else {
				alone = append(alone, name)
			}
		}
		return n, alone
	}
	s := &SharedLabels{}
	s.Items, _ = both(before.Items(), after.Items())
	s.Labelers, s.New = both(before.Labelers(), after.Labelers())
	_, s.Gone = both(after.Labelers(), before.Labelers())
	return s
}

// NewSamePeople names the people who label in both of two studies, which have one name here; ok is false if there are
// none.
func NewSamePeople(name string, of [2]study.View) (same SamePeople, ok bool) {
	before, after := labelersIn(of[0]), labelersIn(of[1])
	same = SamePeople{Study: name}
	for _, person := range before {
		if slices.Contains(after, person) {
			same.People = append(same.People, person)
		}
	}
	same.All = len(same.People) == len(before) && len(before) == len(after)
	return same, len(same.People) > 0
}

// Take replaces the estimates of groups, each for itself, by those of another comparison of the same runs. It was
// fitted to the labels of these groups, because some people label in both runs.
func (c *Changes) Take(other *Changes) {
	for _, same := range other.SamePeople {
		c.Estimates = slices.DeleteFunc(c.Estimates, func(e ChangedEstimate) bool {
			return slices.Equal(e.Studies, []string{same.Study})
		})
		for _, text := range other.Doubts {
			c.Doubts = append(c.Doubts, visible.Text(same.Study)+": "+text)
		}
	}
	c.Estimates, c.SamePeople = append(c.Estimates, other.Estimates...), append(c.SamePeople, other.SamePeople...)
	c.Diagnostics.include(other.Diagnostics)
}

// byProbability sorts estimates on the label scale by how sure their direction is, the surest first.
func (c *Changes) byProbability() []ChangedEstimate {
	var all []ChangedEstimate
	for _, e := range c.Estimates {
		if e.Scale == vpc.Label.String() && e.Rise.Defined() {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b ChangedEstimate) int { return cmp.Compare(b.Sure(), a.Sure()) })
	return all
}

// Sure is the probability of the direction of the difference.
func (e ChangedEstimate) Sure() Number { return max(e.Rise, 1-e.Rise) }
