//go:build long

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
)

// asked is a value that a question is about: the truth, and the answer with its interval.
type asked struct{ truth, mean, lower, upper float64 }

// question writes a file with a known truth, and reads answers by name.
type question struct {
	name string
	ask  func(t *testing.T, rng *rand.Rand) map[string]asked
	// within are the least and the most of 20 intervals that may hold the truth, by name; else 16 and 20.
	within map[string][2]int
}

// Questions about covariates on 20 files each. The bias, the root mean square error and the coverage of 95 % intervals
// stand in docs/lab/validation.md.
func TestLongQuestionsAboutCovariates(t *testing.T) {
	const files = 20
	for _, q := range []question{
		{name: "does the country matter?", ask: askCountry},
		{name: "does it matter in one group alone?", ask: askGroups},
		{name: "did time move all labels?", ask: askDrift},
		{name: "did labelers drift, each in a separate way?", ask: askLabelers,
			within: map[string][2]int{"difference by week": {0, 20}}},
		{name: "do length and position bias the judge?", ask: askJudge},
	} {
		t.Run(q.name, func(t *testing.T) {
			all := map[string][]asked{}
			for file := range files {
				for name, a := range q.ask(t, rand.New(rand.NewPCG(uint64(file), 51))) {
					all[name] = append(all[name], a)
				}
			}
			for name, answers := range all {
				n := float64(len(answers))
				truth, bias, square, held := 0.0, 0.0, 0.0, 0
				for _, a := range answers {
					truth += a.truth / n
					bias += (a.mean - a.truth) / n
					square += (a.mean - a.truth) * (a.mean - a.truth) / n
					if a.lower <= a.truth && a.truth <= a.upper {
						held++
					}
				}
				fmt.Printf("| %s | %s | %.3f | %+.3f | %.3f | %d |\n", q.name, name, truth, bias, math.Sqrt(square),
					held)
				least, most := 16, files
				if w, ok := q.within[name]; ok {
					least, most = w[0], w[1]
				}
				assert.GreaterOrEqual(t, held, least, name)
				assert.LessOrEqual(t, held, most, name)
			}
		})
	}
}

// logisticMean is the mean of the logistic function of N(mean, sd²).
func logisticMean(mean, sd float64) float64 {
	return expectation(func(z float64) float64 { return 1 / (1 + math.Exp(-mean-sd*z)) })
}

// expectation is the mean of a function of a standard normal number.
func expectation(f func(z float64) float64) float64 {
	sum, all := 0.0, 0.0
	for z := -8.0; z <= 8; z += 0.02 {
		w := math.Exp(-z * z / 2)
		sum += w * f(z)
		all += w
	}
	return sum / all
}

// yesICC is the ICC of labels yes or no: chances of an item are averages over random labelers, and offsets of a label.
func yesICC(mean, item, labeler float64, offsets ...float64) float64 {
	chance := func(z float64) float64 {
		sum := 0.0
		for _, o := range offsets {
			sum += logisticMean(mean+o+item*z, labeler) / float64(len(offsets))
		}
		return sum
	}
	p := expectation(chance)
	square := expectation(func(z float64) float64 { return chance(z) * chance(z) })
	return (square - p*p) / (p * (1 - p))
}

func yes(rng *rand.Rand, theta float64) int {
	if rng.Float64() < 1/(1+math.Exp(-theta)) {
		return 1
	}
	return 0
}

func normals(rng *rand.Rand, n int, sd float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = sd * rng.NormFloat64()
	}
	return x
}

// fitted runs fit and returns its result.
func fittedResult(t *testing.T, args ...string) *answer.Answer {
	t.Helper()
	out, _ := runFit(t, exitFine, append(args, "--draws", "500", "--quiet", "--format", "json")...)
	return answerIn(t, out)
}

// estimated is an estimate of a result on the label scale, with its truth.
func estimated(t *testing.T, r *answer.Answer, truth float64, quantity, term string, studies ...string) asked {
	t.Helper()
	for _, e := range r.Of(quantity) {
		if e.Term == term && e.Scale == "" && slices.Equal(e.Groups(), studies) {
			return asked{truth, e.Value, e.Lower, e.Upper}
		}
	}
	require.Fail(t, "no such estimate", "%s %s %v", quantity, term, studies)
	return asked{}
}

// 60 items, 24 labelers in three countries, six labels each.
func askCountry(t *testing.T, rng *rand.Rand) map[string]asked {
	offsets := []float64{1, -0.5, -0.5}
	item, labeler := normals(rng, 60, 1.3), normals(rng, 24, 0.5)
	var rows []string
	for j := range item {
		for _, l := range rng.Perm(24)[:6] {
			rows = append(rows, fmt.Sprintf("i%d,p%d,%d,%s", j, l, yes(rng, 0.2+item[j]+labeler[l]+offsets[l%3]),
				[]string{"BR", "IN", "US"}[l%3]))
		}
	}
	file := written(t, "item,labeler,label,country", rows)
	r := fittedResult(t, "--covariate", "country", file)
	sd := math.Hypot(1.3, 0.5)
	return map[string]asked{
		"difference by country BR": estimated(t, r, logisticMean(1.2, sd)-logisticMean(-0.3, sd),
			"covariate_difference", "country=BR", "all"),
		"ICC":     estimated(t, r, yesICC(0.2, 1.3, 0.5, offsets...), "icc", "", "all"),
		"raw ICC": estimated(t, r, yesICC(0.2, 1.3, 0.5, offsets...), "raw_icc", "", "all"),
	}
}

// Two groups of 16 labelers: the country matters in one of them.
func askGroups(t *testing.T, rng *rand.Rand) map[string]asked {
	item, labeler := normals(rng, 60, 1.3), normals(rng, 32, 0.5)
	var rows []string
	for s, effect := range []float64{0.6, 0} {
		for j := range item {
			for _, l := range rng.Perm(16)[:6] {
				sign := float64(1 - 2*(l%2))
				rows = append(rows, fmt.Sprintf("i%d,p%d,%s,%d,%s", j, s*16+l, []string{"a", "b"}[s],
					yes(rng, item[j]+labeler[s*16+l]+effect*sign), []string{"BR", "US"}[l%2]))
			}
		}
	}
	file := written(t, "item,labeler,group,label,country", rows)
	r := fittedResult(t, "--covariate", "country", "--reference", "a", file)
	sd := math.Hypot(1.3, 0.5)
	truth := logisticMean(-0.6, sd) - logisticMean(0.6, sd) // of US less BR
	return map[string]asked{
		"difference by country in a": estimated(t, r, truth, "covariate_difference", "country=US", "a"),
		"difference by country in b": estimated(t, r, 0, "covariate_difference", "country=US", "b"),
		"difference of both":         estimated(t, r, -truth, "effect_difference", "country=US", "b", "a"),
	}
}

// Numbers of items that are labelled in ten weeks one after the other, and rise from week to week.
func askDrift(t *testing.T, rng *rand.Rand) map[string]asked {
	const rise = 0.21
	item, labeler := normals(rng, 100, 1), normals(rng, 20, 0.4)
	var rows []string
	for j := range item {
		week := 1 + j/10
		for _, l := range rng.Perm(20)[:5] {
			rows = append(rows, fmt.Sprintf("i%d,p%d,%.3f,%d", j, l,
				5+item[j]+labeler[l]+rise*float64(week)+rng.NormFloat64(), week))
		}
	}
	file := written(t, "item,labeler,label,week", rows)
	plain, r := fittedResult(t, file), fittedResult(t, "--covariate", "week", file)
	drift := rise * rise * 99 / 12
	return map[string]asked{
		"ICC without --covariate week": estimated(t, plain, (1+drift)/(2.16+drift), "icc", "", "all"),
		"ICC":                          estimated(t, r, (1+drift)/(2.16+drift), "icc", "", "all"),
		"raw ICC":                      estimated(t, r, (1+drift)/(2.16+drift), "raw_icc", "", "all"),
		"difference by week":           ofNumber(t, r, rise, "week"),
	}
}

// ofNumber is the difference by a number whose unit adds slope.
func ofNumber(t *testing.T, r *answer.Answer, slope float64, name string) asked {
	t.Helper()
	at := r.Of("covariate_difference")[0]
	high, err := strconv.ParseFloat(at.Category, 64)
	require.NoError(t, err)
	low, err := strconv.ParseFloat(at.Against, 64)
	require.NoError(t, err)
	return estimated(t, r, slope*(high-low), "covariate_difference", name, at.Group)
}

// Labels rise with some labelers and fall with others, and not on average.
func askLabelers(t *testing.T, rng *rand.Rand) map[string]asked {
	item, labeler, rise := normals(rng, 100, 1), normals(rng, 20, 0.4), normals(rng, 20, 0.15)
	var rows []string
	for j := range item {
		for _, l := range rng.Perm(20)[:5] {
			week := 1 + rng.IntN(10)
			rows = append(rows, fmt.Sprintf("i%d,p%d,%.3f,%d", j, l,
				5+item[j]+labeler[l]+rise[l]*(float64(week)-5.5)+rng.NormFloat64(), week))
		}
	}
	file := written(t, "item,labeler,label,week", rows)
	plain := fittedResult(t, "--covariate", "week", file)
	both := fittedResult(t, "--covariate", "week", "--facet", "labeler:week", file)
	drift := 0.15 * 0.15 * 99 / 12
	share := estimated(t, both, drift/(2.16+drift), "component", "labeler:week", "all")
	return map[string]asked{
		"difference by week":    ofNumber(t, plain, 0, "week"),
		"the same with --facet": ofNumber(t, both, 0, "week"),
		"share of labeler:week": share,
	}
}

// A judge of one label an item prefers long answers and the first place, and people do not.
func askJudge(t *testing.T, rng *rand.Rand) map[string]asked {
	shared, labeler := normals(rng, 150, 1), normals(rng, 12, 0.4)
	var rows []string
	for j := range shared {
		length := float64(rng.IntN(100))
		place := rng.IntN(2)
		people, judge := 1.2*shared[j], 1.5*(0.8*shared[j]+0.6*rng.NormFloat64())
		for _, l := range rng.Perm(12)[:4] {
			rows = append(rows, fmt.Sprintf("i%d,p%d,people,%d,%.0f,%s", j, l,
				yes(rng, people+labeler[l]+0.004*(length-50)), length, []string{"first", "second"}[place]))
		}
		rows = append(rows, fmt.Sprintf("i%d,gpt,gpt,%d,%.0f,%s", j,
			yes(rng, 0.3+judge+0.03*(length-50)+0.5*float64(1-2*place)), length, []string{"first", "second"}[place]))
	}
	file := written(t, "item,labeler,group,label,length,place", rows)
	out, _ := runFit(t, exitFine, "judge", "--humans", "people", "--covariate", "length,place", "--draws", "500",
		"--quiet", "--format", "json", file)
	all := map[string]asked{}
	for _, at := range foundIn(t, out).of("rate_moves_more", "") {
		truth := logisticMean(0.3+0.5, 1.5) - logisticMean(0.3-0.5, 1.5) // of first less second
		if at.Term == "length" {
			high, _ := strconv.ParseFloat(at.Category, 64)
			low, _ := strconv.ParseFloat(at.Against, 64)
			mean := func(at float64) float64 {
				return logisticMean(0.3+0.03*(at-50), 1.5) -
					logisticMean(0.004*(at-50), math.Hypot(1.2, 0.4))
			}
			truth = mean(high) - mean(low)
		}
		bias := asked{truth, *at.Value, *at.Lower, *at.Upper}
		if at.Category == "second" {
			bias.mean, bias.lower, bias.upper = -bias.mean, -bias.upper, -bias.lower
		}
		all["bias by "+at.Term] = bias
	}
	return all
}
