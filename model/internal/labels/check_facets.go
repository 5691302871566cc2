package labels

import (
	"slices"
	"strings"

	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// resolveFacets makes correlated effects common if the labels determine only their covariance between studies: each
// level has one label in a study, and some levels have labels in several studies.
func resolveFacets(sp *spec.Spec, t *study.Table) {
	if len(t.Studies()) < 2 || sp.Labelers == spec.NoLabelers {
		return
	}
	sp.Facets = slices.Clone(sp.Facets)
	for i, f := range sp.Facets {
		if f.Covariance != spec.Correlated || f.Cluster || checkFacet(t, *sp, f) != nil {
			continue
		}
		g := NewGrouping(t, spec.Term{By: f.By, Covariance: spec.Common})
		repeated := false
		for _, cells := range g.Cell {
			repeated = repeated || distinct(cells, g.Levels) < len(cells)
		}
		if !repeated && g.Levels < t.Len() {
			sp.Facets[i].Covariance = spec.Common
		}
	}
}

// checkFacets reports facets that the table cannot have, or whose effects its labels do not distinguish from others.
func checkFacets(t *study.Table, sp spec.Spec) error {
	if len(sp.Facets) == 0 {
		return nil
	}
	for i, f := range sp.Facets {
		if err := checkFacet(t, sp, f); err != nil {
			return err
		}
		name := strings.Join(f.By, ":")
		if slices.ContainsFunc(sp.Facets[:i], func(g spec.Facet) bool { return strings.Join(g.By, ":") == name }) {
			return &refusal.Error{Code: refusal.TermTwice, Term: name}
		}
	}
	var before []*Grouping
	for i, term := range sp.Added() {
		g := NewGrouping(t, term)
		if i >= len(sp.Added())-len(sp.Facets) {
			if err := g.check(t, sp, before); err != nil {
				return err
			}
		}
		before = append(before, g)
	}
	return nil
}

// checkFacet reports a facet that names no factor, a factor that the table does not have, or the same factor twice. It
// also reports a facet that has the name of another parameter.
func checkFacet(t *study.Table, sp spec.Spec, f spec.Facet) error {
	name := strings.Join(f.By, ":")
	if len(f.By) == 0 {
		return &refusal.Error{Code: refusal.NoFactor}
	}
	for i, factor := range f.By {
		switch {
		case !slices.Contains(t.Factors(), factor):
			return &study.NameError{Kind: "factor", Name: factor, Names: t.Factors()}
		case slices.Contains(f.By[:i], factor):
			return &refusal.Error{Code: refusal.FactorTwice, Term: name}
		}
	}
	reserved := []string{"sd_" + study.ItemFactor, "sd_" + study.LabelerFactor}
	if sp.Discrimination {
		reserved = append(reserved, "sd_"+spec.DiscriminationTerm)
	}
	if sp.Residual == spec.LabelerResidual {
		reserved = append(reserved, "sd_"+spec.LabelerResidualTerm)
	}
	for _, c := range sp.Covariates {
		if c.Slopes {
			reserved = append(reserved, "sd_"+spec.SlopeTerm(c.Factor))
		}
	}
	for _, own := range sp.Family.Parameters() {
		reserved = append(reserved, own.Name)
	}
	if slices.Contains(reserved, "sd_"+name) {
		return &refusal.Error{Code: refusal.ReservedTerm, Term: name}
	}
	if f.Cluster {
		return checkCluster(t, sp, f)
	}
	return nil
}

// checkCluster reports an item in two clusters, and a model whose items have true scores without their clusters.
func checkCluster(t *study.Table, sp spec.Spec, f spec.Facet) error {
	name := f.By[0]
	switch {
	case sp.Judges() > 0:
		return &refusal.Error{Code: refusal.ClustersOfJudges, Term: name, Studies: judgesOf(t, sp)}
	case sp.Discrimination:
		return &refusal.Error{Code: refusal.ClustersDiscriminated, Term: name}
	}
	first := make([]int32, len(t.Items())) // 1 + the cluster
	for s := range t.Studies() {
		v := t.StudyAt(s)
		level, _ := v.Factor(name)
		for n, item := range v.Item() {
			if first[item] != 0 && first[item] != level[n]+1 {
				return &refusal.Error{Code: refusal.ItemsNotNested, Term: name, Item: t.Items()[item]}
			}
			first[item] = level[n] + 1
		}
	}
	return nil
}

// check reports a facet if no level has two labels, or if its levels are the levels of an earlier term. If effects are
// the same in all studies of a bundle, their labels count together.
func (g *Grouping) check(t *study.Table, sp spec.Spec, before []*Grouping) error {
	if g.Covariance == spec.Common && sp.Labelers == spec.NoLabelers {
		return &refusal.Error{Code: refusal.CommonOfNobody, Studies: t.Studies(), Term: g.Name, Labels: t.Len()}
	}
	for first, after := 0, 0; first < len(t.Studies()); first = after {
		var cells []int32
		var values []float64
		for ; after < len(t.Studies()) && g.Scaled(after) == first; after++ {
			cells, values = append(cells, g.Cell[after]...), append(values, t.StudyAt(after).Value()...)
		}
		if err := g.checkBundle(t, sp, before, first, after, cells, values); err != nil {
			return err
		}
	}
	return nil
}

// checkBundle is check for the studies of a bundle, or for one.
func (g *Grouping) checkBundle(
	t *study.Table, sp spec.Spec, before []*Grouping, first, after int, cells []int32, values []float64,
) error {
	if !sp.HasTermIn(first, g.Term) {
		return nil
	}
	fault := &refusal.Error{Studies: t.Studies()[first:after], Term: g.Name, Cluster: g.Cluster,
		Labels: len(cells)}
	switch levels := distinct(cells, g.Cells()); {
	case levels < 2:
		fault.Code = refusal.OneLevel
		return fault
	case levels == len(cells):
		fault.Code = refusal.LevelsNotRepeated
		return fault
	}
	whole := g.Covariance == spec.Common || sp.Residual.ByStudy() || len(t.Studies()) == 1 // the labels of a residual
	if sp.Family.LocationScale() && whole && unanimous(cells, values) {
		fault.Code = refusal.UnanimousLevels
		return fault
	}
	for _, other := range before {
		alike := true
		for s := first; s < after; s++ {
			alike = alike && samePartition(g.Cell[s], other.Cell[s], g.Cells(), other.Cells())
		}
		if alike {
			fault.Code, fault.OtherTerm = refusal.SameGrouping, other.Name
			return fault
		}
	}
	return nil
}

// unanimous reports whether the labels of each cell are all equal.
func unanimous(cells []int32, values []float64) bool {
	first := map[int32]float64{}
	for i, cell := range cells {
		if y, seen := first[cell]; seen && y != values[i] {
			return false
		}
		first[cell] = values[i]
	}
	return true
}

// distinct returns how many different numbers below limit there are.
func distinct(numbers []int32, limit int) int {
	seen, count := make([]bool, limit), 0
	for _, n := range numbers {
		if !seen[n] {
			seen[n] = true
			count++
		}
	}
	return count
}

// samePartition reports whether two groupings of the same labels differ in the names of their cells alone.
func samePartition(a, b []int32, cellsA, cellsB int) bool {
	to, from := make([]int32, cellsA), make([]int32, cellsB) // 1 + the cell of the other grouping
	for n, i := range a {
		j := b[n]
		if to[i] == 0 && from[j] == 0 {
			to[i], from[j] = j+1, i+1
		}
		if to[i] != j+1 || from[j] != i+1 {
			return false
		}
	}
	return true
}
