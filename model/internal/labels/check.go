package labels

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"concord/model/family"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// Resolve returns spec with its open choices made for t. It returns a [*DataError] if the labels do not determine the
// quantities that the model reports, and an error if a prior is invalid. [model.Fit] calls it. It takes time
// proportional to the number of labels.
func Resolve(t *study.Table, sp spec.Spec) (spec.Spec, error) {
	resolved, err := resolve(t, sp)
	var fault *refusal.Error
	if errors.As(err, &fault) {
		fault.Column = t.Source().Columns.Study.Name
	}
	return resolved, err
}

func resolve(t *study.Table, sp spec.Spec) (spec.Spec, error) {
	if t.Len() == 0 {
		return sp, &refusal.Error{Code: refusal.EmptyTable}
	}
	if err := resolveFamily(&sp, t); err != nil {
		return sp, err
	}
	unbounded := sp.Priors.SD == nil // the default has heavy tails
	sp.Priors = sp.Priors.WithDefaults(sp.Family)
	if err := sp.Priors.Validate(); err != nil {
		return sp, fmt.Errorf("model: %w", err)
	}
	if sp.Labelers == spec.AutoLabelers {
		sp.Labelers = spec.NoLabelers
		if t.HasLabelers() && !everyStudy(t, oneLabeler) {
			sp.Labelers = spec.Nested
		}
	}
	if sp.Labelers != spec.NoLabelers && !t.HasLabelers() {
		return sp, &refusal.Error{Code: refusal.LabelersNotNamed, Labelers: sp.Labelers}
	}
	if sp.Labelers != spec.NoLabelers && everyStudy(t, oneLabeler) {
		sp.Labelers = spec.NoLabelers
	}
	if sp.Labelers == spec.Returning && len(t.Studies()) == 1 {
		sp.Labelers = spec.Nested
	}
	resolveFacets(&sp, t)
	sp.Studies = studyModels(t, sp)
	if err := resolveOwn(&sp, len(t.Studies())); err != nil {
		return sp, err
	}
	if err := checkDiscrimination(t, sp); err != nil {
		return sp, err
	}
	if err := checkNoise(t, sp); err != nil {
		return sp, err
	}
	if err := checkItemShape(t, sp); err != nil {
		return sp, err
	}
	if err := checkFacets(t, sp); err != nil {
		return sp, err
	}
	if err := resolveCovariates(&sp, t); err != nil {
		return sp, err
	}
	if err := checkReplicated(t); err != nil {
		return sp, err
	}
	noise := false
	for s := range t.Studies() {
		unanimous, err := checkStudy(t, s, sp)
		if err != nil {
			return sp, err
		}
		noise = noise || !unanimous
		if v := t.StudyAt(s); unanimous && unbounded && !sp.Family.LocationScale() && !sp.OneLabelIn(s) &&
			repeatedItems(v) >= manyUnanimous {
			return sp, &refusal.Error{Code: refusal.NoDisagreement, Studies: []string{v.Name()}}
		}
	}
	if !noise && sp.Family.LocationScale() {
		return sp, &refusal.Error{Code: refusal.PerfectAgreement}
	}
	if err := checkNumbers(t, sp); err != nil {
		return sp, err
	}
	return sp, checkOverlap(t, sp)
}

// farthest is how far a label may be from the others, in their standard deviations. Beyond it the others differ so
// little, in units of the standard deviation of all labels, that their residual counts as none.
const farthest = 1e6

// checkNumbers reports labels of a location-scale family if only one label differs from the others, or if the labels
// are sums of effects without a residual.
func checkNumbers(t *study.Table, sp spec.Spec) error {
	if !sp.Family.LocationScale() {
		return nil
	}
	for _, far := range study.FarthestLabels(t) {
		if far.Distance > farthest && !math.IsInf(far.Distance, 1) {
			return &refusal.Error{Code: refusal.LabelTooFar, Studies: []string{far.Study}, Value: far.Value,
				Item: far.Item, Labeler: far.Labeler}
		}
	}
	sums := 0
	for s, name := range t.Studies() {
		if !sp.HasLabelersIn(s) || sp.OneLabelIn(s) || !additive(t.StudyAt(s), len(t.Items()), len(t.Labelers())) {
			continue
		}
		if sums++; sp.Residual.ByStudy() || sums == len(t.Studies()) {
			return &refusal.Error{Code: refusal.ExactSums, Studies: []string{name}}
		}
	}
	return nil
}

// resolveOwn chooses whether studies share the family's auxiliary parameters. They do not if some study has one label
// of each item. The residual of such a study holds all that its labels do not share with others, and its thresholds are
// on a separate scale.
func resolveOwn(sp *spec.Spec, studies int) (err error) {
	sp.Residual = sp.Residual.Resolve(sp.Family, studies)
	if sp.Thresholds, err = sp.Thresholds.Resolve(sp.Family, studies); err != nil || sp.Judges() == 0 {
		return err
	}
	sp.Residual = spec.StudyResidual
	if sp.Thresholded() {
		sp.Thresholds = spec.StudyThresholds
	}
	return nil
}

// resolveFamily chooses the family, or says why the labels do not suit the family that was asked for.
func resolveFamily(sp *spec.Spec, t *study.Table) error {
	unfit := &refusal.Error{Code: refusal.UnfitLabels, Kind: t.Kind(), Categories: len(t.Categories()),
		Family: sp.Family}
	if sp.Family == nil {
		f, ok := family.For(t.Kind())
		if !ok {
			return unfit
		}
		sp.Family = f
	}
	if sp.Family.Kind() != t.Kind() {
		return unfit
	}
	if f, ok := sp.Family.(family.Adapting); ok {
		n := len(t.Categories())
		if least, most := f.CategoryRange(); n < least || n > most {
			return &refusal.Error{Code: refusal.CategoryCount, Kind: t.Kind(), Categories: n, Family: f}
		}
		adapted, err := f.Adapt(t.Categories(), t.Scores())
		if err != nil {
			return fmt.Errorf("model: %w", err)
		}
		sp.Family = adapted
	}
	for s, name := range t.Studies() {
		for _, y := range t.StudyAt(s).Value() {
			if !sp.Family.Takes(y) {
				return &refusal.Error{Code: refusal.UnfitLabel, Studies: []string{name}, Family: sp.Family, Value: y}
			}
		}
	}
	return nil
}

// everyStudy reports whether something holds of each study.
func everyStudy(t *study.Table, holds func(study.View) bool) bool {
	for s := range t.Studies() {
		if !holds(t.StudyAt(s)) {
			return false
		}
	}
	return true
}

// anyRepeated reports whether an id occurs twice.
func anyRepeated(ids []int32) bool {
	seen := make([]bool, slices.Max(ids)+1)
	for _, id := range ids {
		if seen[id] {
			return true
		}
		seen[id] = true
	}
	return false
}

// checkDiscrimination reports why the labelers of a resolved spec can have no discriminations.
func checkDiscrimination(t *study.Table, sp spec.Spec) error {
	switch {
	case !sp.Discrimination:
		return nil
	case sp.Labelers == spec.NoLabelers:
		return &refusal.Error{Code: refusal.DiscriminationOfNobody}
	case sp.Judges() > 0:
		return &refusal.Error{Code: refusal.DiscriminationOfJudges, Studies: judgesOf(t, sp)}
	}
	return nil
}

// checkItemShape refuses items from Student's t distribution if labels would have no mean, or if a model with them is
// not worked out: with discriminations and a link, with clusters of items, and with studies of one label of each
// item.
func checkItemShape(t *study.Table, sp spec.Spec) error {
	clusters := slices.IndexFunc(sp.Facets, func(f spec.Facet) bool { return f.Cluster })
	switch {
	case sp.Items == spec.NormalItems:
		return nil
	case !spec.HaveStudentItems(sp.Family):
		return &refusal.Error{Code: refusal.StudentItemsUnscaled, Family: sp.Family}
	case spec.StudentItemsSloped(sp.Family, sp.Discrimination):
		return &refusal.Error{Code: refusal.StudentItemsSloped, Family: sp.Family}
	case sp.Judges() > 0:
		return &refusal.Error{Code: refusal.StudentItemsOfJudges, Studies: judgesOf(t, sp)}
	case clusters >= 0:
		return &refusal.Error{Code: refusal.StudentItemsClustered, Term: sp.Facets[clusters].By[0]}
	}
	return nil
}

// checkNoise refuses residuals by labeler if the model cannot have them.
func checkNoise(t *study.Table, sp spec.Spec) error {
	switch {
	case sp.Residual != spec.LabelerResidual:
		return nil
	case !sp.Family.LocationScale():
		return &refusal.Error{Code: refusal.NoResidualSD, Family: sp.Family}
	case sp.Labelers == spec.NoLabelers:
		return &refusal.Error{Code: refusal.ResidualOfNobody}
	case sp.Judges() > 0:
		return &refusal.Error{Code: refusal.ResidualOfJudges, Studies: judgesOf(t, sp)}
	}
	for s, name := range t.Studies() {
		if !sp.HasLabelersIn(s) {
			continue
		}
		if a, b, ok := copied(t.StudyAt(s), len(t.Items()), len(t.Labelers())); ok {
			return &refusal.Error{Code: refusal.CopiedLabels, Studies: []string{name}, Labeler: t.Labelers()[a],
				OtherLabeler: t.Labelers()[b]}
		}
	}
	return nil
}

// judgesOf names the studies that have one label of each item.
func judgesOf(t *study.Table, sp spec.Spec) []string {
	var names []string
	for s, name := range t.Studies() {
		if sp.OneLabelIn(s) {
			names = append(names, name)
		}
	}
	return names
}
