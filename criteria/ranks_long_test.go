//go:build long

package criteria

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distmat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// sets is how many sets of labels a test makes: 200, or what DATA_SETS says.
func sets(t *testing.T) int {
	t.Helper()
	given := os.Getenv("DATA_SETS")
	if given == "" {
		return 200
	}
	n, err := strconv.Atoi(given)
	require.NoError(t, err)
	return n
}

// priors of numbers make labels whose standard deviation is about 1, and keep noise away from 0, where fits are slow.
func (r ranked) priors() spec.Priors {
	p := spec.Priors{Mean: spec.Normal{Scale: 1}, SD: spec.Normal{Scale: 0.75},
		Correlation: spec.MarginallyUniform{}, OwnScale: true}
	if r.family.LocationScale() {
		p.SD = spec.Normal{Location: 0.5, Scale: 0.2}
	}
	return p
}

// ranked is a design whose truths are drawn from the prior.
type ranked struct {
	family family.Family
	groups []simulate.StudyPlan
	items  int
	k      int // criteria
}

// truth draws a truth from the prior. Levels of labelers of two groups have nothing in common.
func (r ranked) truth(rng *rand.Rand, k int) wideTruth {
	n := len(r.groups) * k
	prior := r.priors().SD.(spec.Normal)
	sd := func() float64 {
		for {
			if x := prior.Location + prior.Scale*rng.NormFloat64(); x > 0 {
				return x
			}
		}
	}
	halo := simulate.FacetTruth{Facet: spec.ItemByLabeler()}
	halo.Covariance = spec.Common
	w := simulate.Truth{Family: r.family, Labelers: spec.Shared, ItemCorrelation: marginallyUniform(rng, n)}
	for range r.groups {
		tau, levels := sd(), marginallyUniform(rng, k)
		for c := range k {
			s := simulate.StudyTruth{Mean: rng.NormFloat64(), ItemSD: sd(), LabelerSD: sd()}
			switch {
			case r.family.LocationScale():
				s.ResidualSD = sd()
			case r.family.Kind() == study.Ordinal:
				s.Mean = 0
				for range 3 {
					s.Thresholds = append(s.Thresholds, rng.NormFloat64())
				}
				slices.Sort(s.Thresholds)
			}
			row := make([]float64, n)
			copy(row[len(w.Studies)/k*k:], levels[c])
			w.Studies, halo.SD = append(w.Studies, s), append(halo.SD, tau)
			w.LabelerCorrelation = append(w.LabelerCorrelation, row)
		}
	}
	w.Facets = []simulate.FacetTruth{halo}
	return wideTruth{w, k}
}

// marginallyUniform is the correlation matrix of an inverse Wishart matrix of n+1 degrees of freedom (Barnard,
// McCulloch and Meng 2000, section 2.2).
func marginallyUniform(rng *rand.Rand, n int) [][]float64 {
	identity := mat.NewSymDense(n, nil)
	for i := range n {
		identity.SetSym(i, i, 1)
	}
	wishart, _ := distmat.NewWishart(identity, float64(n+1), rng)
	var root mat.Cholesky
	wishart.RandCholTo(&root)
	var inverse mat.SymDense
	if err := root.InverseTo(&inverse); err != nil {
		return marginallyUniform(rng, n) // singular to working precision
	}
	r := simulate.CommonCorrelation(n, 0)
	for i := range n {
		for j := range i {
			r[i][j] = inverse.At(i, j) / math.Sqrt(inverse.At(i, i)*inverse.At(j, j))
			r[j][i] = r[i][j]
		}
	}
	return r
}

// fit fits labels of a truth. A set is drawn anew, truth and all, if labels are refused, or, for numbers, if their
// standard deviation on a criterion is not within 8 % of 1: halo effects have it as their unit. Both depend on the
// labels alone, so that they change no posterior.
func (r ranked) fit(set uint64) (wideTruth, *Posterior, error) {
	criteria := []string{"a", "b", "c"}[:r.k]
	plan := simulate.Plan{Items: r.items, Studies: r.groups}
	design, err := plan.Generate(set)
	if err != nil {
		return wideTruth{}, nil, err
	}
	rng := rand.New(rand.NewPCG(set, 8))
	for {
		truth := r.truth(rng, len(criteria))
		seed := rng.Uint64()
		if r.family.LocationScale() && !truth.unit(design, seed) {
			continue
		}
		table, err := truth.table(criteria, design, seed)
		if err != nil {
			return truth, nil, err
		}
		d, err := NewDesign(table, Factor, r.groups[0].Name)
		var p *Posterior
		if err == nil {
			p, err = Fit(context.Background(), d, Spec{Family: r.family, Priors: r.priors()},
				sampler.Settings{Seed: set, Workers: 1, Draws: 200})
		}
		if fault := (*Error)(nil); errors.As(err, &fault) {
			continue
		}
		return truth, p, err
	}
}

// unit reports whether the standard deviations of numbers are about 1 on each criterion.
func (t wideTruth) unit(d simulate.Design, seed uint64) bool {
	for _, of := range t.numbers(d, seed) {
		if math.Abs(stat.PopStdDev(of, nil)-1) > 0.08 {
			return false
		}
	}
	return true
}

// table has labels on all criteria by one group.
func (t wideTruth) table(criteria []string, d simulate.Design, seed uint64) (*study.Table, error) {
	if !t.Family.LocationScale() {
		return simulated(t.Truth, criteria, d, seed)
	}
	c := study.Indexed{Studies: d.Studies, Items: d.Items, Labelers: d.Labelers, Duplicates: study.DuplicatesKeep}
	values := study.Factor{Name: Factor, Levels: criteria}
	for at, of := range t.numbers(d, seed) {
		c.Item, c.Labeler = append(c.Item, d.Item...), append(c.Labeler, d.Labeler...)
		c.Study, c.Value = append(c.Study, d.Study...), append(c.Value, of...)
		values.Index = append(values.Index, slices.Repeat([]int32{int32(at)}, len(of))...)
	}
	c.Kind, c.Factors = study.Numeric, []study.Factor{values}
	return study.NewTable(c)
}

// numbers are the labels of a design of one group, by criterion. It is quicker than package simulate, because most are
// not used.
func (t wideTruth) numbers(d simulate.Design, seed uint64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 9))
	effects := func(levels int, cor [][]float64, sd func(s simulate.StudyTruth) float64) *mat.Dense {
		r := mat.NewSymDense(t.k, nil)
		for a := range t.k {
			for b := a; b < t.k; b++ {
				r.SetSym(a, b, cor[a][b]*sd(t.Studies[a])*sd(t.Studies[b]))
			}
		}
		var of mat.Cholesky
		of.Factorize(r)
		var root mat.TriDense
		of.LTo(&root)
		z := mat.NewDense(levels, t.k, nil)
		z.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, z)
		z.Mul(z, root.T())
		return z
	}
	items := effects(len(d.Items), t.ItemCorrelation, func(s simulate.StudyTruth) float64 { return s.ItemSD })
	levels := effects(len(d.Labelers), t.LabelerCorrelation, func(s simulate.StudyTruth) float64 { return s.LabelerSD })
	out := make([][]float64, t.k)
	for n, item := range d.Item { // nobody labels an item twice
		halo := rng.NormFloat64()
		for c := range out {
			s := t.Studies[c]
			out[c] = append(out[c], s.Mean+items.At(int(item), c)+levels.At(int(d.Labeler[n]), c)+t.halo(c)*halo+
				s.ResidualSD*rng.NormFloat64())
		}
	}
	return out
}

// Ranks of truths from the prior are uniform among the draws of fits to labels drawn with them (Talts et al. 2018).
// They are ranks of what a description says of each group: reliability, correlations, halo, agreement.
//
//	go test -tags long -timeout 2h -v -run LongRanks ./criteria
func TestLongRanksAreUniform(t *testing.T) {
	people := func(n int) []simulate.StudyPlan {
		return []simulate.StudyPlan{{Name: "people", Labelers: n, LabelsPerItem: 3}}
	}
	for name, r := range map[string]ranked{
		"numbers":   {family.Gaussian{}, people(5), 16, 2},
		"yes or no": {family.Bernoulli{}, people(6), 40, 3},
	} {
		t.Run(name, func(t *testing.T) { r.requireUniform(t, sets(t)) })
	}
}

func (r ranked) requireUniform(t *testing.T, n int) {
	t.Helper()
	const bins, draws = 10, 99
	var lock sync.Mutex
	counts := map[string][]float64{}
	next := make(chan int)
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			for set := range next {
				truth, p, err := r.fit(uint64(set))
				if !assert.NoError(t, err) {
					continue
				}
				d := p.Describe()
				for g := range r.groups {
					for _, of := range truth.known(g) {
						at := rank(d.quantity(g, of.what, of.place), of.value, draws) * bins / (draws + 1)
						lock.Lock()
						key := fmt.Sprint(g, " ", of.what, " ", of.place)
						if counts[key] == nil {
							counts[key] = make([]float64, bins)
						}
						counts[key][at]++
						lock.Unlock()
					}
				}
			}
		})
	}
	for set := range n {
		next <- set
	}
	close(next)
	wait.Wait()
	limit := distuv.ChiSquared{K: bins - 1}
	expected, least := float64(n)/bins, 1.0
	for name, of := range counts {
		square := 0.0
		for _, x := range of {
			square += (x - expected) * (x - expected) / expected
		}
		p := 1 - limit.CDF(square)
		least = math.Min(least, p)
		t.Logf("%s: %v, p = %.4f", name, of, p)
		assert.Greater(t, p, 0.01/float64(len(counts)), name)
	}
	t.Logf("%s: %d quantities, least p = %.4f", t.Name(), len(counts), least)
}

// rank returns how many of evenly spaced draws are less than the truth.
func rank(q posterior.Quantity, truth float64, draws int) int {
	var all []float64
	for _, chain := range q.Chains {
		all = append(all, chain...)
	}
	below := 0
	for i := range draws {
		if all[(2*i+1)*len(all)/(2*draws)] < truth {
			below++
		}
	}
	return below
}

// Intervals of a description hold the truth. Each design has 200 simulated sets or what DATA_SETS says, of 100 items
// that are labelled on three criteria.
//
//	DATA_SETS=24 go test -tags long -timeout 2h -v -run LongIntervals ./criteria
func TestLongIntervals(t *testing.T) {
	four := []float64{-1.5, 0, 1.5}
	fourPeople := []simulate.StudyPlan{{Name: "people", Labelers: 4, LabelsPerItem: 4}}
	withJudge := []simulate.StudyPlan{{Name: "people", Labelers: 12, LabelsPerItem: 3},
		{Name: "judge", Labelers: 1, LabelsPerItem: 1}}
	yesOrNo, ordered, numbers := family.Family(family.Bernoulli{}), family.Family(family.Ordinal{}),
		family.Family(family.Gaussian{})
	for _, c := range []coverage{
		{name: "yes or no, four people", family: yesOrNo, groups: fourPeople, level: 0.95},
		{name: "four ordered categories, four people", family: ordered, groups: fourPeople, level: 0.95,
			thresholds: four},
		{name: "four ordered categories, a judge", family: ordered, groups: withJudge, level: 0.9, thresholds: four},
		{name: "numbers, a judge", family: numbers, groups: withJudge, level: 0.9},
		{name: "yes or no, four people, a narrow prior of labelers", family: yesOrNo, groups: fourPeople, level: 0.95,
			priors: spec.Priors{LabelerSD: spec.Normal{Scale: 0.5}}},
		{name: "yes or no, sixteen people", family: yesOrNo, level: 0.95,
			groups: []simulate.StudyPlan{{Name: "people", Labelers: 16, LabelsPerItem: 4}}},
		{name: "yes or no, four people, 400 items", family: yesOrNo, groups: fourPeople, level: 0.95, items: 400},
	} {
		t.Run(c.name, func(t *testing.T) { c.requireHeld(t, sets(t)) })
	}
}

// coverage is a design whose truth is the same in all sets.
type coverage struct {
	name       string
	family     family.Family
	thresholds []float64
	groups     []simulate.StudyPlan
	items      int // 0: 100
	priors     spec.Priors
	level      float64
}

// truth has a judge whose halo is larger than people's.
func (c coverage) truth() Truth {
	halo := []float64{0.7, 1.2}[:len(c.groups)]
	truth := truthOf(c.family, len(c.groups), 0.85, halo...)
	for g := range truth.Studies {
		of := &truth.Studies[g]
		of.Thresholds, of.ItemSD = c.thresholds, 1.5
		if c.groups[g].Labelers == 1 {
			of.LabelerSD = 0
		}
	}
	return truth
}

// fit fits one set of labels.
func (c coverage) fit(truth Truth, set uint64) (*Description, error) {
	plan := simulate.Plan{Items: c.items, Studies: c.groups}
	if c.items == 0 {
		plan.Items = 100
	}
	design, err := plan.Generate(set)
	if err != nil {
		return nil, err
	}
	table, err := truth.Simulate(design, set+1000)
	if err != nil {
		return nil, err
	}
	d, err := NewDesign(table, Factor, c.groups[0].Name)
	if err != nil {
		return nil, err
	}
	p, err := Fit(context.Background(), d, Spec{Family: truth.Family, Priors: c.priors},
		sampler.Settings{Seed: set, Workers: 1})
	if err != nil {
		return nil, err
	}
	return p.Describe(), nil
}

// requireHeld fits sets of labels of a truth and prints how often intervals hold it.
func (c coverage) requireHeld(t *testing.T, n int) {
	t.Helper()
	truth := c.truth()
	wide := wideTruth{truth.wide(), len(truth.Criteria)}
	type count struct{ held, of, above, miss, width float64 }
	counts := map[string]*count{}
	var lock sync.Mutex
	next := make(chan int)
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			for set := range next {
				of, err := c.fit(truth, uint64(set))
				if !assert.NoError(t, err) {
					continue
				}
				lock.Lock()
				for g := range c.groups {
					for _, k := range wide.known(g) {
						q := of.quantity(g, k.what, k.place)
						if q.Chains == nil { // of a judge
							continue
						}
						s, key := q.Summary(c.level), c.groups[g].Name+" "+k.what
						if counts[key] == nil {
							counts[key] = &count{}
						}
						at := counts[key]
						at.of++
						if s.Lower <= k.value && k.value <= s.Upper {
							at.held++
						} else if s.Lower > k.value {
							at.above++
						}
						at.miss += s.Median - k.value
						at.width += s.Upper - s.Lower
					}
				}
				lock.Unlock()
			}
		})
	}
	for set := range n {
		next <- set
	}
	close(next)
	wait.Wait()
	var lines []string
	for key, at := range counts {
		assert.Greater(t, at.held/at.of, c.level-0.15, key) // 3.4 standard errors below 0.95 for 24 sets
		lines = append(lines, fmt.Sprintf("%s: %.1f %% of %.0f, too high %.1f %%, median less truth %+.3f, width %.2f",
			key, 100*at.held/at.of, at.of, 100*at.above/at.of, at.miss/at.of, at.width/at.of))
	}
	slices.Sort(lines)
	t.Logf("%s, %d sets\n%s", t.Name(), n, strings.Join(lines, "\n"))
}
