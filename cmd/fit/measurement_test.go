package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result"
)

// The contract of the JSON of fit measurement: every key and the type of its value.
func TestMeasurementJSONContract(t *testing.T) {
	shapes := map[string]bool{".data.warnings[] string": true}
	for _, args := range [][]string{
		{testdata("peak_flow.csv")}, {testdata("funniness.csv")}, {"--labeler", "-", testdata("funniness.csv")},
		{"--where", "item=item_001", testdata("funniness.csv")},
	} {
		out, _ := runFit(t, exitFine, append([]string{"measurement", "--format", "json", "-q"}, args...)...)
		var v any
		require.NoError(t, json.Unmarshal([]byte(out), &v))
		collectShapes(shapes, "", v)
	}
	goldenShapes(t, "measurement_contract.golden", shapes)
}

// Bland and Altman (1986), Statistical methods for assessing agreement between two methods of clinical measurement, The
// Lancet 327: standard deviations of readings by one meter are 15.3 and 19.9 litres a minute.
func TestReadingsOfOccasions(t *testing.T) {
	for where, want := range map[string]float64{"rater=Wright": 15.3, "rater=mini Wright": 19.9} {
		out, _ := runFit(t, exitFine, "measurement", "-q", "--format", "json", "--where", where,
			"--item", "subject", "--label", "value", testdata("peak_flow.csv"))
		var m result.Measurement
		require.NoError(t, json.Unmarshal([]byte(out), &m))
		for _, quantity := range []string{"sem", "repeatability_sd"} {
			assert.InDelta(t, want, float64(m.Studies[0].Of(quantity).Estimate), 0.05)
		}
		assert.Equal(t, 17, m.Studies[0].Repeated)
	}
}

// Faults of the call are told in words.
func TestMeasurementFaults(t *testing.T) {
	for want, args := range map[string][]string{
		"it must be between 0 and 1":  {"--interval", "2", testdata("peak_flow.csv")},
		"--format pdf: choose one of": {"--format", "pdf", testdata("peak_flow.csv")},
	} {
		_, message := runFit(t, exitUsage, append([]string{"measurement", "-q"}, args...)...)
		assert.Contains(t, strings.Join(strings.Fields(message), " "), want)
	}
	_, message := runFit(t, exitInput, "measurement", testdata("topics.csv"))
	assert.Contains(t, message, "fit agreement ../../testdata/topics.csv")
}
