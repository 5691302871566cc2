package export

import (
	"fmt"
	"math"
	"slices"

	"concord/criteria"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/report"
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
	Fit    result.CriteriaFit
	Result *result.Criteria
}

// Write writes the folder of a fit of criteria, as [Output.Write] does. Labels that are no numbers are described by
// some of the draws, evenly spaced, and the folder has these. Statistics of a draw are then also of the draws after it
// that are left out.
func (co CriteriaOutput) Write(dir string) error {
	m, r := co.Origin.manifest(), co.Result
	m.timed(r.Sampler)
	kept := keep(co.Fit)
	m.Data, m.Criteria, m.Settings, m.Interval = r.Data, kept.parts, kept.parts[0].Settings, r.Interval
	m.Variables, m.Coordinates, m.Reference = kept.variables, kept.coordinates, r.Reference
	return content{
		manifest: m, runs: kept.runs, variables: kept.variables, result: r,
		report: report.Criteria(r),
	}.write(dir)
}

// RepeatsCriteria is [Manifest.Repeats] for a fit of criteria.
func (m *Manifest) RepeatsCriteria(fit result.CriteriaFit) (bool, error) {
	kept := keep(fit)
	return m.repeats(kept.variables, kept.runs...)
}

// keptCriteria is the content of the folder of a fit of criteria, but for its report.
type keptCriteria struct {
	draws       []result.CriteriaDraws
	design      *criteria.Design
	parts       []CriteriaPart
	runs        []*sampler.Run
	variables   []Variable
	coordinates map[string][]string
}

func keep(fit result.CriteriaFit) *keptCriteria {
	d := &fit.Posterior.Design
	kept := &keptCriteria{draws: fit.Draws(), design: d, coordinates: map[string][]string{dimStudy: d.Groups,
		dimCriterion: d.Criteria, dimCriterion2: d.Criteria}}
	n := len(kept.draws[0].Draws.Chains[0])
	for p, groups := range fit.Posterior.EachFit() {
		kept.part(result.Fit{Posterior: p, Settings: fit.Settings}, groups, n)
	}
	for _, q := range result.CriteriaQuantities() {
		kept.quantity(q)
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
		part.Studies = append(part.Studies, kc.design.Groups[g])
		for c := range kc.design.Criteria {
			kc.coordinates[dimParameter+end] = append(kc.coordinates[dimParameter+end], kc.design.Dimension(g, c))
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

// quantity adds a quantity by groups, and one by groups and criteria. Those that only criteria have are named as they
// are; else the array of criteria ends in _criterion.
func (kc *keptCriteria) quantity(q result.CriteriaQuantity) {
	names, end := kc.design.Criteria, "_"+dimCriterion
	if q.Together() {
		kc.add(q, "", func([]int) string { return "" }, dimStudy)
	}
	switch {
	case q.OfPairs:
		kc.add(q, end, func(at []int) string {
			return result.PairOfCriteria(names[min(at[1], at[2])], names[max(at[1], at[2])])
		}, dimStudy, dimCriterion, dimCriterion2)
	case q.Each():
		kc.add(q, "", func(at []int) string { return names[at[1]] }, dimStudy, dimCriterion)
	}
}

// add adds an array of a quantity, whose name gets an end, unless the fit has none of it. of names the criteria of a
// place. Draws are NaN where the fit has none, as on the diagonal of two equal criteria.
func (kc *keptCriteria) add(q result.CriteriaQuantity, end string, of func(at []int) string, dims ...string) {
	v, places := Variable{Name: q.Name + end, Dims: dims}, 1
	for _, dim := range dims {
		size := len(kc.coordinates[dim])
		v.Shape, places = append(v.Shape, size), places*size
	}
	none, has := constant(kc.draws[0].Draws, math.NaN()), false
	for n := range places {
		at := v.at(n)
		i := slices.IndexFunc(kc.draws, func(d result.CriteriaDraws) bool {
			return d.Quantity == q.Name && d.Criteria == of(at) && d.Group == at[0]
		})
		if i < 0 {
			v.Elements = append(v.Elements, none)
			continue
		}
		has, v.Elements = true, append(v.Elements, kc.draws[i].Draws)
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
