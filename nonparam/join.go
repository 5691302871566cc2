package nonparam

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"sync"
)

// part is a coefficient of one source or two as a part of another one, with the name of the study that it is of for
// reasons; "" for none.
type part struct {
	*engine
	name string
}

// join is a coefficient as a function of parts. Ratings are deleted from all of them, and drawn for all of them.
type join struct {
	sources []source
	parts   []part
	of      func(values []float64) (float64, reason) // nil: the value of the only part
}

// combine returns the function of the parts.
func (jo join) combine(values []float64) (float64, reason) {
	if jo.of == nil {
		return values[0], ""
	}
	return checked(jo.of(values))
}

// deleted returns the coefficient under deletions. The parts have the same ones in groups.
func (jo join) deleted(ctx context.Context, workers int) (deleted, error) {
	var most coarse
	for _, p := range jo.parts {
		most = most.or(p.prepare())
	}
	var d deleted
	all, values := make([]deleted, len(jo.parts)), make([]float64, len(jo.parts))
	for n, p := range jo.parts {
		var err error
		if all[n], err = p.withoutEach(ctx, workers, most); err != nil {
			return d, err
		}
		values[n] = all[n].value
	}
	of := func(which func(*deleted) *series) series {
		s := make([]*series, len(all))
		for p := range all {
			s[p] = which(&all[p])
		}
		return jo.combined(values, s)
	}
	d.item = of(func(d *deleted) *series { return &d.item })
	d.rater = of(func(d *deleted) *series { return &d.rater })
	d.both = of(func(d *deleted) *series { return &d.both })
	return d, nil
}

// combined merges series by key. A part that does not depend on a cluster keeps its value without it.
func (jo join) combined(all []float64, s []*series) series {
	if jo.of == nil {
		return *s[0]
	}
	var merged series
	values, at := make([]float64, len(s)), make([]int, len(s))
	for {
		var next key
		found := false
		for p := range s {
			if at[p] < len(s[p].key) {
				if k := s[p].key[at[p]]; !found || k.compare(next) < 0 {
					next, found = k, true
				}
			}
		}
		if !found {
			return merged
		}
		var why reason
		for p := range s {
			values[p] = all[p]
			if at[p] < len(s[p].key) && s[p].key[at[p]] == next {
				if values[p] = s[p].value[at[p]]; math.IsNaN(values[p]) && why == "" {
					why = s[p].why.of(jo.parts[p].name)
				}
				at[p]++
			}
		}
		v := math.NaN()
		if why == "" {
			v, why = jo.combine(values)
		}
		if why != "" {
			v, merged.why = math.NaN(), cmp.Or(merged.why, why)
		}
		merged.key, merged.value = append(merged.key, next), append(merged.value, v)
	}
}

// question is an estimate without its value, with the coefficient or the reason why there is none.
type question struct {
	Estimate
	join
	why reason
}

// describe sets what an estimate has besides its value.
func (e *engine) describe(of *Estimate) {
	if se, ok := e.standardError(); ok && finite(se) {
		of.SE = &se
	}
	if e.friedman != nil {
		of.Friedman = e.friedman(of.Value)
	}
}

// prepared returns the question of a coefficient of one study, which still lacks the coefficient, and the distance.
func (o Options) prepared(c Coefficient, s source) (question, Distance) {
	d := s.bound(o.Distance)
	q := question{Estimate: Estimate{Coefficient: c, Studies: []string{s.name}, Items: len(s.items), Ratings: s.Len()}}
	if c.UsesDistance() {
		q.Distance = d.String()
	}
	if q.why = noRatings; s.total != 0 {
		q.why = s.suits(c, d)
	}
	return q, d
}

// with gives a question its coefficient, if there is no reason why there is none.
func (q question) with(e *engine, why reason, sources ...source) question {
	if q.why = why; why == "" {
		q.join = join{sources: sources, parts: []part{{engine: e}}}
		q.Items, q.Ratings = e.used()
	}
	return q
}

// one returns the question of a coefficient of one study.
func (o Options) one(c Coefficient, s source, known *reliabilities) question {
	q, d := o.prepared(c, s)
	if q.why != "" {
		return q
	}
	e, why := known.of(c, s, d, false)
	if q = q.with(e, why, s); why == "" && e.k > 0 {
		q.K, q.Distance = e.k, s.aggregate(d).String()
	}
	return q
}

// each returns the question of a coefficient of one study, or one for each category.
func (o Options) each(c Coefficient, s source, known *reliabilities) []question {
	if c != SpecificAgreementName {
		return []question{o.one(c, s, known)}
	}
	q, _ := o.prepared(c, s)
	if len(s.values) > mostSpecific && q.why == "" {
		q.why = manySpecific
	}
	if q.why != "" {
		return []question{q}
	}
	var all []question
	f := newField(s)
	for k, value := range s.values {
		of := q.with(newEngine(f.scope(0).specific(int32(k)), f, o.with.nest), "", s)
		of.Category = s.categoryOf(value)
		all = append(all, of)
	}
	return all
}

// Normalization says which reliabilities κ_x is divided by. The zero value divides by Krippendorff's alpha of each
// study over all its items.
type Normalization struct {
	// By is the reliability of one study, for which [Coefficient.Reliable] is true. "" is [AlphaName].
	By Coefficient
	// SharedItems takes the reliabilities over the items that both studies have only.
	SharedItems bool
}

func (n Normalization) by() Coefficient {
	if n.By == "" {
		return AlphaName
	}
	return n.By
}

// validate returns an error if the divisor is no reliability of one study.
func (n Normalization) validate() error {
	by := n.by()
	if err := by.validate(); err != nil {
		return err
	}
	if !by.Reliable() {
		return fmt.Errorf("nonparam: %q is not a reliability to normalize by", by)
	}
	return nil
}

// normalize returns κ_x/√(IRR_X·IRR_Y) (Wong, Paritosh and Aroyo 2021, equation 13), which is near the correlation of
// the items' true means. It can exceed 1. A reliability that is smaller than the least may have the sign of a rounding
// error, and the quotient has no meaning.
func normalize(v []float64) (float64, reason) {
	const least = 1e-10
	if !(v[1] > least && v[2] > least) {
		return 0, notReliable
	}
	return v[0] / (math.Sqrt(v[1]) * math.Sqrt(v[2])), ""
}

// reliabilities are the coefficients of one study that come again with every pair that it is in.
type reliabilities struct {
	nest    nest
	by      Coefficient
	sources []source
	mutex   sync.Mutex
	engine  map[int]*engine // by number of the source
}

func (o Options) newReliabilities(sources []source) *reliabilities {
	return &reliabilities{nest: o.with.nest, by: o.Normalize.by(), sources: sources, engine: map[int]*engine{}}
}

// of returns a coefficient of all items of a study.
func (re *reliabilities) of(c Coefficient, s source, d Distance, fixedK bool) (*engine, reason) {
	keep := c == re.by && c != ICC1kName && s.Ratings == re.sources[s.number].Ratings
	if keep {
		re.mutex.Lock()
		defer re.mutex.Unlock()
		if e := re.engine[s.number]; e != nil {
			return e, ""
		}
	}
	e, why := newField(s).scope(0).engine(c, d, fixedK, re.nest)
	if keep && why == "" {
		re.engine[s.number] = e
	}
	return e, why
}

// engine returns a coefficient of one study. With fixedK, ICC(1,k) is for the actual number of ratings.
func (s scope) engine(c Coefficient, d Distance, fixedK bool, ne nest) (*engine, reason) {
	co, why := c.kind().make(s, d, c)
	if c == ICC1kName {
		co, why = s.intraclass(c, fixedK)
	}
	if why != "" {
		return nil, why
	}
	return newEngine(co, s.field, ne), ""
}

// compared are two studies with the coefficients that compare them, each computed once.
type compared struct {
	Options
	pair
	known *reliabilities
	cross *engine
	why   reason
}

func (o Options) compare(x, y source, known *reliabilities) *compared {
	return &compared{Options: o, pair: newPair(x, y, o.AllPairs), known: known}
}

// question returns the question of a coefficient of two studies.
func (cd *compared) question(c Coefficient) question {
	x, y := cd.sources[0], cd.sources[1]
	d := x.bound(cd.Distance)
	q := question{Estimate: Estimate{Coefficient: c, Studies: []string{x.name, y.name}, Items: len(cd.items)}}
	for i := range cd.items {
		q.Ratings += int(x.size[cd.at[0][i]] + y.size[cd.at[1][i]])
	}
	if cd.people != nil {
		q.People, q.OwnPairs = len(cd.people.rater), len(cd.people.twice)
	}
	if c.UsesDistance() {
		q.Distance = d.String()
	}
	if q.why = x.suits(c, d); x.total == 0 || y.total == 0 {
		q.why = noRatings
	}
	if q.why != "" {
		return q
	}
	if c == DisattenuatedName {
		// Spearman's (1904) correlation of the item means, corrected for their unreliability: r_xy/√(rel_x·rel_y)
		// (Wong, Paritosh and Aroyo 2021, equation 12), over the items that both have. The reliability of a mean is
		// ICC(1,k) of the study's ratings of those items, so that both studies need items with two ratings. It can
		// exceed 1.
		co, why := cd.correlation()
		if why != "" {
			q.why = why
			return q
		}
		q = q.with(newEngine(co, cd.field, cd.Options.with.nest), "", x, y)
		return q.over(cd, func(s int) (*engine, reason) {
			return cd.scope(s).engine(ICC1kName, d, false, cd.Options.with.nest)
		})
	}
	if cd.cross == nil && cd.why == "" {
		var co *coefficient
		if co, cd.why = cd.pair.cross(d); cd.why == "" {
			cd.cross = newEngine(co, cd.field, cd.Options.with.nest)
		}
	}
	if q = q.with(cd.cross, cd.why, x, y); cd.why != "" || c == CrossKappaName {
		return q
	}
	by := cd.Normalize.by()
	return q.over(cd, func(s int) (*engine, reason) {
		if cd.Normalize.SharedItems {
			return cd.scope(s).engine(by, d, true, cd.Options.with.nest)
		}
		return cd.known.of(by, cd.sources[s], d, true)
	})
}

// over divides a coefficient of both studies by the reliabilities of each.
func (q question) over(cd *compared, reliability func(s int) (*engine, reason)) question {
	for s, r := range cd.sources {
		e, why := reliability(s)
		if why != "" {
			q.why = why.of(r.name)
			return q
		}
		q.parts = append(q.parts, part{e, r.name})
	}
	q.join.of = normalize
	return q
}
