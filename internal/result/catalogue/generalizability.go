package catalogue

import (
	"math"
	"slices"

	"concord/internal/quantity"
	"concord/model"
	"concord/posterior"
	"concord/study"
	"concord/vpc"
)

// Names of the coefficients of generalizability theory.
const (
	Generalizability = "generalizability"
	Dependability    = "dependability"
)

func generalizability() Entry {
	return Entry{
		Entry:   *quantity.Of(Generalizability),
		Section: Reliability, Of: One, OfVariance: true, OfTrueScore: true, Printed: LabelScale,
		OfDesign: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			relative, _ := v.joint(at.Scale).Partition(at.Studies[0]).Generalizability(at.Design)
			return relative
		},
	}
}

func dependability() Entry {
	return Entry{
		Entry:   *quantity.Of(Dependability),
		Section: Reliability, Of: One, OfVariance: true, OfTrueScore: true, Printed: LabelScale,
		OfDesign: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			_, absolute := v.joint(at.Scale).Partition(at.Studies[0]).Generalizability(at.Design)
			return absolute
		},
	}
}

// WithDesigns returns the evaluator with designs whose coefficients of generalizability are reported. Without designs,
// they are reported for the design of each study, if the model has facets.
func (v Evaluator) WithDesigns(designs [][]vpc.Levels) Evaluator {
	v.designs = designs
	return v
}

// designsOf returns the designs for which a study has coefficients.
func (v Evaluator) designsOf(s model.StudyPosterior) []vpc.Design {
	within := Nesting(s)
	var all []vpc.Design
	for _, levels := range v.designs {
		all = append(all, vpc.Design{Levels: levels, Within: within})
	}
	if v.designs == nil && len(v.Spec().Facets) > 0 && v.Table() != nil {
		all = append(all, ownDesign(s, within))
	}
	return all
}

// Nesting says which factors of a model are within others in a study; nil if its labels are not known.
func Nesting(s model.StudyPosterior) map[string][]string {
	fit := s.Posterior()
	if fit.Table() == nil {
		return nil
	}
	view := fit.Table().StudyAt(s.Index())
	factors := append([]string{study.ItemFactor}, vpc.ParameterPartition(s).Factors()...)
	within := map[string][]string{}
	for i, inner := range factors {
		for j, outer := range factors {
			// If two factors differ only in the names of their levels, the second is within the first.
			if i != j && view.Within(inner, outer) && !(i < j && view.Within(outer, inner)) {
				within[inner] = append(within[inner], outer)
			}
		}
	}
	return within
}

// ownDesign is the design of a study: as many levels of each factor as an item has on average.
func ownDesign(s model.StudyPosterior, within map[string][]string) vpc.Design {
	view := s.Posterior().Table().StudyAt(s.Index())
	d := vpc.Design{Within: within}
	product := 1
	for _, f := range append(vpc.ParameterPartition(s).Factors(), vpc.LabelFactor) {
		if slices.Contains(within[study.ItemFactor], f) {
			continue
		}
		n := perCell(view, append([]string{study.ItemFactor}, within[f]...), f)
		if f == vpc.LabelFactor {
			items := perCell(view, nil, study.ItemFactor)
			if n = max(1, int(math.Round(float64(view.Len())/float64(items*product)))); n == 1 {
				continue
			}
		}
		product *= n
		d.Levels = append(d.Levels, vpc.Levels{Factor: f, N: n})
	}
	return d
}

// perCell returns the mean number of levels of a factor in a combination of levels of others, rounded.
func perCell(view study.View, of []string, factor string) int {
	outer, inner := map[string]bool{}, map[string]bool{}
	var index [][]int32
	for _, f := range append(slices.Clone(of), factor) {
		level, ok := view.Factor(f)
		if !ok {
			return 1
		}
		index = append(index, level)
	}
	key := make([]byte, 0, 5*len(index))
	for n := range view.Len() {
		key = key[:0]
		for k, level := range index {
			if k == len(of) {
				outer[string(key)] = true
			}
			key = append(key, byte(level[n]), byte(level[n]>>8), byte(level[n]>>16), byte(level[n]>>24))
		}
		inner[string(key)] = true
	}
	return max(1, int(math.Round(float64(len(inner))/float64(len(outer)))))
}
