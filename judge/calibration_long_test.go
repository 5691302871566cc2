//go:build long

package judge_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/judge"
	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/xcc"
)

// simulated is a study of people, three of them to an item, and a judge of a known worth.
type simulated struct {
	family   string
	people   int
	worth    float64
	seed     uint64
	spec     spec.Spec
	truth    truth
	latent   bool
	cutoffs  []float64
	category []string
}

const (
	calibrationItems     = 80
	calibrationPerItem   = 3
	calibrationStudies   = 16 // of each design
	itemSD, labelerSD    = 1.5, 0.7
	gaussianNoise, apart = 1.6, 0.4 // residual standard deviation, and how much higher the judge's level is
)

func newSimulated(kind string, people int, worth float64, seed uint64) *simulated {
	s := &simulated{family: kind, people: people, worth: worth, seed: seed}
	noise := gaussianNoise
	switch kind {
	case "gaussian":
		s.spec.Family = family.Gaussian{}
	case "binary":
		s.spec.Family, s.latent = family.Bernoulli{}, true
	case "ordinal":
		s.category, s.cutoffs, s.latent = []string{"1", "2", "3", "4"}, []float64{-1.5, 0, 1.5}, true
		f, err := family.NewOrdinal(s.category, nil)
		if err != nil {
			panic(err)
		}
		s.spec.Family = f
	}
	if s.latent {
		noise = math.Pi / math.Sqrt(3)
	}
	icc := itemSD * itemSD / (itemSD*itemSD + labelerSD*labelerSD + noise*noise)
	r := math.Sqrt(worth * icc / (1 + (worth-1)*icc))
	s.truth = truth{item: itemSD, judgeMu: apart, labeler: labelerSD, residual: noise}
	s.truth.loading, s.truth.judgeResidual = r*noise/math.Sqrt(1-r*r), noise
	return s
}

// quantities are what the fit says of the judge, by name.
func (s *simulated) quantities(t *testing.T, fit *model.Posterior) map[string]posterior.Quantity {
	people, of := fit.StudyAt(0), fit.StudyAt(1)
	joints := xcc.Joints(fit)
	pool, ok := judge.NewPeople(people)
	require.True(t, ok)
	standing := pool.Judge(of)
	last := joints[len(joints)-1]()
	return map[string]posterior.Quantity{
		"r": last.Validity(people, of), "worth": last.Worth(people, of), "as good": standing.AsGood,
		"bias": standing.Bias, "better": posterior.Map("", func(x []float64) float64 { return x[0] - x[1] },
			last.Validity(people, of), last.Validity(people, people)),
	}
}

// exact returns the truth of the same quantities.
func (s *simulated) exact(t *testing.T) map[string]float64 {
	x := s.truth
	values := map[string]float64{
		"mu[1]": x.mu, "mu[2]": x.judgeMu, "sd_item[1]": x.item, "sd_item[2]": x.loading,
		"sd_labeler[1]": x.labeler, "sd_labeler[2]": 0, "cor_item[1,2]": 1,
		"sd_residual[1]": x.residual, "sd_residual[2]": x.judgeResidual,
	}
	for c, k := range s.cutoffs {
		values[fmt.Sprintf("threshold[1,%d]", c+1)] = k - x.mu
		values[fmt.Sprintf("threshold[2,%d]", c+1)] = k - x.judgeMu
	}
	names := slices.Sorted(maps.Keys(values))
	draws := posterior.NewDraws(names, 1, 1)
	for v, name := range names {
		draws.Chain(v, 0)[0] = values[name]
	}
	sp := s.spec
	sp.Labelers, sp.Residual = spec.Nested, spec.StudyResidual
	sp.Studies = []spec.StudyModel{{}, {OneLabeler: true, OneLabel: true}}
	fit, err := model.FromDraws(sp, []string{"people", "judge"}, draws)
	require.NoError(t, err)
	exact := map[string]float64{}
	for name, q := range s.quantities(t, fit) {
		exact[name] = q.Mean()
	}
	return exact
}

// table draws labels.
func (s *simulated) table(t *testing.T) *study.Table {
	rng := rand.New(rand.NewPCG(s.seed, 1))
	b := study.Builder{}
	if s.category != nil {
		b.Kind, b.Categories = study.Ordinal, s.category
	}
	label := func(theta, noise float64) float64 {
		if !s.latent {
			return theta + noise*rng.NormFloat64()
		}
		u := rng.Float64()
		theta += math.Log(u / (1 - u))
		if s.cutoffs == nil {
			return math.Max(0, math.Copysign(1, theta))
		}
		at, _ := slices.BinarySearch(s.cutoffs, theta)
		return float64(1 + at)
	}
	levels := make([]float64, s.people)
	for l := range levels {
		levels[l] = s.truth.labeler * rng.NormFloat64()
	}
	for i := range calibrationItems {
		z, name := rng.NormFloat64(), fmt.Sprint(i)
		for _, l := range rng.Perm(s.people)[:calibrationPerItem] {
			b.Add(name, fmt.Sprint("p", l), "people", label(s.truth.item*z+levels[l], s.truth.residual))
		}
		b.Add(name, "j", "judge", label(s.truth.judgeMu+s.truth.loading*z, s.truth.judgeResidual))
	}
	table, err := b.Table()
	require.NoError(t, err)
	return table
}

// tally is how often intervals hold the truth, and how often the verdict is that the judge is better than a random
// person, or not as good.
type tally struct {
	studies       int
	held          map[string]int
	rank          map[string]float64
	better, worse int
}

func (ty *tally) String() string {
	text := fmt.Sprintf("%4d studies:", ty.studies)
	for _, name := range slices.Sorted(maps.Keys(ty.held)) {
		text += fmt.Sprintf(" %s %.3f (mean rank %.2f)", name, float64(ty.held[name])/float64(ty.studies),
			ty.rank[name]/float64(ty.studies))
	}
	return text + fmt.Sprintf("; better %.3f, worse %.3f", float64(ty.better)/float64(ty.studies),
		float64(ty.worse)/float64(ty.studies))
}

func (ty *tally) add(other *tally) {
	ty.studies += other.studies
	ty.better += other.better
	ty.worse += other.worse
	for name, n := range other.held {
		ty.held[name] += n
		ty.rank[name] += other.rank[name]
	}
}

func newTally() *tally { return &tally{held: map[string]int{}, rank: map[string]float64{}} }

// Intervals at 95 % of validity, worth, bias and the chance to be as good as a random person hold the truth, for
// pools of 3 to 30 people, judges that are worse, equal and better, and all families; a judge that is equal to a
// random person is called better, or worse, in 1 of 20 studies at most.
func TestStandingIsCalibrated(t *testing.T) {
	var all []*simulated
	for _, kind := range []string{"gaussian", "binary", "ordinal"} {
		for _, people := range []int{3, 5, 10, 30} {
			for _, worth := range []float64{1.0 / 3, 1, 3} {
				for range calibrationStudies {
					all = append(all, newSimulated(kind, people, worth, uint64(len(all))))
				}
			}
		}
	}
	results := make([]*tally, len(all))
	var wait sync.WaitGroup
	for w := range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for n := w; n < len(all); n += runtime.GOMAXPROCS(0) {
				results[n] = all[n].run(t)
			}
		})
	}
	wait.Wait()
	by := map[string]*tally{}
	for n, s := range all {
		for _, key := range []string{
			"all", s.family, fmt.Sprintf("people %2d", s.people), fmt.Sprintf("worth %.2f", s.worth),
			fmt.Sprintf("%s, worth %.2f", s.family, s.worth), fmt.Sprintf("%s, people %2d", s.family, s.people),
			fmt.Sprintf("worth %.2f, people %2d", s.worth, s.people),
		} {
			if by[key] == nil {
				by[key] = newTally()
			}
			by[key].add(results[n])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(by)) {
		t.Logf("%-22s %v", key, by[key])
	}
	for _, kind := range []string{"gaussian", "binary", "ordinal"} {
		ty := by[kind]
		for name, held := range ty.held {
			require.InDelta(t, 0.95, float64(held)/float64(ty.studies), 4.5*math.Sqrt(0.95*0.05/float64(ty.studies)),
				"%s, %s", kind, name)
		}
	}
	equal := by["worth 1.00"]
	most := 0.05 + 4.5*math.Sqrt(0.05*0.95/float64(equal.studies))
	require.Less(t, float64(equal.better)/float64(equal.studies), most)
	require.Less(t, float64(equal.worse)/float64(equal.studies), most)
}

func (s *simulated) run(t *testing.T) *tally {
	_, judges, err := model.FitJudges(context.Background(), s.table(t), "people", spec.Spec{Family: s.spec.Family},
		sampler.Settings{Seed: 1, Chains: 2, Workers: 1})
	require.NoError(t, err)
	truth, out := s.exact(t), newTally()
	out.studies = 1
	for name, q := range s.quantities(t, judges[0]) {
		if q.Quantile(0.025) <= truth[name] && truth[name] <= q.Quantile(0.975) {
			out.held[name]++
		} else {
			out.held[name] += 0
		}
		out.rank[name] = rankOf(q, truth[name])
		if name == "better" {
			switch p := q.Positive().Value; {
			case p >= 0.95:
				out.better++
			case p <= 0.05:
				out.worse++
			}
		}
	}
	return out
}

// rankOf returns the share of draws below a number.
func rankOf(q posterior.Quantity, x float64) float64 {
	below, n := 0.0, 0.0
	for _, chain := range q.Chains {
		for _, v := range chain {
			if n++; v < x {
				below++
			}
		}
	}
	return below / n
}
