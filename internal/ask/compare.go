package ask

import (
	"math"
	"math/rand/v2"
	"path"
	"path/filepath"
	"slices"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/internal/visible"
	"concord/model"
	"concord/posterior"
	"concord/study"
	"concord/vpc"
)

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

// SamePeople are the people of a group who label in both runs. To the model they are one person each, with a level and
// a change of it. The mean of their labels ([catalogue.MeanOfSame]) is about them alone. Other quantities are about
// people like them.
type SamePeople struct {
	Study  string
	People []string
	// All says that nobody labels in one run alone.
	All bool
}

// One reports whether one person gave all labels of both runs. The mean is then about this person.
func (same SamePeople) One() bool { return same.All && len(same.People) == 1 }

// Shared counts the items and labelers that two runs have in common.
type Shared struct {
	Items, Labelers int
	// Repeated is the number of labels of the earlier run, if the later file has all of them. The later run is then
	// about its other labels.
	Repeated int
	// New and Gone name labelers of one run alone.
	New, Gone []string
}

// Changes are the quantities that two runs have, such as those of two months, and their differences.
type Changes struct {
	Trust  *result.Diagnostics
	Doubts []string
	joint  bool
	found  []change
	same   []SamePeople
}

// change is a quantity of some groups in the earlier run and in the later one, and the later less the earlier: earlier,
// later, difference.
type change struct {
	quantity string
	at       answer.Key
	draws    [3]posterior.Quantity
}

// sameItems is the quantity of the agreement of a group with itself in the other run, about the same items.
const sameItems = "rho_between_runs"

// NewChanges compares the posteriors of two runs.
func NewChanges(sides Sides) (*Changes, error) {
	c := &Changes{joint: sides.Joint, same: sides.Same}
	of := [2]catalogue.Evaluator{catalogue.NewEvaluator(sides.Of[0])}
	if of[1] = of[0]; !sides.Joint {
		of[1] = catalogue.NewEvaluator(sides.Of[1])
	}
	var studies [2][]model.StudyPosterior
	for i, p := range sides.Of {
		for _, name := range sides.Studies[i] {
			s, err := p.Study(name)
			if err != nil {
				return nil, err
			}
			studies[i] = append(studies[i], s)
		}
	}
	headed := map[string]bool{} // their means stand beside those of the same people
	compare := func(name string, scale vpc.Scale, places ...int) {
		q, _ := catalogue.Find(name)
		e := change{quantity: name, at: answer.Key{Group: sides.Names[places[0]]}}
		if len(places) > 1 {
			e.at = answer.Key{Of: e.at.Group, Against: sides.Names[places[1]]}
		}
		if scale != vpc.Label {
			e.at.Scale = scale.String()
		} else if name == catalogue.Mean && headed[e.at.Group] {
			return
		}
		for i := range of {
			instance := catalogue.Instance{Entry: q, Scale: scale}
			for _, s := range places {
				instance.Studies = append(instance.Studies, studies[i][s])
			}
			if q.Missing(scale, instance.Studies...) != "" {
				return
			}
			e.draws[i] = of[i].Draws(instance)
		}
		c.add(e)
	}
	for _, same := range sides.Same {
		if same.One() {
			continue
		}
		at := slices.Index(sides.Names, same.Study)
		e := change{quantity: catalogue.MeanOfSame, at: answer.Key{Group: same.Study}}
		for i := range of {
			var err error
			if e.draws[i], err = vpc.MeanBy(studies[i][at], same.People); err != nil {
				return nil, err
			}
		}
		c.add(e)
		compare(catalogue.Mean, vpc.Label, at)
		headed[same.Study] = true
	}
	for _, name := range []string{catalogue.ICC, catalogue.LabelerICC, catalogue.Mean, catalogue.Rho, catalogue.XCC} {
		q, _ := catalogue.Find(name)
		for _, scale := range q.ScalesOf(sides.Of[0].Spec().Family) {
			for b := range sides.Names {
				if q.Of != catalogue.Pair {
					compare(name, scale, b)
					continue
				}
				for a := range b {
					compare(name, scale, a, b)
				}
			}
		}
	}
	rho, _ := catalogue.Find(catalogue.Rho)
	scale := rho.ScalesOf(sides.Of[0].Spec().Family)[0]
	for s, name := range sides.Names {
		pair := []model.StudyPosterior{studies[0][s], studies[1][s]}
		if c.joint && rho.Missing(scale, pair...) == "" {
			draws := of[0].Draws(catalogue.Instance{Entry: rho, Scale: scale, Studies: pair})
			c.found = append(c.found, change{sameItems, answer.Key{Group: name}, [3]posterior.Quantity{draws}})
		}
	}
	return c, nil
}

// add adds a change with the difference. Draws of one posterior go together. Draws of two posteriors are independent,
// and are paired at random, so that random numbers of one seed do not tie them.
func (c *Changes) add(e change) {
	b, a := e.draws[0], e.draws[1]
	if c.joint {
		e.draws[2] = posterior.Difference("", a, b)
	} else {
		after, before := slices.Concat(a.Chains...), slices.Concat(b.Chains...)
		random := rand.New(rand.NewPCG(1, 2))
		random.Shuffle(len(before), func(i, j int) { before[i], before[j] = before[j], before[i] })
		n := min(len(after), len(before))
		d := make([]float64, n)
		for i := range d {
			// All of the longer run is used, not only its first chain.
			d[i] = after[i*len(after)/n] - before[i*len(before)/n]
		}
		e.draws[2] = posterior.Quantity{Chains: [][]float64{d}}
	}
	c.found = append(c.found, e)
}

// NewShared counts what the labels of an earlier and a later table have in common.
func NewShared(before, after *study.Table) *Shared {
	both := func(a, b []string) (n int, alone []string) {
		known := map[string]bool{}
		for _, name := range a {
			known[name] = true
		}
		for _, name := range b {
			if known[name] {
				n++
			} else {
				alone = append(alone, name)
			}
		}
		return n, alone
	}
	s := &Shared{}
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

// Take replaces the numbers of groups, each for itself, by those of another comparison of the same runs. It was fitted
// to the labels of these groups, because some people label in both runs.
func (c *Changes) Take(other *Changes) {
	for _, same := range other.same {
		c.found = slices.DeleteFunc(c.found, func(e change) bool {
			return e.at.Group == same.Study && e.quantity != sameItems
		})
		for _, text := range other.Doubts {
			c.Doubts = append(c.Doubts, visible.Text(same.Study)+": "+text)
		}
	}
	for _, e := range other.found {
		if e.quantity != sameItems {
			c.found = append(c.found, e)
		}
	}
	c.same = append(c.same, other.same...)
	c.Trust.Include(other.Trust)
}

// Compare answers what changed between two runs, which have names. shared is nil if the labels were not read.
// otherwise is the advice for different items of the same name.
func Compare(
	c *Changes, names [2]string, runs [2]result.Data, shared *Shared, notes []string, interval posterior.Interval,
	otherwise string,
) *answer.Answer {
	a := answer.New("compare", bothRuns(names, runs, shared), result.NewIntervals(interval, nil))
	a.Set["earlier"], a.Set["later"] = names[0], names[1]
	switch {
	case c.joint:
		a.Set["fitted"] = "together"
	case len(c.same) > 0:
		a.Set["fitted"] = "groups"
	case shared == nil:
		a.Set["fitted"] = "draws"
	case shared.Items > 0:
		a.Set["fitted"] = "apart"
	}
	a.Runs = []answer.Run{{Trust: c.Trust}}
	add := func(name string, at answer.Key, q posterior.Quantity) *answer.Row {
		s := q.Summarize(interval)
		r := a.Add(name, at, s.Median).Within(s.Lower, s.Upper)
		if math.IsNaN(s.Median) {
			r.Why = "a draw is not a number"
		}
		return r
	}
	for _, e := range c.found {
		if e.quantity == sameItems {
			add(sameItems, e.at, e.draws[0])
			continue
		}
		for i := range names {
			e.at.K = i + 1
			add(e.quantity, e.at, e.draws[i])
		}
		e.at.K = 0
		add(e.quantity+"_change", e.at, e.draws[2]).P = e.draws[2].Positive().Value
	}
	for i, d := range runs {
		at := answer.Key{Of: names[i]}
		a.Add("labels", at, float64(d.Labels))
		a.Add("items", at, float64(d.Items))
		a.Add("labelers", at, float64(d.Labelers))
		if mean := "observed_mean"; len(d.Studies) == 1 { // with several groups the data have the means
			if d.Kind == "binary" {
				mean = "observed_rate"
			}
			a.Add(mean, at, float64(d.Studies[0].Mean))
		}
		for _, text := range d.Warnings {
			a.Doubts = append(a.Doubts, visible.Text(names[i])+": "+text)
		}
	}
	person := func(group, said string, people []string) {
		for _, name := range people {
			a.Add("person", answer.Key{Group: group, Of: name}, math.NaN()).Said = said
		}
	}
	if shared != nil {
		a.Add("shared_items", answer.Key{}, float64(shared.Items))
		a.Add("shared_labelers", answer.Key{}, float64(shared.Labelers))
		a.Add("repeated_labels", answer.Key{}, float64(shared.Repeated))
		person("", "new", shared.New)
		person("", "gone", shared.Gone)
	}
	for _, same := range c.same {
		r := a.Add("same_people", answer.Key{Group: same.Study}, float64(len(same.People)))
		if same.All {
			r.Method = "everybody"
		}
		person(same.Study, "in both", same.People)
	}
	a.Verdict = say.CompareVerdict(a)
	a.Doubts = append(append(a.Doubts, c.Doubts...), say.CompareDoubts(a, otherwise)...)
	a.Notes = append(notes, say.CompareNotes(a)...)
	return a
}

// bothRuns describes the labels of two runs: the groups of each, and what the later one has of columns.
func bothRuns(names [2]string, runs [2]result.Data, shared *Shared) result.Data {
	data := runs[1]
	data.Labels += runs[0].Labels
	data.Items += runs[0].Items
	data.Labelers += runs[0].Labelers
	if shared != nil {
		data.Items, data.Labelers = data.Items-shared.Items, data.Labelers-shared.Labelers
	}
	data.File = path.Base(filepath.ToSlash(runs[0].File)) + " and " + path.Base(filepath.ToSlash(runs[1].File))
	data.Studies, data.Cautions, data.SharedItems, data.Warnings = nil, nil, nil, []string{}
	for i, d := range runs {
		for _, s := range d.Studies {
			s.Grouping = names[i]
			data.Studies = append(data.Studies, s)
		}
		for _, caution := range d.Cautions {
			caution.Text = visible.Text(names[i]) + ": " + caution.Text
			data.Cautions = append(data.Cautions, caution)
		}
	}
	return data
}
