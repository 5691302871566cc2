package main

import (
	"github.com/spf13/pflag"

	"concord/internal/advice"
	"concord/model"
	"concord/model/family"
	"concord/sampler"
	"concord/study"
)

// referenceHelp describes --reference.
const referenceHelp = "`group` to compare the others with (default: the first of the file)"

// modelFlags say which model to fit.
type modelFlags struct {
	family, effects, residual, reference string
	thresholds                           string
	priorMean, priorSD, priorCor         string
	priorLabelerSD, facetEffects         string
	discrimination                       bool
	items                                string
	discriminates                        *pflag.Flag // --discrimination of commands about items
}

func (mf *modelFlags) register(fs *pflag.FlagSet) {
	mf.registerSpec(fs)
	fs.StringVar(&mf.reference, "reference", "", referenceHelp)
}

// registerItemShape registers --items-are.
func (mf *modelFlags) registerItemShape(fs *pflag.FlagSet) {
	fs.StringVar(&mf.items, "items-are", "normal",
		"`distribution` of true scores: normal, t (a few items far from the others) or mixture "+
			"(two kinds; numbers)")
}

// itemShapes are the values of --items-are.
func itemShapes() (all []string) {
	for _, shape := range model.ItemShapes() {
		all = append(all, shape.String())
	}
	return all
}

func (mf *modelFlags) registerSpec(fs *pflag.FlagSet) {
	fs.SetNormalizeFunc(flagToday)
	fs.StringVar(&mf.family, "family", "auto",
		"`distribution` of the labels: auto (by the labels), "+oneOrOther(family.Names()))
	fs.StringVar(&mf.effects, "labeler-effects", "auto",
		"`kind` of labelers: nested (different people in each group), shared (the same people), none or auto")
	fs.StringVar(&mf.facetEffects, "facet-effects", "nested",
		"`kind` of facet effects: nested (other levels in each group), shared (the same levels) or common (the "+
			"same effects)")
	fs.StringVar(&mf.residual, "residual", "auto",
		"`kind` of residual of numbers: study (one each), common (one for all), labeler (one each) or auto")
	fs.StringVar(&mf.thresholds, "thresholds", "auto",
		"`kind` of thresholds of ordered labels: study (a set each), common (one set) or auto")
	fs.BoolVar(&mf.discrimination, "discrimination", false,
		"give each labeler a factor that multiplies the items' effects: 1 on average, 0 for random labels, "+
			"negative for a reversed scale")
	fs.StringVar(&mf.priorMean, "prior-mean", "",
		"`prior` of the means, such as normal(0, 1) (default student_t(3, 0, 2.5))")
	fs.StringVar(&mf.priorSD, "prior-sd", "",
		"`prior` of the standard deviations, positive half (default student_t(3, 0, 2.5))")
	fs.StringVar(&mf.priorLabelerSD, "prior-labeler-sd", "",
		"`prior` of the labelers' standard deviations (default: as --prior-sd; if neither is given, student_t(3, "+
			"0, 1) for numbers)")
	fs.StringVar(&mf.priorCor, "prior-cor", "",
		"`prior` of the correlations: marginal (each is uniform, for any number of groups) or lkj(SHAPE) "+
			"(default marginal)")
}

// flagToday accepts names of flags from earlier versions, which no help shows.
func flagToday(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	return pflag.NormalizedName(advice.Today(name))
}

// spec returns the model that the flags ask for.
func (mf *modelFlags) spec() (model.Spec, error) {
	s := model.Spec{Discrimination: mf.discrimination}
	var err error
	names, families := append([]string{"auto"}, family.Names()...), append([]family.Family{nil}, family.All()...)
	if s.Family, err = oneOf("family", mf.family, names, families); err != nil {
		return s, err
	}
	if s.Labelers, err = oneOf("labeler-effects", mf.effects, []string{"auto", "nested", "shared", "none"},
		[]model.LabelerEffects{model.AutoLabelers, model.Nested, model.Shared, model.NoLabelers}); err != nil {
		return s, err
	}
	if s.Residual, err = oneOf("residual", mf.residual, []string{"auto", "common", "study", "labeler"},
		[]model.Residual{model.AutoResidual, model.CommonResidual, model.StudyResidual,
			model.LabelerResidual}); err != nil {
		return s, err
	}
	if mf.items != "" { // of a command with the flag
		if s.Items, err = oneOf("items-are", mf.items, itemShapes(), model.ItemShapes()); err != nil {
			return s, err
		}
	}
	if _, err = mf.covariance(); err != nil { // facets are known when the file has been read
		return s, err
	}
	if s.Thresholds, err = oneOf("thresholds", mf.thresholds, []string{"auto", "study", "common"},
		[]model.Thresholds{model.AutoThresholds, model.StudyThresholds, model.CommonThresholds}); err != nil {
		return s, err
	}
	if mf.priorMean != "" {
		if s.Priors.Mean, err = parsePrior("prior-mean", mf.priorMean); err != nil {
			return s, err
		}
	}
	if mf.priorSD != "" {
		if s.Priors.SD, err = parsePrior("prior-sd", mf.priorSD); err != nil {
			return s, err
		}
	}
	if mf.priorLabelerSD != "" {
		if s.Priors.LabelerSD, err = parsePrior("prior-labeler-sd", mf.priorLabelerSD); err != nil {
			return s, err
		}
	}
	if mf.priorCor != "" {
		if s.Priors.Correlation, err = parseCorrelationPrior("prior-cor", mf.priorCor); err != nil {
			return s, err
		}
	}
	return s, nil
}

// facets returns the terms besides items and labelers of a model of a table that was read with the flags.
func (mf *modelFlags) facets(t *study.Table, inp *inputFlags) ([]model.Facet, error) {
	effects, err := mf.covariance()
	if err != nil {
		return nil, err
	}
	return inp.facetsOf(t, effects)
}

// covariance returns how the effects of facets in several studies go together.
func (mf *modelFlags) covariance() (model.Covariance, error) { return facetCovariance(mf.facetEffects) }

// facetCovariance reads --facet-effects.
func facetCovariance(text string) (model.Covariance, error) {
	return oneOf("facet-effects", text, []string{"nested", "shared", "common"},
		[]model.Covariance{model.Independent, model.Correlated, model.Common})
}

// samplerFlags say how to sample.
type samplerFlags struct {
	chains, draws, warmup, cores, maxDepth int
	seed                                   uint64
	algorithm                              string
	targetAccept                           float64
}

func (sm *samplerFlags) register(fs *pflag.FlagSet) {
	fs.IntVar(&sm.chains, "chains", 4, "`number` of chains")
	fs.IntVar(&sm.draws, "draws", 0, "`number` of draws per chain (default: 1000, fewer for more than 20,000 labels)")
	fs.IntVar(&sm.warmup, "warmup", 0, "`number` of warm-up iterations per chain (default: automatic)")
	fs.Uint64Var(&sm.seed, "seed", 1, "`seed` of the random numbers; the same seed gives the same result")
	fs.IntVar(&sm.cores, "cores", 0, "`number` of chains to run at once (default: one per core)")
	fs.StringVar(&sm.algorithm, "algorithm", "auto", "`algorithm`: auto, nuts or hmc")
	fs.Float64Var(&sm.targetAccept, "target-accept", 0,
		"mean acceptance `probability` for the step size (default: 0.9 for hmc, 0.8 for nuts; 0.95 and 0.9 if "+
			"draws are repeated)")
	fs.IntVar(&sm.maxDepth, "max-depth", 10, "largest number of `doublings` of a trajectory")
}

// settings returns what the flags ask of the sampler.
func (sm *samplerFlags) settings() (sampler.Settings, error) {
	s := sampler.Settings{
		Chains: sm.chains, Draws: sm.draws, Warmup: sm.warmup, Seed: sm.seed, Workers: sm.cores,
		TargetAccept: sm.targetAccept, MaxDepth: sm.maxDepth,
	}
	var err error
	if s.Algorithm, err = oneOf("algorithm", sm.algorithm, []string{"auto", "nuts", "hmc"},
		[]sampler.Algorithm{sampler.AutoAlgorithm, sampler.NUTS, sampler.HMC}); err != nil {
		return s, err
	}
	if sm.chains < 1 {
		return s, usage("--chains %d: there must be at least one", sm.chains)
	}
	if err := checkCounts(count{"chains", sm.chains}, count{"draws", sm.draws}, count{"warmup", sm.warmup},
		count{"cores", sm.cores}); err != nil {
		return s, err
	}
	const fewest = 100 // draws, if their number is found automatically
	perChain := bytesOfChain + bytesOfDraw*float64(max(sm.draws, fewest))
	if err := checkRoom(need{count{"draws", sm.draws}, bytesOfDraw},
		need{count{"chains", sm.chains}, perChain}); err != nil {
		return s, err
	}
	switch {
	case !(sm.targetAccept >= 0 && sm.targetAccept < 1):
		return s, usage("--target-accept %v: it must be between 0 and 1", sm.targetAccept)
	case sm.maxDepth < 1 || sm.maxDepth > 20:
		return s, usage("--max-depth %d: it must be between 1 and 20", sm.maxDepth)
	}
	return s, nil
}
