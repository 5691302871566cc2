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
		"fit - --group arm --by task,study_ --covariate study_:category",
		called("x.csv --group arm --by task,study --covariate study:category").Error(reserved))
	reserved.Parts = []string{"study", "factor"}
	assert.Equal(t, "x.csv: reserved\n  under another name:\n  "+header+"fit - --by study_",
		called("x.csv --group study --by study").Error(reserved))

	late := &study.Error{Code: read.LateHeader, File: "x.csv", Line: 3, Found: "late"}
	assert.Equal(t, "x.csv:3: late\n  without the lines before it:\n  tail -n +3 x.csv > x.named.csv && "+
		"fit x.named.csv",
		called("x.csv").Error(late))

	sloped := &model.DataError{Code: model.CovariateConstant, Term: "week", Covariates: []model.Covariate{
		{Factor: "week", Slopes: true}, {Factor: "length"}}}
	assert.Equal(t, sloped.Error()+"\n  without week:\n  fit x.csv --covariate length",
		called("x.csv --covariate week,length --slopes week").Error(sloped))
}
