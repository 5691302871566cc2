package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestUnusable(t *testing.T) {
	for _, text := range []string{"PARSE_ERROR", "ParseError", "JSONDecodeError", "parse-error: no verdict in reply",
		"timeout", "TIMED OUT", "TimeoutError", "Error: 429", "[ERROR]", "N/A", "null", "REFUSED", "<refusal>",
		"I cannot answer this.",
		"I’m sorry, but I can't help with that.", "As an AI, I have no opinion", "RateLimitError", "no response",
		"INVALID",
		"Unable to determine", "content_filter"} {
		assert.True(t, Unusable(text), text)
	}
	for _, text := range []string{"pass", "fail", "failed", "unsure", "error in reasoning", "major error", "terror",
		"correct", "I", "icon", "unknown", "other", "0", "4", "invalid argument", "no", "Incorrect", "unclear",
		"timely", "Sorrento"} {
		assert.False(t, Unusable(text), text)
	}
}
