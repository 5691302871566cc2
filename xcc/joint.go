package xcc

import (
	"math"
	"slices"
	"strconv"
	"sync"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/vpc"
)

// Joint is the posterior of the agreement between the studies of a fit, on one scale, draw by draw. On each scale
// xCC_ab = ρ_ab √ICC_a √ICC_b, with the ICC of [vpc.NewPartition] on the same one.
//
// Labels that are compared come from different people, also across studies with shared labelers.
//
// Its methods take studies of the fit, see [model.Posterior.Study]. They panic at a study that was not given to
// [NewJoint].
type Joint struct {
	scale      vpc.Scale
	suffix     string // of names
	studies    []model.StudyPosterior
	partitions []vpc.Partition      // of each study
	icc        []posterior.Quantity // of each study
	rho        []posterior.Quantity // of each pair of studies, see pairIndex
	own        []func() ownTables   // of each study
}

// NewJoint returns the joint posterior of some studies of a fit, such as all of them, [model.Posterior.EachStudy], on
// the scale asked for. It returns an error if the fit's family of labels does not have that scale.
//
// On the label scale of Bernoulli labels, with h(u) the chance that item u has a positive label, see
// [vpc.NewPartition],
//
//	ρ_ab = Cov(h_a, h_b) / √(Var h_a Var h_b),   xCC_ab = Cov(h_a, h_b) / √(p_a(1 − p_a) p_b(1 − p_b)),
//
// which is computed for all their pairs at once: about 1 µs for each draw and study, and 0.05 µs for each draw and
// pair. In draws without item variance ρ is its limit as that goes to 0.
func NewJoint(scale vpc.Scale, studies ...model.StudyPosterior) (Joint, error) {
	j := Joint{scale: scale, studies: studies}
	for b, study := range studies {
		j.own = append(j.own, sync.OnceValue(func() ownTables { return newOwnTables(study, len(studies)) }))
		for _, other := range studies[:b] {
			j.rho = append(j.rho, other.TrueScoreCorrelation(study))
		}
	}
	var also func(int, *family.Curves) func(int)
	if len(studies) > 0 && scale != vpc.ParameterScale(studies[0].Posterior().Spec().Family) {
		j.suffix, also = "_"+scale.String(), j.toLabels()
	}
	var err error
	if j.partitions, err = vpc.NewPartitions(studies, scale, also); err != nil {
		return Joint{}, err
	}
	for _, part := range j.partitions {
		j.icc = append(j.icc, part.ICC())
	}
	return j, nil
}

// Joints returns the joint posterior of all studies of a fit on each scale that its family of labels has, in the order
// of [vpc.Scales]. Each is computed when it is first asked for: on the label scale every draw has integrals.
func Joints(fit *model.Posterior) (all []func() Joint) {
	for _, scale := range vpc.Scales(fit.Spec().Family) {
		all = append(all, sync.OnceValue(func() Joint {
			j, err := NewJoint(scale, fit.EachStudy()...)
			if err != nil {
				panic(err) // a family has its own scales
			}
			return j
		}))
	}
	return all
}

// pairIndex is the place of the pair of studies a < b.
func pairIndex(a, b int) int { return b*(b-1)/2 + a }

// toLabels replaces the correlations of linear predictors by the correlations of the mean labels h, draw by draw.
func (j Joint) toLabels() func(chain int, h *family.Curves) func(draw int) {
	latent := slices.Clone(j.rho)
	for p, q := range latent {
		j.rho[p] = q.Like(q.Name)
	}
	return func(c int, h *family.Curves) func(int) {
		return func(i int) {
			for b := range j.studies {
				for a := range b {
					p := pairIndex(a, b)
					j.rho[p].Chains[c][i] = h.Correlation(a, b, latent[p].Chains[c][i])
				}
			}
		}
	}
}

// Scale returns the scale of the joint posterior.
func (j Joint) Scale() vpc.Scale { return j.scale }

// Partition returns the variance partition of a study.
func (j Joint) Partition(study model.StudyPosterior) vpc.Partition {
	return j.partitions[j.index(study)]
}

// Rho returns normalized xCC, the correlation ρ_ab of the items' true scores in studies a and b. True scores are the
// mean labels by unlimited labelers on the label scale, and the linear predictors on the latent scale. It is 1 if they
// are the same study.
func (j Joint) Rho(a, b model.StudyPosterior) posterior.Quantity {
	q := j.rhoOf(a, b)
	q.Name = j.name("rho", a, b)
	return q
}

func (j Joint) rhoOf(a, b model.StudyPosterior) posterior.Quantity {
	s, t := j.index(a), j.index(b)
	if s == t {
		return a.ItemCorrelation(b)
	}
	return j.rho[pairIndex(min(s, t), max(s, t))]
}

// XCC returns xCC_ab = ρ_ab √ICC_a √ICC_b, the correlation of a label from study a with a label of the same item from
// study b, by different people. For a study with itself it is the ICC.
func (j Joint) XCC(a, b model.StudyPosterior) posterior.Quantity {
	return posterior.Map(j.name("xcc", a, b), func(x []float64) float64 {
		return x[0] * (math.Sqrt(x[1]) * math.Sqrt(x[2]))
	}, j.rhoOf(a, b), j.icc[j.index(a)], j.icc[j.index(b)])
}

// RhoOfMean returns ρ_ra √ICC_a(k), the correlation of the mean of k labels of study a, by different labelers,
// with the true score of the same item in study r. It panics if k is not positive.
func (j Joint) RhoOfMean(reference, a model.StudyPosterior, k int) posterior.Quantity {
	return posterior.Map(j.name("rho_k", reference, a), weakened, j.rhoOf(reference, a), j.Partition(a).ICCk(k))
}

// Validity returns r = ρ_pa √ICC_a, the correlation of one label of study a with the true score of the same item in
// study pool. It is determined even if a has one label of each item, although ρ and ICC are not. For the pool itself it
// is √ICC, the validity of one label of a random labeler of the pool.
func (j Joint) Validity(pool, a model.StudyPosterior) posterior.Quantity {
	return posterior.Map(j.name("validity", pool, a), weakened, j.rhoOf(pool, a), j.icc[j.index(a)])
}

// ValidityOfMean returns r √ICC_pool(k). This is the correlation of one label of study a with the mean of k labels of
// study pool by different labelers, of the same item. For k = 1 it is xCC. Like r, it is determined even if a has one
// label of each item. It panics if k is not positive.
func (j Joint) ValidityOfMean(pool, a model.StudyPosterior, k int) posterior.Quantity {
	return posterior.Map(j.name("validity_"+strconv.Itoa(k), pool, a), weakened, j.Validity(pool, a),
		j.Partition(pool).ICCk(k))
}

// ValidityDifference returns r_a − r_b: how much better one label of study standard follows the true scores of study a
// than of study b. Because ρ_a/ρ_b = r_a/r_b for one standard, whose reliability they share, its
// [posterior.Quantity.Positive] is also the probability of ρ_a > ρ_b; |r_a − r_b| is at most |ρ_a − ρ_b|.
func (j Joint) ValidityDifference(standard, a, b model.StudyPosterior) posterior.Quantity {
	return posterior.Difference(j.name("validity_difference", standard, a, b), j.Validity(a, standard),
		j.Validity(b, standard))
}

// LabelsLike returns how many labels of the pool, by different labelers, have a mean that correlates with one label of
// study a as well as another label of a would, if the reliability of a label of a is as stated: k with r² ICC_pool(k) =
// reliability². (Snow, O'Connor, Jurafsky and Ng 2008 asked how many of a crowd's labels equal one of an expert.) It is
// +Inf in draws in which no number is enough, because r is not above the reliability. It panics unless
// 0 < reliability ≤ 1.
func (j Joint) LabelsLike(pool, a model.StudyPosterior, reliability float64) posterior.Quantity {
	if !(reliability > 0 && reliability <= 1) {
		panic("xcc: a reliability must be above 0 and at most 1")
	}
	return posterior.Map(j.name("labels_like", pool, a), func(x []float64) float64 {
		target, icc := math.Pow(reliability/x[0], 2), x[1]
		if x[0] <= reliability {
			return math.Inf(1)
		}
		return target * (1 - icc) / (icc * (1 - target))
	}, j.Validity(pool, a), j.icc[j.index(pool)])
}

// Worth returns the number of labels of the pool, by different labelers, whose mean follows the pool's true scores as
// well as one label of study a does: k with ICC(k) = r², by the formula of Spearman and Brown
//
//	k = r² (1 − ICC) / (ICC (1 − r²)),
//
// and 0 if r is not positive.
func (j Joint) Worth(pool, a model.StudyPosterior) posterior.Quantity {
	return posterior.Map(j.name("worth", pool, a), func(x []float64) float64 {
		r2, icc := x[0]*x[0], x[1]
		if x[0] <= 0 {
			return 0
		}
		return r2 * (1 - icc) / (icc * (1 - r2))
	}, j.Validity(pool, a), j.icc[j.index(pool)])
}

// RhoDifference returns ρ_ra − ρ_rb: how much better the true scores of study a agree with reference r than the true
// scores of study b do. Its [posterior.Quantity.Positive] is the probability that they do.
func (j Joint) RhoDifference(reference, a, b model.StudyPosterior) posterior.Quantity {
	return posterior.Difference(j.name("rho_difference", reference, a, b), j.rhoOf(reference, a), j.rhoOf(reference, b))
}

// XCCDifference returns xCC_ra − xCC_rb: how much better a single label of study a agrees with one of reference r than
// a label of study b does. Its [posterior.Quantity.Positive] is the probability that it does.
func (j Joint) XCCDifference(reference, a, b model.StudyPosterior) posterior.Quantity {
	return posterior.Difference(j.name("xcc_difference", reference, a, b), j.XCC(reference, a), j.XCC(reference, b))
}

// weakened is a correlation with true scores times the root of a reliability, draw by draw.
func weakened(x []float64) float64 { return x[0] * math.Sqrt(x[1]) }

func (j Joint) index(study model.StudyPosterior) int {
	s := slices.Index(j.studies, study)
	if s < 0 {
		panic("xcc: the joint posterior has no study " + study.Name() + " of that fit")
	}
	return s
}

// name names a quantity of some studies. The name has the scale if it is not the scale of the parameters.
func (j Joint) name(quantity string, studies ...model.StudyPosterior) string {
	return nameOf(quantity+j.suffix, studies...)
}
