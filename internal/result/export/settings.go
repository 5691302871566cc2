package export

import (
	"slices"

	"concord/internal/result"
	"concord/model/spec"
)

// Settings are the settings that the draws were made with, with no choice left open.
type Settings struct {
	Algorithm    string  `json:"algorithm"` // "nuts" or "hmc"
	Chains       int     `json:"chains"`
	Warmup       int     `json:"warmup"` // iterations of each chain
	Draws        int     `json:"draws"`  // of each chain
	Thin         int     `json:"thin"`   // iterations for each draw
	Seed         uint64  `json:"seed"`
	TargetAccept float64 `json:"target_accept"`
	MaxDepth     int     `json:"max_depth"`
	// Attempts is how often the posterior was sampled; see [model.Posterior.Attempts].
	Attempts int `json:"attempts"`
}

// resolved returns the settings that a fit was made with. The defaults are the defaults of
// [concord/sampler.Settings].
func resolved(fit result.Fit) Settings {
	run := fit.Posterior.Run()
	s := Settings{
		Algorithm: run.Algorithm.String(), Chains: run.Draws.Chains(), Draws: run.Draws.Iterations(), Thin: run.Thin,
		Seed: fit.Settings.Seed, TargetAccept: run.TargetAccept, MaxDepth: fit.Settings.MaxDepth,
		Attempts: fit.Posterior.Attempts(),
	}
	for _, c := range run.Chains {
		s.Warmup = max(s.Warmup, c.Warmup)
	}
	if s.MaxDepth == 0 {
		s.MaxDepth = 10
	}
	return s
}

// specOf is the inverse of the names in [result.Model], as far as draws of the studies depend on it.
func specOf(m *result.Model, studies []string) (sp spec.Spec, ok bool) {
	sp.Family = m.Distribution()
	for _, l := range []spec.LabelerEffects{spec.Nested, spec.Shared, spec.NoLabelers} {
		if l.String() == m.Labelers {
			sp.Labelers = l
		}
	}
	for _, r := range []spec.Residual{spec.CommonResidual, spec.StudyResidual, spec.LabelerResidual} {
		if r.String() == m.Residual {
			sp.Residual = r
		}
	}
	if len(m.OneLabeler)+len(m.OneLabel)+len(m.NotAgain) > 0 {
		for _, name := range studies {
			sp.Studies = append(sp.Studies, spec.StudyModel{
				OneLabeler: slices.Contains(m.OneLabeler, name), OneLabel: slices.Contains(m.OneLabel, name),
				NotAgain: slices.Contains(m.NotAgain, name),
			})
		}
	}
	if spec.CommonThresholds.String() == m.Thresholds {
		sp.Thresholds = spec.CommonThresholds
	}
	sp.Discrimination = m.Discrimination
	for _, shape := range spec.ItemShapes() {
		if m.Items == shape.String() {
			sp.Items = shape
		}
	}
	for _, t := range m.Facets() {
		sp.Facets = append(sp.Facets, spec.Facet{By: t.By, Covariance: t.Between(), Cluster: t.Cluster})
	}
	sp.Covariates = m.CovariateSpecs()
	return sp, sp.Family != nil && sp.Labelers != spec.AutoLabelers
}
