//go:build long

package judge_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/internal/besidetest"
	"concord/judge"
	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
	"concord/xcc"
)

// alternative is the alternative annotator test (Calderon, Reichart and Dror 2025): labels of people, by person and
// item, and those of the judge.
type alternative struct {
	people []map[string]float64
	judge  map[string]float64
	// distance makes scores of root mean square differences, and not of shares of equal labels.
	distance bool
	// A person with fewer items takes no part.
	leastItems int
}

// score says how well a label goes with those of others.
func (al *alternative) score(y float64, others []float64) float64 {
	sum := 0.0
	for _, o := range others {
		switch {
		case al.distance:
			sum -= (y - o) * (y - o)
		case y == o:
			sum++
		}
	}
	if al.distance {
		return -math.Sqrt(-sum / float64(len(others)))
	}
	return sum / float64(len(others))
}

// compare returns, of each person, by how much more often the person is at least as near to the others than the judge
// is, item by item, and the share of items on which the judge is.
func (al *alternative) compare() (differences [][]float64, advantage []float64) {
	for p, labels := range al.people {
		var names []string
		for item := range labels {
			names = append(names, item)
		}
		slices.Sort(names)
		var difference []float64
		won := 0.0
		for _, item := range names {
			var others []float64
			for o, of := range al.people {
				if y, ok := of[item]; ok && o != p {
					others = append(others, y)
				}
			}
			of, ok := al.judge[item]
			if !ok || len(others) == 0 {
				continue
			}
			person, judge := al.score(labels[item], others), al.score(of, others)
			d := 0.0
			if person >= judge {
				d++
			}
			if judge >= person {
				d--
				won++
			}
			difference = append(difference, d)
		}
		if len(difference) >= al.leastItems {
			differences, advantage = append(differences, difference), append(advantage, won/float64(len(difference)))
		}
	}
	return differences, advantage
}

// winning returns the share of people against whom the judge wins at ε: by a t-test each whether the difference is
// less, with the false discovery rate of Benjamini and Yekutieli at 0.05.
func winning(differences [][]float64, epsilon float64) float64 {
	var ps []float64
	for _, d := range differences {
		mean, sd := stat.MeanStdDev(d, nil)
		n := float64(len(d))
		switch {
		case sd > 0:
			ps = append(ps, distuv.StudentsT{Sigma: 1, Nu: n - 1}.CDF((mean-epsilon)/(sd/math.Sqrt(n))))
		case mean < epsilon:
			ps = append(ps, 0)
		default:
			ps = append(ps, 1)
		}
	}
	slices.Sort(ps)
	m, harmonic, won := float64(len(ps)), 0.0, 0
	for i := range ps {
		harmonic += 1 / float64(i+1)
	}
	for i, p := range ps {
		if p <= float64(i+1)/m*0.05/harmonic {
			won = i + 1
		}
	}
	return float64(won) / m
}

// leastEpsilon returns the smallest ε at which the judge passes, that is wins against half of the people or more.
func leastEpsilon(differences [][]float64) float64 {
	low, high := -2.0, 2.0
	for range 40 {
		if middle := (low + high) / 2; winning(differences, middle) >= 0.5 {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// What is compared with is the test that its authors wrote: winning rates and advantage probabilities of their program
// on 13 people and six models.
func TestAlternativeTestIsItsAuthors(t *testing.T) {
	var ref map[string]map[string][2]float64
	require.NoError(t, json.Unmarshal(besidetest.Read(t, "reference", "alttest.json"), &ref))
	table, err := read.Read(t.Context(), nil, besidetest.Path(t, "data", "prompts_judges.csv"), read.Options{})
	require.NoError(t, err)
	byLabeler := map[string]map[string]float64{}
	var people []string
	for s, name := range table.Studies() {
		v := table.StudyAt(s)
		for n, item := range v.Item() {
			l := table.Labelers()[v.Labeler()[n]]
			if name != "human" {
				l = name
			} else if byLabeler[l] == nil {
				people = append(people, l)
			}
			if byLabeler[l] == nil {
				byLabeler[l] = map[string]float64{}
			}
			byLabeler[l][table.Items()[item]] = v.Value()[n]
		}
	}
	for name, want := range ref["10k_prompts"] {
		al := alternative{judge: byLabeler[name], distance: true, leastItems: 30}
		for _, p := range people {
			al.people = append(al.people, byLabeler[p])
		}
		differences, advantage := al.compare()
		require.InDelta(t, want[0], winning(differences, 0.15), 6e-4, name)
		require.InDelta(t, want[1], stat.Mean(advantage, nil), 6e-4, name)
	}
}

// everyone draws a study in which so many people label all items and a judge does, who is one more of them where worth
// is 1, and else as if each of its labels were the mean of so many as far as the items go. Levels are as people's.
func everyone(rng *rand.Rand, cutoffs []float64, people, items int, worth float64) (*study.Table, *alternative) {
	const sd, level = 1.5, 0.7
	al := &alternative{judge: map[string]float64{}, distance: len(cutoffs) > 1}
	b := study.Builder{}
	if len(cutoffs) > 1 {
		b.Kind = study.Ordinal
		for c := range len(cutoffs) + 1 {
			b.Categories = append(b.Categories, fmt.Sprint(c+1))
		}
	}
	levels := make([]float64, people+1)
	for p := range levels {
		levels[p] = level * rng.NormFloat64()
		al.people = append(al.people, map[string]float64{})
	}
	al.people = al.people[:people]
	for i := range items {
		z, name := rng.NormFloat64(), fmt.Sprint(i)
		for p := range levels {
			loading := sd
			if p == people {
				loading *= math.Sqrt(worth)
			}
			u := rng.Float64()
			at, _ := slices.BinarySearch(cutoffs, loading*z+levels[p]+math.Log(u/(1-u)))
			y := float64(at)
			if b.Kind == study.Ordinal {
				y++
			}
			if p == people {
				al.judge[name] = y
				b.Add(name, "j", "judge", y)
			} else {
				al.people[p][name] = y
				b.Add(name, fmt.Sprint("p", p), "people", y)
			}
		}
	}
	table, err := b.Table()
	if err != nil {
		panic(err)
	}
	return table, al
}

const powerStudies = 150

// At the same share of judges that pass although they are one more person, 1 in 20, the comparison finds judges that
// are better as often with half of people's labels as the alternative annotator test does with all.
func TestPowerBesideAlternativeTest(t *testing.T) {
	const people, items, worth = 3, 100, 3.0
	five, err := family.NewOrdinal([]string{"1", "2", "3", "4", "5"}, nil)
	require.NoError(t, err)
	for _, design := range []struct {
		family  family.Family
		cutoffs []float64
	}{{family.Bernoulli{}, []float64{0}}, {five, []float64{-2, -0.7, 0.7, 2}}} {
		var test, follows, asGood [2][]float64 // of judges that are people, and better; the more the better
		for i, w := range []float64{1, worth} {
			of := make([][3]float64, powerStudies)
			var wait sync.WaitGroup
			for k := range runtime.GOMAXPROCS(0) {
				wait.Go(func() {
					for n := k; n < powerStudies; n += runtime.GOMAXPROCS(0) {
						_, al := everyone(rand.New(rand.NewPCG(uint64(n), uint64(2*i))), design.cutoffs, people, items,
							w)
						differences, _ := al.compare()
						half, _ := everyone(rand.New(rand.NewPCG(uint64(n), uint64(2*i+1))), design.cutoffs, people,
							items/2, w)
						f, a := probabilities(t, half, design.family)
						of[n] = [3]float64{-leastEpsilon(differences), f, a}
					}
				})
			}
			wait.Wait()
			for _, x := range of {
				test[i], follows[i] = append(test[i], x[0]), append(follows[i], x[1])
				asGood[i] = append(asGood[i], x[2])
			}
		}
		theirs, epsilon := power(test)
		ours, limit := power(follows)
		level, levelLimit := power(asGood)
		t.Logf("%v: alternative annotator test, %d items × %d people, passes better judges in %.3f (ε %.3f); half the "+
			"labels, follows as well: %.3f (P > %.3f); as good: %.3f (P > %.3f)", design.family, items, people, theirs,
			-epsilon, ours, limit, level, levelLimit)
		require.Greater(t, ours, theirs-2*math.Sqrt(0.25/powerStudies))
	}
}

// power returns how often the second are above what 1 in 20 of the first are above, and what that is.
func power(x [2][]float64) (share, limit float64) {
	slices.Sort(x[0])
	limit = x[0][int(0.95*float64(len(x[0])))]
	for _, v := range x[1] {
		if v > limit {
			share += 1 / float64(len(x[1]))
		}
	}
	return share, limit
}

// probabilities returns how probable it is that the judge follows the items as well as a person, ignoring level, and
// that it is as good, level included.
func probabilities(t *testing.T, table *study.Table, f family.Family) (follows, asGood float64) {
	_, judges, err := model.FitJudges(t.Context(), table, "people", spec.Spec{Family: f},
		sampler.Settings{Seed: 1, Chains: 2, Workers: 1})
	require.NoError(t, err)
	humans, of := judges[0].StudyAt(0), judges[0].StudyAt(1)
	pool, ok := judge.NewPeople(humans)
	require.True(t, ok)
	joints := xcc.Joints(judges[0])
	on := joints[len(joints)-1]()
	above := posterior.Map("", func(x []float64) float64 { return x[0] - x[1] }, on.Validity(humans, of),
		judge.Following(on.Partition(humans)))
	return above.Positive().Value, pool.Judge(of).AsGood.Mean()
}
