package browser

import (
	"encoding/json"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// However many workers share the fit, of whom the last one checks the model and tells of the items, the report is the
// same, but for times.
func TestReportsDoNotDependOnTheNumberOfWorkers(t *testing.T) {
	var first map[string]any
	for _, processors := range []int64{1, 2, 4} {
		tb := open(t, file(t), 1280, 900)
		_, err := chromedp.Call(tb.ctx, emulation.SetHardwareConcurrencyOverride,
			emulation.SetHardwareConcurrencyOverrideParams{HardwareConcurrency: processors})
		require.NoError(t, err)
		tb.do(chromedp.Reload())
		require.Equal(t, processors, value[int64](tb, "navigator.hardwareConcurrency"))
		tb.choose(data("single.csv"))
		tb.few()
		tb.done()
		var result map[string]any
		require.NoError(t, json.Unmarshal([]byte(tb.download("Result as JSON")), &result))
		require.NotEmpty(t, result["rows"])
		sampler := result["runs"].([]any)[0].(map[string]any)["sampler"].(map[string]any)
		for _, time := range []string{"setup_seconds", "warmup_seconds", "sampling_seconds"} {
			delete(sampler, time)
		}
		if first == nil {
			first = result
		}
		assert.Equal(t, first, result, "%d processors", processors)
		page := tb.report()
		assert.Contains(t, page, "Items")
		assert.NotContains(t, page, "NaN")
		tb.clean()
	}
}
