package advice

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model"
	"concord/study"
	"concord/study/read"
)

// TestCommandsOfStumbles has commands that can be pasted as they stand.
func TestCommandsOfStumbles(t *testing.T) {
	reserved := &study.Error{Code: study.ReservedName, File: "x.csv", Column: "study", Found: "reserved"}
	const header = `sed -E '1s/(^|[,;|"[:cntrl:]])study([,;|"[:cntrl:]]|$)/\1study_\2/' x.csv | `
	assert.Equal(t, "x.csv: reserved\n  under another name:\n  "+header+
		"fit - --study arm --by task,study_ --covariate study_:category",
		OfCall(reserved, Call{Args: []string{"x.csv", "--study", "arm", "--by", "task,study", "--covariate",
			"study:category"}}))
	reserved.Parts = []string{"study", "factor"}
	assert.Equal(t, "x.csv: reserved\n  under another name:\n  "+header+"fit - --by study_",
		OfCall(reserved, Call{Args: []string{"x.csv", "--study", "study", "--by", "study"}}))

	late := &study.Error{Code: read.LateHeader, File: "x.csv", Line: 3, Found: "late"}
	assert.Equal(t, "x.csv:3: late\n  without the lines before it:\n  tail -n +3 x.csv > x.named.csv && "+
		"fit x.named.csv",
		OfCall(late, Call{Args: []string{"x.csv"}}))

	open := &study.Error{Code: OpenStandard, Values: []string{"crowd", "two words"}, Found: "which?"}
	assert.Equal(t, "which?\n  fit gold x.csv --gold crowd\n  fit gold x.csv --gold 'two words'",
		OfCall(open, Call{Args: []string{"gold", "x.csv"}}))

	sloped := &model.DataError{Code: model.CovariateConstant, Term: "week", Covariates: []model.Covariate{
		{Factor: "week", Slopes: true}, {Factor: "length"}}}
	call := Call{Args: []string{"x.csv", "--covariate", "week,length", "--slopes", "week"}}
	assert.Equal(t, sloped.Error()+"\n  without week:\n  fit x.csv --covariate length", OfCall(sloped, call))
}
