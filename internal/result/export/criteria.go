package export

import (
	"fmt"
	"math"

	"concord/criteria"
	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/view"
	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// Further dimensions of criteria that are fitted jointly.
const (
	dimCriterion  = "criterion"
	dimCriterion2 = dimOthers + dimCriterion
	dimParameter  = "dimension" // a study and a criterion
)

// CriteriaPart is one of the fits of a run of criteria. Studies with several labels of each item are fitted together,
// and each other study with the reference. Names of its parameters end in "_2" from the second fit on, in "_3" from the
// third on, and so do the names of its sample statistics.
type CriteriaPart struct {
	Studies  []string `json:"studies"`
	Settings Settings `json:"settings"`
}

// ending is the end of the names of parameters of the n-th fit, from 0.
func ending(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("_%d", n+1)
}

// CriteriaOutput is the content of the folder of a fit of criteria; see [Output].
type CriteriaOutput struct {
	Origin
	Fit      *criteria.Posterior
	Settings sampler.Settings
	Answer   *answer.Answer
}

// Write writes the folder of a fit of criteria, as [Output.Write] does. Labels that are no numbers are described by
// some of the draws, evenly spaced, and the folder has these. Statistics of a draw are then also of the draws after it
// that are left out.
func (co CriteriaOutput) Write(dir string) error {
	m, a := co.Origin.manifest(), co.Answer
	m.timed(a.Runs[0].Sampler)
	kept := keep(co.Fit, co.Settings)
	m.Data, m.Criteria, m.Settings, m.Interval = a.Data, kept.parts, kept.parts[0].Settings, a.Interval
	m.Variables, m.Coordinates, m.Reference = kept.variables, kept.coordinates, a.Set["reference"]
	return content{
		manifest: m, runs: kept.runs, variables: kept.variables, result: a,
		report: view.Document(a, document.Detail),
	}.write(dir)
}

// RepeatsCriteria is [Manifest.Repeats] for a fit of criteria.
func (m *Manifest) RepeatsCriteria(fit *criteria.Posterior, settings sampler.Settings) (bool, error) {
	kept := keep(fit, settings)
	return m.repeats(kept.variables, kept.runs...)
}

// keptCriteria is the content of the folder of a fit of criteria, but for its report.
type keptCriteria struct {
	*criteria.Description
	parts       []CriteriaPart
	runs        []*sampler.Run
	variables   []Variable
	coordinates map[string][]string
}

func keep(fit *criteria.Posterior, settings sampler.Settings) *keptCriteria {
	d := fit.Describe()
	kept := &keptCriteria{Description: d, coordinates: map[string][]string{dimStudy: d.Design.Groups,
		dimCriterion: d.Criteria, dimCriterion2: d.Criteria}}
	n := len(d.Groups[d.Reference][criteria.Mean][0].Chains[0])
	for p, groups := range fit.EachFit() {
		kept.part(result.Fit{Posterior: p, Settings: settings}, groups, n)
	}
	for _, m := range criteria.Measures() {
		kept.measure(m)
	}
	return kept
}

// part adds a fit of groups, with n draws of each chain.
func (kc *keptCriteria) part(fit result.Fit, groups []int, n int) {
	run, end := fit.Posterior.Run(), ending(len(kc.parts))
	stride := run.Draws.Iterations() / n
	settings := resolved(fit)
	settings.Draws, settings.Thin = n, settings.Thin*stride
	part := CriteriaPart{Settings: settings}
	for _, g := range groups {
		part.Studies = append(part.Studies, kc.Design.Groups[g])
		for c := range kc.Criteria {
			kc.coordinates[dimParameter+end] = append(kc.coordinates[dimParameter+end], kc.Dimension(g, c))
		}
	}
	kc.parts, kc.runs = append(kc.parts, part), append(kc.runs, thinned(run, n, stride))
	dims, places := coordinates(fit.Posterior, fit.Posterior.StudyAt(0), false), kc.coordinates[dimParameter+end]
	all := parameters(catalogue.NewEvaluator(fit.Posterior), fit.Posterior.StudyAt(0))
	if fit.Posterior.Spec().Labelers == spec.Nested { // then the model of other fits has no such correlations
		all = append(all, correlations(fit.Posterior.EachStudy(), study.LabelerFactor))
	}
	for _, v := range all {
		v.Name += end
		for i, dim := range v.Dims {
			names, renamed := dims[dim], dim
			switch dim { // the studies of the fit are numbers
			case dimStudy:
				names, renamed = places, dimParameter+end
			case dimOther:
				names, renamed = places, dimOthers+dimParameter+end
			}
			v.Dims[i], kc.coordinates[renamed] = renamed, names
		}
		for i, q := range v.Elements {
			v.Elements[i] = spaced(q, n, stride)
		}
		kc.variables = append(kc.variables, v)
	}
}

// spaced returns n draws of each chain of a quantity, with a stride.
func spaced(q posterior.Quantity, n, stride int) posterior.Quantity {
	of := posterior.Quantity{Name: q.Name}
	for _, chain := range q.Chains {
		some := make([]float64, n)
		for i := range some {
			some[i] = chain[i*stride]
		}
		of.Chains = append(of.Chains, some)
	}
	return of
}

// thinned returns a run with n draws of each chain, with a stride. The statistics of a draw are also of the following
// draws that are left out.
func thinned(run *sampler.Run, n, stride int) *sampler.Run {
	of := *run
	of.Thin = run.Thin * stride
	of.Stats = make([][]sampler.Stat, len(run.Stats))
	for c, all := range run.Stats {
		for i := range n {
			s := all[i*stride]
			for _, left := range all[i*stride+1 : (i+1)*stride] {
				s.Leapfrogs += left.Leapfrogs
				s.AcceptStat += left.AcceptStat
				s.Divergent, s.MaxDepthHit = s.Divergent || left.Divergent, s.MaxDepthHit || left.MaxDepthHit
			}
			s.AcceptStat /= float64(stride)
			of.Stats[c] = append(of.Stats[c], s)
		}
	}
	return &of
}

// measure adds a measure by groups, and one by groups and criteria. Those that only criteria have are named as they
// are; else the array of criteria ends in _criterion.
func (kc *keptCriteria) measure(m criteria.Measure) {
	switch {
	case m.OfGroup:
		kc.add(m, m.Name, dimStudy)
	case m.OfPairs:
		kc.add(m, m.Name, dimStudy)
		kc.add(m, m.Name+"_"+dimCriterion, dimStudy, dimCriterion, dimCriterion2)
	default:
		kc.add(m, m.Name, dimStudy, dimCriterion)
	}
}

// add adds an array of a measure, unless the fit has none of it. Draws are NaN where the fit has none, as on the
// diagonal of two equal criteria.
func (kc *keptCriteria) add(m criteria.Measure, name string, dims ...string) {
	v, places := Variable{Name: name, Dims: dims}, 1
	for _, dim := range dims {
		size := len(kc.coordinates[dim])
		v.Shape, places = append(v.Shape, size), places*size
	}
	none, has := constant(kc.Groups[kc.Reference][criteria.Mean][0], math.NaN()), false
	for n := range places {
		at := append(v.at(n), -1, -1)
		p := criteria.Place{Measure: m, Group: at[0], A: at[1], B: at[2]}
		if p.B >= 0 {
			p.A, p.B = min(p.A, p.B), max(p.A, p.B)
		}
		q := none
		if of := kc.Draws(p); of.Chains != nil && (p.A < 0 || p.A != p.B) {
			q, has = of, true
		}
		v.Elements = append(v.Elements, q)
	}
	if has {
		kc.variables = append(kc.variables, v)
	}
}

// correlations returns the correlations of a term's effects in studies; 0 where the studies have other levels.
func correlations(each []model.StudyPosterior, term string) Variable {
	return matrix("cor_"+term, [2]string{dimStudy, dimOther}, len(each), len(each), func(i, j int) posterior.Quantity {
		if i == j {
			return constant(each[0].Mean(), 1)
		}
		if r, ok := each[max(i, j)].TermCorrelation(term, each[min(i, j)]); ok {
			return r
		}
		return constant(each[0].Mean(), 0)
	})
}

// constant is a quantity with the same value in each draw of another.
func constant(of posterior.Quantity, x float64) posterior.Quantity {
	return posterior.Map("", func([]float64) float64 { return x }, of)
}
