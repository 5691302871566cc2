package advice

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model"
	"concord/model/family"
	"concord/study"
)

// What is advised of labels that determine no model stands under what is wrong with them, and only where it helps.
func TestModelAdvice(t *testing.T) {
	gold, both := []string{"gold"}, []string{"gold", "judges"}
	const compare = "compare the groups without a model: fit agreement FILE"
	const second = "collect a second label, by another labeler, for some items"
	for _, c := range []struct {
		fault  model.DataError
		advice string
	}{
		{model.DataError{Code: model.EmptyTable}, ""},
		{model.DataError{Code: model.LabelersNotNamed},
			"\n  leave the labelers out: --labeler-effects none\n  name the column: --labeler VALUE"},
		{model.DataError{Code: model.UnfitLabels, Kind: study.Nominal},
			"\n  coefficients for categories: fit agreement FILE\n  say which values are positive: --positive VALUE"},
		{model.DataError{Code: model.UnfitLabels, Kind: study.Binary, Family: family.Gaussian{}},
			"\n  use --family bernoulli"},
		{model.DataError{Code: model.UnfitLabels, Kind: study.Numeric, Family: family.Bernoulli{}},
			"\n  use --family gaussian\n  say which values are positive: --positive VALUE"},
		{model.DataError{Code: model.UnfitLabels, Kind: study.Ordinal, Family: family.Bernoulli{}},
			"\n  use --family ordinal"},
		{model.DataError{Code: model.CategoryCount, Categories: 51, Family: family.Ordinal{}},
			"\n  use --family gaussian"},
		{model.DataError{Code: model.PerfectAgreement},
			"\n  perfect agreement needs no model; coefficients: fit agreement FILE"},
		{model.DataError{Code: model.UnanimousItems, Studies: gold},
			"\n  one residual for all: --residual common\n  coefficients: fit agreement FILE"},
		{model.DataError{Code: model.UnanimousLevels, Studies: gold, Term: "item:labeler"},
			"\n  if second labels are copies of the first: --duplicates first"},
		{model.DataError{Code: model.UnanimousLevels, Studies: gold, Term: "item:template"},
			"\n  leave out the facet that has no noise within it, or check the label column"},
		{model.DataError{Code: model.SameGrouping, Studies: gold, Term: "form", OtherTerm: "item"},
			"\n  effects of item stand for both: leave out --facet form"},
		{model.DataError{Code: model.SameGrouping, Studies: gold, Term: "item:labeler", OtherTerm: "item"},
			"\n  if one labeler gave all labels: leave out --facet item:labeler" +
				"\n  collect labels by a second labeler for some items"},
		{model.DataError{Code: model.SameGrouping, Studies: gold, Term: "item:labeler", OtherTerm: "labeler"},
			"\n  leave the labelers out; effects of item:labeler stand for both: --labeler-effects none"},
		{model.DataError{Code: model.SameGrouping, Studies: gold, Term: "labeler:item", OtherTerm: "labeler"},
			"\n  leave the labelers out; effects of labeler:item stand for both: --labeler-effects none"},
		{model.DataError{Code: model.ExactSums, Studies: gold},
			"\n  coefficients: fit agreement FILE" +
				"\n  labels that were computed or copied need no model: check the label column"},
		{model.DataError{Code: model.CopiedLabels, Studies: gold, Labeler: "a", OtherLabeler: "b, c"},
			"\n  leave one of them out: --exclude-labelers '\"b, c\"'\n  leave out --residual"},
		{model.DataError{Code: model.LabelTooFar, Studies: gold, Item: "i"},
			"\n  correct the label, or leave it out of the file\n  take logarithms if labels are counts or times"},
		{model.DataError{Code: model.NoDisagreement, Studies: gold},
			"\n  perfect agreement needs no model; coefficients: fit agreement FILE" +
				"\n  say how far apart items may be: --prior-sd 'normal(0, 2.5)'"},
		{model.DataError{Code: model.OneLabel, Studies: gold}, "\n  collect more labels, of several items"},
		{model.DataError{Code: model.OneItem, Studies: gold}, "\n  collect more labels, of several items"},
		{model.DataError{Code: model.ConstantLabels, Studies: gold},
			"\n  check the label column, and which labels are positive"},
		{model.DataError{Code: model.LabelersNotRepeated, Studies: gold},
			"\n  leave the labelers out: --labeler-effects none"},
		{model.DataError{Code: model.ItemsNotRepeated, Studies: both}, "\n  " + compare + "\n  " + second},
		{model.DataError{Code: model.ItemsNotRepeated, Studies: gold}, "\n  " + second},
		{model.DataError{Code: model.NoSharedItem, Studies: both},
			"\n  make a fit of each group\n  check that the item names of the groups are spelt alike"},
	} {
		err := fmt.Errorf("labels.csv: %w", &c.fault)
		assert.Equal(t, err.Error()+c.advice, Of(err), c.fault.Code)
	}
}

// Where a column of the file names the studies, a command leaves out the one that determines no model, or fits each
// alone.
func TestModelAdviceOnStudies(t *testing.T) {
	call := called("x.csv --group who")
	constant := &model.DataError{Code: model.ConstantLabels, Studies: []string{"the crowd"}, Column: "who"}
	assert.Contains(t, call.Error(constant), "\n  without \"the crowd\":\n  fit x.csv --group who --where "+
		"'who!=the crowd'\n")
	apart := &model.DataError{Code: model.NoSharedItem, Studies: []string{"a", "b"}, Column: "who"}
	assert.Contains(t, call.Error(apart), "\n  each who alone:\n  fit x.csv --group - --by who\n  all together:\n"+
		"  fit x.csv --group -\n")
}
