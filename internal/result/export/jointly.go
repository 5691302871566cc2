package export

import (
	"fmt"
	"math"
	"slices"

	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/nominal"
	"concord/posterior"
	"concord/report"
	"concord/sampler"
	"concord/study"
)

// Further dimensions of categories that are fitted together.
const (
	dimCategory  = "category"
	dimContrast  = "contrast" // of a study, see [concord/model/family.Contrasts]
	dimContrast2 = dimOthers + dimContrast
)

// JointOutput is the content of the folder of a joint fit of categories; see [Output].
type JointOutput struct {
	Origin
	Fit    result.JointFit
	Result *result.Jointly
}

// Write writes the folder of a joint fit, as [Output.Write] does.
func (jo JointOutput) Write(dir string) error {
	engine, all := jo.Fit.Engine(), jointVariables(jo.Fit.Posterior, jo.Fit, jo.Result.Model.Reference)
	m, r := jo.Origin.manifest(), jo.Result
	m.timed(r.Sampler)
	m.Data, m.JointModel, m.Settings, m.Interval = r.Data, &r.Model, resolved(engine), r.Interval
	m.Variables, m.Coordinates = all, jointCoordinates(jo.Fit.Posterior, r)
	m.Reference, m.Partial = r.Model.Reference, jo.Fit.Partial
	return content{
		manifest: m, runs: []*sampler.Run{engine.Posterior.Run()}, variables: all, result: r,
		report: report.Jointly(r),
	}.write(dir)
}

// RepeatsJointly is [Manifest.Repeats] for a joint fit.
func (m *Manifest) RepeatsJointly(fit result.JointFit, reference string) (bool, error) {
	return m.repeats(jointVariables(fit.Posterior, fit, reference), fit.Engine().Posterior.Run())
}

// jointVariables returns the variables of a joint fit: the parameters, mu, sd_item, sd_labeler, cor_item and
// cor_labeler, by study and contrast, then quantities on the scale of the labels, named as in the result. Those of each
// category have _category after the name if all categories together have the quantity too.
func jointVariables(p *nominal.Posterior, fit result.JointFit, reference string) []Variable {
	all := contrasts(p)
	arrays := jointArrays{p, fit.Draws(reference)}
	for _, q := range result.JointQuantities() {
		if q.Together {
			all = append(all, arrays.of(q.Name, q, "")...)
		}
		switch {
		case q.Together && q.Each:
			all = append(all, arrays.of(q.Name+"_"+dimCategory, q, p.Categories()...)...)
		case q.Each:
			all = append(all, arrays.of(q.Name, q, p.Categories()...)...)
		}
	}
	return all
}

// contrasts returns the parameters by study and contrast. Labelers of different studies have no correlation.
func contrasts(p *nominal.Posterior) []Variable {
	each := p.Engine().EachStudy()
	n := len(each)
	all := []Variable{vector("mu", dimContrast, n, func(i int) posterior.Quantity { return each[i].Mean() })}
	for _, term := range []string{study.ItemFactor, study.LabelerFactor} {
		if term == study.LabelerFactor && !slices.ContainsFunc(p.Studies(), func(name string) bool {
			return p.HasLabelers(slices.Index(p.Studies(), name))
		}) {
			continue
		}
		all = append(all, vector("sd_"+term, dimContrast, n, func(i int) posterior.Quantity {
			return each[i].TermSD(term)
		}))
		if n > 1 {
			all = append(all, correlations(each, term, [2]string{dimContrast, dimContrast2}))
		}
	}
	return all
}

// correlations returns the correlations of a term's effects in studies; 0 where the studies have other levels.
func correlations(each []model.StudyPosterior, term string, dims [2]string) Variable {
	return matrix("cor_"+term, dims, len(each), len(each), func(i, j int) posterior.Quantity {
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

// jointArrays make arrays of the draws of a joint fit.
type jointArrays struct {
	p     *nominal.Posterior
	draws []result.JointDraws
}

// find returns the draws of a quantity of a category, or of all together (""), in studies.
func (ja jointArrays) find(quantity, category string, studies ...int) (posterior.Quantity, bool) {
	i := slices.IndexFunc(ja.draws, func(d result.JointDraws) bool {
		return d.Quantity == quantity && d.Category == category && slices.Equal(d.Studies, studies)
	})
	if i < 0 {
		return posterior.Quantity{}, false
	}
	return ja.draws[i].Draws, true
}

// of returns the array of a quantity, for each of some categories, or for all together (""). It returns none if the fit
// lacks the quantity.
func (ja jointArrays) of(name string, q result.JointQuantity, categories ...string) []Variable {
	v := Variable{Name: name}
	var places [][]int // studies, the first running fastest
	k := len(ja.p.Studies())
	switch q.Of {
	case catalogue.Pair:
		v.Dims, v.Shape = []string{dimStudy, dimOther}, []int{k, k}
		for b := range k {
			for a := range k {
				places = append(places, []int{a, b})
			}
		}
	case catalogue.Comparison:
		for _, d := range ja.draws {
			if d.Quantity == q.Name {
				places = append(places, d.Studies)
			}
		}
		v.Dims, v.Shape = []string{dimComparison}, []int{len(places)}
	default:
		v.Dims, v.Shape = []string{dimStudy}, []int{k}
		for s := range k {
			places = append(places, []int{s})
		}
	}
	if categories[0] != "" {
		v.Dims, v.Shape = append(v.Dims, dimCategory), append(v.Shape, len(categories))
	}
	has := false
	for _, category := range categories {
		for _, at := range places {
			of, ok := ja.at(q.Name, category, at)
			v.Elements = append(v.Elements, of)
			has = has || ok
		}
	}
	if !has {
		return nil
	}
	return []Variable{v}
}

// at returns the draws at a place. ok is false if they say nothing of the fit. A pair of a study with itself has a ρ of
// 1 and an xCC of its ICC.
func (ja jointArrays) at(quantity, category string, studies []int) (q posterior.Quantity, ok bool) {
	if len(studies) == 2 {
		a, b := min(studies[0], studies[1]), max(studies[0], studies[1])
		if studies = []int{a, b}; a == b {
			if q, _ = ja.find(catalogue.ICC, category, a); quantity == catalogue.Rho {
				q = posterior.Map("", func(x []float64) float64 { return 1 + 0*x[0] }, q) // NaN stays NaN
			}
			return q, false
		}
	}
	if q, ok = ja.find(quantity, category, studies...); !ok {
		q = constant(ja.p.Engine().StudyAt(0).Mean(), math.NaN())
	}
	return q, ok
}

// jointCoordinates names the places along the dimensions, see [Manifest.Coordinates].
func jointCoordinates(p *nominal.Posterior, r *result.Jointly) map[string][]string {
	studies := p.Studies()
	c := map[string][]string{dimStudy: studies, dimCategory: p.Categories()}
	for _, name := range studies {
		for i := range len(p.Categories()) - 1 {
			c[dimContrast] = append(c[dimContrast], fmt.Sprintf("%s %d", name, i+1))
		}
	}
	c[dimContrast2] = c[dimContrast]
	if len(studies) > 1 {
		c[dimOther] = studies
	}
	for _, e := range r.Estimates {
		if e.Quantity == catalogue.RhoDifference {
			c[dimComparison] = append(c[dimComparison], e.Studies[1]+" − "+e.Studies[2])
			c[dimComparison+"_of"] = append(c[dimComparison+"_of"], e.Studies[1])
			c[dimComparison+"_less"] = append(c[dimComparison+"_less"], e.Studies[2])
		}
	}
	return c
}
