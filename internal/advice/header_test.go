package advice

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/refusal"
	"concord/model/spec"
	"concord/study/read"
)

// TestCommandsOfStumbles has commands that can be pasted as they stand.
func TestCommandsOfStumbles(t *testing.T) {
	refused := func(text string, o read.Options) error {
		_, err := read.Read(context.Background(), strings.NewReader(text), "x.csv", o)
		require.Error(t, err)
		return err
	}
	reserved := refused("item,arm,study,label\na,x,y,1\n", read.Options{Study: "arm", Factors: []string{"study"}})
	const header = `sed -E '1s/(^|[,;|"[:cntrl:]])study([,;|"[:cntrl:]]|$)/\1study_\2/' x.csv | `
	assert.Contains(t, called("x.csv --group arm --by task,study --covariate study:category").Error(reserved),
		"\n  under another name:\n  "+header+"fit - --group arm --by task,study_ --covariate study_:category")
	reserved = refused("item,arm,study,label\na,x,y,1\n", read.Options{Factors: []string{"study"}})
	assert.Contains(t, called("x.csv --group study --by study").Error(reserved), "fit - --by study_")

	late := refused("Ratings of May\n\nitem,labeler,label\na,x,1\nb,x,2\n", read.Options{})
	assert.Contains(t, called("x.csv").Error(late), "\n  without the lines before it:\n  tail -n +3 x.csv > "+
		"x.named.csv && fit x.named.csv")

	sloped := &refusal.Error{Code: refusal.CovariateConstant, Term: "week", Covariates: []spec.Covariate{
		{Factor: "week", Slopes: true}, {Factor: "length"}}}
	assert.Equal(t, sloped.Error()+"\n  without week:\n  fit x.csv --covariate length",
		called("x.csv --covariate week,length --slopes week").Error(sloped))
}
