package prior_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/checks/prior"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/vpc"
	"concord/xcc"
)

// simulated returns a table of crossed studies of numbers with ICC 0.4, labeler ICC 0.15 and ρ 0.7.
func simulated(t *testing.T, items, labelers, studies int, seed uint64) *study.Table {
	t.Helper()
	truth := simulate.Truth{Family: family.Gaussian{}, Labelers: spec.Nested,
		ItemCorrelation: simulate.CommonCorrelation(studies, 0.7)}
	plan := simulate.Plan{Items: items, Labelers: spec.Nested}
	for s := range studies {
		truth.Studies = append(truth.Studies, simulate.StudyTruth{
			Mean: 50, ItemSD: 10 * math.Sqrt(0.4), LabelerSD: 10 * math.Sqrt(0.15), ResidualSD: 10 * math.Sqrt(0.45),
		})
		plan.Studies = append(plan.Studies,
			simulate.StudyPlan{Name: string(rune('a' + s)), Labelers: labelers, LabelsPerItem: min(labelers, 5)})
	}
	design, err := plan.Generate(seed)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, seed)
	require.NoError(t, err)
	return table
}

func fit(t *testing.T, table *study.Table, sp spec.Spec, seed uint64) *model.Posterior {
	t.Helper()
	f, err := model.Fit(context.Background(), table, sp, sampler.Settings{Seed: seed, Draws: 3000})
	require.NoError(t, err)
	return f
}

// requireSame compares a shift's summary with that of a fit under the other prior, in standard errors of both.
func requireSame(t *testing.T, name string, got prior.Shift, want posterior.Quantity, draws posterior.Quantity) {
	t.Helper()
	require.True(t, got.Reliable, name)
	s := want.Summary(0.95)
	// The weighted mean has no more than the error of a mean of the weights' own effective number of draws, half of
	// all here.
	se := math.Hypot(s.MCSEMean, math.Sqrt2*posterior.MCSEMean(draws.Chains))
	require.InDelta(t, s.Mean, got.Under.Mean, 4.5*se, name)
	for i, p := range []float64{0.025, 0.975} {
		q := []float64{got.Under.Lower, got.Under.Upper}[i]
		se := math.Hypot(posterior.MCSEQuantile(want.Chains, p), math.Sqrt2*posterior.MCSEQuantile(draws.Chains, p))
		require.InDelta(t, want.Quantile(p), q, 4.5*se, "%s, quantile %v", name, p)
	}
}

// Oracle: the labels fitted again under half the scale of the priors, and under LKJ(1.5), which for two studies is
// √(1 − ρ²).
func TestShiftIsThatOfFittingAgain(t *testing.T) {
	table := simulated(t, 40, 4, 2, 1)
	was := fit(t, table, spec.Spec{}, 1)
	interval := posterior.Interval{Level: 0.95}
	of := func(f *model.Posterior) map[string]posterior.Quantity {
		a, b, joint := f.StudyAt(0), f.StudyAt(1), xcc.Joints(f)[0]()
		labeler, _ := joint.Partition(a).LabelerICC()
		return map[string]posterior.Quantity{
			"icc": joint.Partition(a).ICC(), "labeler icc": labeler, "rho": joint.Rho(a, b), "xcc": joint.XCC(a, b),
		}
	}
	own := of(was)

	half, ok := prior.HalfScale(was, was.EachStudy()...)
	require.True(t, ok)
	scale := was.Spec().Priors
	halved := func(p spec.Prior) spec.Prior {
		s, ok := p.(spec.StudentT)
		require.True(t, ok)
		s.Scale /= 2
		return s
	}
	again := of(fit(t, table,
		spec.Spec{Priors: spec.Priors{SD: halved(scale.SD), LabelerSD: halved(scale.LabelerSD)}}, 2))
	moved := 0
	for name, q := range own {
		s := half.Of(q, q.Summarize(interval))
		require.Equal(t, prior.HalvedSD, s.Alternative)
		requireSame(t, name, s, again[name], q)
		if s.Speaks() {
			moved++
		}
	}
	require.Positive(t, moved, "of four labelers the prior speaks")

	again = of(fit(t, table, spec.Spec{Priors: spec.Priors{Correlation: spec.LKJ{Shape: 1.5}}}, 3))
	tapered := prior.Tapered(was.StudyAt(0), was.StudyAt(1))
	for name, q := range own {
		s := tapered.Of(q, q.Summarize(interval))
		require.Equal(t, prior.TaperedCorrelation, s.Alternative)
		requireSame(t, name, s, again[name], q)
	}
	require.Less(t, tapered.Of(own["rho"], own["rho"].Summarize(interval)).Under.Mean, own["rho"].Mean())
}

// What is said of a study under half the scale of its own priors does not depend on the other study's.
func TestHalfScaleIsOfTheStudiesNamed(t *testing.T) {
	was := fit(t, simulated(t, 30, 4, 2, 3), spec.Spec{}, 1)
	b := was.StudyAt(1)
	sds, ok := was.PriorSDs(b)
	require.True(t, ok)
	require.Len(t, sds, 3)
	for i, want := range []posterior.Quantity{b.ItemSD(), b.LabelerSD(), b.ResidualSD()} {
		require.Equal(t, want.Chains, sds[i].Draws.Chains)
	}
	common := fit(t, simulated(t, 30, 4, 2, 3), spec.Spec{Residual: spec.CommonResidual}, 1)
	sds, _ = common.PriorSDs(common.EachStudy()...)
	require.Len(t, sds, 5, "a common residual once")
	require.Equal(t, sds[0].Unit, sds[3].Unit, "together standardised")
	table := simulated(t, 30, 4, 2, 3)
	a := table.StudyAt(0).Value()
	mean, squares := 0.0, 0.0
	for _, y := range a {
		mean += y / float64(len(a))
	}
	for _, y := range a {
		squares += (y - mean) * (y - mean)
	}
	sds, _ = was.PriorSDs(was.StudyAt(0))
	require.InEpsilon(t, math.Sqrt(squares/float64(len(a)-1)), sds[0].Unit, 1e-12)
}

// The threshold that decides: of 3 labelers the prior always speaks, of 30 by 100 items never.
func TestSpeaksOfFewLabelers(t *testing.T) {
	for _, c := range []struct {
		items, labelers int
		want            bool
	}{{60, 3, true}, {100, 30, false}} {
		for seed := range uint64(4) {
			table := simulated(t, c.items, c.labelers, 1, 10+seed)
			f, err := model.Fit(context.Background(), table, spec.Spec{}, sampler.Settings{Seed: seed + 1})
			require.NoError(t, err)
			half, ok := prior.HalfScale(f, f.EachStudy()...)
			require.True(t, ok)
			part := vpc.ParameterPartition(f.StudyAt(0))
			labeler, _ := part.LabelerICC()
			speaks := false
			for _, q := range []posterior.Quantity{part.ICC(), labeler} {
				speaks = speaks || half.Of(q, q.Summary(0.95)).Speaks()
			}
			require.Equal(t, c.want, speaks, "%d labelers, seed %d", c.labelers, seed)
		}
	}
}

// Where nothing is known of the units nothing is said; too few draws say nothing either; and what weights cannot tell
// is that the prior speaks.
func TestCannotTell(t *testing.T) {
	draws := posterior.NewDraws([]string{"mu[1]", "sd_item[1]", "sd_residual"}, 1, 5)
	alone := spec.Spec{Family: family.Gaussian{}, Labelers: spec.NoLabelers}
	kept, err := model.FromDraws(alone, []string{"a"}, draws)
	require.NoError(t, err)
	_, ok := prior.HalfScale(kept, kept.StudyAt(0))
	require.False(t, ok)

	rng := rand.New(rand.NewPCG(1, 1))
	many := posterior.NewDraws([]string{"mu[1]", "sd_item[1]"}, 1, 400)
	for i := range 400 {
		many.Chain(1, 0)[i] = math.Exp(3 * rng.NormFloat64())
	}
	sp := spec.Spec{Family: family.Bernoulli{}, Labelers: spec.NoLabelers, Priors: spec.Priors{SD: growing{}}}
	for _, c := range []struct {
		draws *posterior.Draws
		want  bool
	}{{many, true}, {posterior.NewDraws(many.Names(), 1, 5), false}} {
		kept, err := model.FromDraws(sp, []string{"a"}, c.draws)
		require.NoError(t, err)
		half, ok := prior.HalfScale(kept, kept.StudyAt(0))
		require.True(t, ok)
		s := half.Of(kept.StudyAt(0).ItemSD(), kept.StudyAt(0).ItemSD().Summary(0.95))
		require.False(t, s.Reliable)
		require.Equal(t, c.want, s.Speaks())
	}
}

// growing is a prior whose ratio of half to whole scale grows without bound.
type growing struct{}

func (growing) LogDensity(x float64) (logp, deriv float64) { return 1.5 * x, 1.5 }
func (growing) String() string                             { return "growing" }
