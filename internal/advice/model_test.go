package advice

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model/family"
	"concord/model/refusal"
	"concord/study"
)

// What is advised of labels that determine no model stands under what is wrong with them, and only where it helps.
func TestModelAdvice(t *testing.T) {
	gold, both := []string{"gold"}, []string{"gold", "judges"}
	const compare = "compare the groups without a model: fit agreement FILE"
	const second = "collect a second label, by another labeler, for some items"
	for _, c := range []struct {
		fault  refusal.Error
		advice string
	}{
		{refusal.Error{Code: refusal.EmptyTable}, ""},
		{refusal.Error{Code: refusal.LabelersNotNamed},
			"\n  leave the labelers out: --labeler-effects none\n  name the column: --labeler VALUE"},
		{refusal.Error{Code: refusal.UnfitLabels, Kind: study.Nominal},
			"\n  coefficients for categories: fit agreement FILE\n  say which values are positive: --positive VALUE"},
		{refusal.Error{Code: refusal.UnfitLabels, Kind: study.Binary, Family: family.Gaussian{}},
			"\n  use --family bernoulli"},
		{refusal.Error{Code: refusal.UnfitLabels, Kind: study.Numeric, Family: family.Bernoulli{}},
			"\n  use --family gaussian\n  say which values are positive: --positive VALUE"},
		{refusal.Error{Code: refusal.UnfitLabels, Kind: study.Ordinal, Family: family.Bernoulli{}},
			"\n  use --family ordinal"},
		{refusal.Error{Code: refusal.CategoryCount, Categories: 51, Family: family.Ordinal{}},
			"\n  use --family gaussian"},
		{refusal.Error{Code: refusal.PerfectAgreement},
			"\n  perfect agreement needs no model; coefficients: fit agreement FILE"},
		{refusal.Error{Code: refusal.UnanimousItems, Studies: gold},
			"\n  one residual for all: --residual common\n  coefficients: fit agreement FILE"},
		{refusal.Error{Code: refusal.UnanimousLevels, Studies: gold, Term: "item:labeler"},
			"\n  if second labels are copies of the first: --duplicates first"},
		{refusal.Error{Code: refusal.UnanimousLevels, Studies: gold, Term: "item:template"},
			"\n  leave out the facet that has no noise within it, or check the label column"},
		{refusal.Error{Code: refusal.SameGrouping, Studies: gold, Term: "form", OtherTerm: "item"},
			"\n  effects of item stand for both: leave out --facet form"},
		{refusal.Error{Code: refusal.SameGrouping, Studies: gold, Term: "item:labeler", OtherTerm: "item"},
			"\n  if one labeler gave all labels: leave out --facet item:labeler" +
				"\n  collect labels by a second labeler for some items"},
		{refusal.Error{Code: refusal.SameGrouping, Studies: gold, Term: "item:labeler", OtherTerm: "labeler"},
			"\n  leave the labelers out; effects of item:labeler stand for both: --labeler-effects none"},
		{refusal.Error{Code: refusal.SameGrouping, Studies: gold, Term: "labeler:item", OtherTerm: "labeler"},
			"\n  leave the labelers out; effects of labeler:item stand for both: --labeler-effects none"},
		{refusal.Error{Code: refusal.ExactSums, Studies: gold},
			"\n  coefficients: fit agreement FILE" +
				"\n  labels that were computed or copied need no model: check the label column"},
		{refusal.Error{Code: refusal.CopiedLabels, Studies: gold, Labeler: "a", OtherLabeler: "b, c"},
			"\n  leave one of them out: --exclude-labelers '\"b, c\"'\n  leave out --residual"},
		{refusal.Error{Code: refusal.LabelTooFar, Studies: gold, Item: "i"},
			"\n  correct the label, or leave it out of the file\n  take logarithms if labels are counts or times"},
		{refusal.Error{Code: refusal.NoDisagreement, Studies: gold},
			"\n  perfect agreement needs no model; coefficients: fit agreement FILE" +
				"\n  say how far apart items may be: --prior-sd 'normal(0, 2.5)'"},
		{refusal.Error{Code: refusal.OneLabel, Studies: gold}, "\n  collect more labels, of several items"},
		{refusal.Error{Code: refusal.OneItem, Studies: gold}, "\n  collect more labels, of several items"},
		{refusal.Error{Code: refusal.ConstantLabels, Studies: gold},
			"\n  check the label column, and which labels are positive"},
		{refusal.Error{Code: refusal.LabelersNotRepeated, Studies: gold},
			"\n  leave the labelers out: --labeler-effects none"},
		{refusal.Error{Code: refusal.ItemsNotRepeated, Studies: both}, "\n  " + compare + "\n  " + second},
		{refusal.Error{Code: refusal.ItemsNotRepeated, Studies: gold}, "\n  " + second},
		{refusal.Error{Code: refusal.NoSharedItem, Studies: both},
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
	constant := &refusal.Error{Code: refusal.ConstantLabels, Studies: []string{"the crowd"}, Column: "who"}
	assert.Contains(t, call.Error(constant), "\n  without \"the crowd\":\n  fit x.csv --group who --where "+
		"'who!=the crowd'\n")
	apart := &refusal.Error{Code: refusal.NoSharedItem, Studies: []string{"a", "b"}, Column: "who"}
	assert.Contains(t, call.Error(apart), "\n  each who alone:\n  fit x.csv --group - --by who\n  all together:\n"+
		"  fit x.csv --group -\n")
}
