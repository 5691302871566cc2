package predictive

import (
	"math"
	"slices"

	"concord/model/spec"
)

// The familywise tail probabilities are the adjusted p-values of Westfall and Young (1993, algorithm 2.8, the
// single-step maxT procedure) among replicated studies instead of permuted ones. If the labels come from the model with
// the parameters of the replicates, observed and replicated studies are exchangeable. So a report has a doubt with a
// probability of at most [Threshold]. This holds for any number of replicates, of statistics and of studies, however
// these depend on each other. Parameters fitted to the same labels make it rarer.

// Threshold is the familywise tail probability up to which a statistic puts an assumption in doubt.
const Threshold = 0.025

// FewestReplicates is the least number that can put something in doubt. With fewer, a value more extreme than all of
// them is no rarer than the part of [Threshold] for statistics that no parameter follows.
const FewestReplicates = 49

// followedShare is the part of [Threshold] for statistics that parameters of the model are free to follow. These are
// the coefficients, about K² of them, and the scatter within items if each study has a separate residual. These are
// hardly ever out of range, and the others would pay for their number.
const followedShare = 0.2

// group is statistics that are judged together, a family of tests.
type group struct {
	columns []int
	share   float64 // of [Threshold]
}

// groups returns the statistics that no parameter follows and those that one does.
func (d *design) groups() []group {
	free, followed := group{share: 1 - followedShare}, group{share: followedShare}
	for i, s := range d.statistics {
		if s.withheld {
			continue
		}
		if s.kind == nil || s.name == WithinItemSD && !d.commonNoise() {
			followed.columns = append(followed.columns, i)
		} else {
			free.columns = append(free.columns, i)
		}
	}
	return []group{free, followed}
}

// commonNoise reports whether several studies share one residual.
func (d *design) commonNoise() bool {
	return len(d.spec.Family.Parameters()) > 0 && d.spec.Residual == spec.CommonResidual && len(d.studies) > 1
}

// Familywise returns for each statistic, a column of the rows, the probability that a study from the model has any of
// them as far out as the observed one. Statistics that are NaN are in the middle.
func Familywise(observed []float64, replicated [][]float64) []float64 {
	d := &design{statistics: make([]statistic, len(observed))}
	all := group{share: 1}
	for i := range observed {
		all.columns = append(all.columns, i)
	}
	p := make([]float64, len(observed))
	for i, j := range d.judgeGroups([]group{all}, observed, replicated) {
		p[i] = j.familywise
	}
	return p
}

// judgement of a statistic.
type judgement struct {
	far        float64 // how far out the observed value lies, see [statistic.distances]; below 0 on the lower side
	familywise float64 // see [Discrepancy.Familywise]
	farthest   float64 // how far out any statistic of the family lies in any replicated study
}

// judge returns a judgement of each statistic. Its familywise tail probability is the share of studies, replicated and
// observed, in which any statistic of the family lies as far out, divided by the share of the family.
func (d *design) judge(observed []float64, replicated [][]float64) []judgement {
	return d.judgeGroups(d.groups(), observed, replicated)
}

// judgeGroups is judge for some families.
func (d *design) judgeGroups(families []group, observed []float64, replicated [][]float64) []judgement {
	judged := make([]judgement, len(d.statistics))
	for i := range judged {
		judged[i].familywise = math.NaN() // of those that are withheld
	}
	for _, f := range families {
		farthest := make([]float64, len(replicated)) // of any statistic, by replicate
		for _, i := range f.columns {
			distance := d.statistics[i].distances(observed[i], column(replicated, i))
			judged[i].far = distance[0]
			for n, x := range distance[1:] {
				farthest[n] = math.Max(farthest[n], math.Abs(x))
			}
		}
		for _, i := range f.columns {
			count := 1.0
			for _, x := range farthest {
				if x >= math.Abs(judged[i].far) {
					count++
				}
			}
			judged[i].familywise = math.Min(1, count/float64(len(replicated)+1)/f.share)
			judged[i].farthest = slices.Max(farthest)
		}
	}
	return judged
}

// distances returns how far out the observed and each replicated value lie: the distance from the mean of all, with the
// sign of the side. Its unit is a standard deviation of each side, to allow for skewness. For a symmetric distribution
// it is the usual one. Undefined values, and values on a side that puts nothing in doubt, have the distance 0.
func (stat statistic) distances(observed float64, replicated []float64) []float64 {
	values := append([]float64{observed}, replicated...)
	var all moments
	for n, x := range values {
		if stat.kind != nil && stat.kind.scale != nil {
			values[n] = stat.kind.scale(x)
		}
		if !notFinite(values[n]) {
			all.add(1, values[n], 0)
		}
	}
	above, below := 0.0, 0.0 // sums of squares
	for n, x := range values {
		values[n] = x - all.mean
		switch {
		case notFinite(x):
		case x > all.mean:
			above += values[n] * values[n]
		default:
			below += values[n] * values[n]
		}
	}
	for n, x := range values {
		side := above
		if !(x > 0) {
			side = below
		}
		if notFinite(x) || !(side > 0) || x < 0 && stat.kind != nil && stat.kind.highOnly {
			values[n] = 0
			continue
		}
		values[n] = x / math.Sqrt(side/(all.n/2))
	}
	return values
}
