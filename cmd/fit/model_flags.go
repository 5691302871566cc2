package main

import (
	"github.com/spf13/pflag"

	"concord/model"
	"concord/model/family"
	"concord/sampler"
)

// referenceHelp describes --reference.
const referenceHelp = "`study` that the others are compared with (default: the first of the file)"

// modelFlags say which model to fit.
type modelFlags struct {
	family, effects, residual, reference string
	priorMean, priorSD, priorCor         string
	priorLabelerSD                       string
}

func (f *modelFlags) register(fs *pflag.FlagSet) {
	f.registerSpec(fs)
	fs.StringVar(&f.reference, "reference", "", referenceHelp)
}

func (f *modelFlags) registerSpec(fs *pflag.FlagSet) {
	fs.StringVar(&f.family, "family", "auto", "`distribution` of the labels: auto (by the labels), bernoulli or gaussian")
	fs.StringVar(&f.effects, "labeler-effects", "auto", "`kind` of labelers: nested (other people in each study), shared (the same people) or none; auto is nested if the file names labelers")
	fs.StringVar(&f.residual, "residual", "auto", "`kind` of residual of gaussian studies: study (each its own, its labels centred and scaled by themselves) or common (all must be of one unit); auto is study for two or more")
	fs.StringVar(&f.priorMean, "prior-mean", "", "`prior` of the means, such as normal(0, 1) (default student_t(3, 0, 2.5))")
	fs.StringVar(&f.priorSD, "prior-sd", "", "`prior` of the standard deviations (default student_t(3, 0, 2.5), positive half)")
	fs.StringVar(&f.priorLabelerSD, "prior-labeler-sd", "", "`prior` of the labelers' standard deviations (default that of --prior-sd; if neither is given, student_t(3, 0, 1) for numbers)")
	fs.StringVar(&f.priorCor, "prior-cor", "", "`prior` of the correlations: marginal (each is uniform, however many studies there are) or lkj(SHAPE) (default marginal)")
}

// spec returns the model that the flags ask for.
func (f *modelFlags) spec() (model.Spec, error) {
	var s model.Spec
	var err error
	if s.Family, err = oneOf("family", f.family, append([]string{"auto"}, family.Names()...),
		append([]family.Family{nil}, family.All()...)); err != nil {
		return s, err
	}
	if s.Labelers, err = oneOf("labeler-effects", f.effects, []string{"auto", "nested", "shared", "none"},
		[]model.LabelerEffects{model.AutoLabelers, model.Nested, model.Shared, model.NoLabelers}); err != nil {
		return s, err
	}
	if s.Residual, err = oneOf("residual", f.residual, []string{"auto", "common", "study"},
		[]model.Residual{model.AutoResidual, model.CommonResidual, model.StudyResidual}); err != nil {
		return s, err
	}
	if f.priorMean != "" {
		if s.Priors.Mean, err = parsePrior("prior-mean", f.priorMean); err != nil {
			return s, err
		}
	}
	if f.priorSD != "" {
		if s.Priors.SD, err = parsePrior("prior-sd", f.priorSD); err != nil {
			return s, err
		}
	}
	if f.priorLabelerSD != "" {
		if s.Priors.LabelerSD, err = parsePrior("prior-labeler-sd", f.priorLabelerSD); err != nil {
			return s, err
		}
	}
	if f.priorCor != "" {
		if s.Priors.Correlation, err = parseCorrelationPrior("prior-cor", f.priorCor); err != nil {
			return s, err
		}
	}
	return s, nil
}

// samplerFlags say how to sample.
type samplerFlags struct {
	chains, draws, warmup, cores, maxDepth int
	seed                                   uint64
	algorithm                              string
	targetAccept                           float64
}

func (f *samplerFlags) register(fs *pflag.FlagSet) {
	fs.IntVar(&f.chains, "chains", 4, "`number` of chains")
	fs.IntVar(&f.draws, "draws", 0, "`number` of draws of each chain (default: 1000, fewer for more than 20,000 labels)")
	fs.IntVar(&f.warmup, "warmup", 0, "`number` of warm-up iterations of each chain (default: automatic)")
	fs.Uint64Var(&f.seed, "seed", 1, "`seed` of the random numbers; the same seed gives the same result")
	fs.IntVar(&f.cores, "cores", 0, "`number` of chains to run at once (default: one for each core)")
	fs.StringVar(&f.algorithm, "algorithm", "auto", "`algorithm`: auto, nuts or hmc")
	fs.Float64Var(&f.targetAccept, "target-accept", 0, "mean acceptance `probability` to adapt the step size to (default: 0.8, or 0.9 where that is better)")
	fs.IntVar(&f.maxDepth, "max-depth", 10, "`doublings` of a trajectory at most")
}

// settings returns what the flags ask of the sampler.
func (f *samplerFlags) settings() (sampler.Settings, error) {
	s := sampler.Settings{
		Chains: f.chains, Draws: f.draws, Warmup: f.warmup, Seed: f.seed, Workers: f.cores,
		TargetAccept: f.targetAccept, MaxDepth: f.maxDepth,
	}
	var err error
	if s.Algorithm, err = oneOf("algorithm", f.algorithm, []string{"auto", "nuts", "hmc"},
		[]sampler.Algorithm{sampler.AutoAlgorithm, sampler.NUTS, sampler.HMC}); err != nil {
		return s, err
	}
	switch {
	case f.chains < 1:
		return s, usage("--chains %d: there must be at least one", f.chains)
	case f.draws < 0:
		return s, usage("--draws %d: it cannot be negative", f.draws)
	case f.warmup < 0:
		return s, usage("--warmup %d: it cannot be negative", f.warmup)
	case f.cores < 0:
		return s, usage("--cores %d: it cannot be negative", f.cores)
	case !(f.targetAccept >= 0 && f.targetAccept < 1):
		return s, usage("--target-accept %v: it must be between 0 and 1", f.targetAccept)
	case f.maxDepth < 1 || f.maxDepth > 20:
		return s, usage("--max-depth %d: it must be between 1 and 20", f.maxDepth)
	}
	return s, nil
}
