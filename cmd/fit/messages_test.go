package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/advice"
	"concord/model/refusal"
	"concord/sampler"
	"concord/study"
)

// jsonMessages returns what write tells, a message a line, and the writer that writes so.
func jsonMessages(t *testing.T, write func(*messages)) []map[string]any {
	var b strings.Builder
	m := messagesFor(func(name string) string {
		assert.Equal(t, "FIT_MESSAGES", name)
		return "json"
	}, &b)
	write(m.(*messages))
	var all []map[string]any
	for line := range strings.Lines(b.String()) {
		var one map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &one), line)
		all = append(all, one)
	}
	return all
}

func TestMessagesAreLinesUnlessJSONIsAskedFor(t *testing.T) {
	var b strings.Builder
	for _, value := range []string{"", "text"} {
		assert.Same(t, &b, messagesFor(func(string) string { return value }, &b))
	}
}

// What is written at once is one message, also of several lines; ends of notices on terminals are none.
func TestTextOfMessages(t *testing.T) {
	told := jsonMessages(t, func(m *messages) {
		tell(m, "Reading <a>\n…")
		tellWarning(m, "12 labels\nare odd")
		n := newNotice(m, "Waiting", false, nil)
		n.end()
	})
	assert.Equal(t, []map[string]any{
		{"kind": "note", "text": "Reading <a>\\n…"},
		{"kind": "warning", "text": "12 labels\\nare odd"},
	}, told)
}

func TestErrorsAsMessages(t *testing.T) {
	told := jsonMessages(t, func(m *messages) {
		m.fault(&study.Error{Code: "missing_column", File: "a.csv", Line: 3, Column: "x", Found: "no x",
			Fixes: []study.Fix{study.To("", "item", "y"), study.By("the first", "item")}}, advice.Call{})
		m.fault(fmt.Errorf("a.csv: %w", &refusal.Error{Code: refusal.OneItem, Studies: []string{"crowd"}, Labels: 4}),
			advice.Call{})
		m.fault(usage("--chains 0"), advice.Call{})
	})
	require.Len(t, told, 3)
	assert.Equal(t, map[string]any{"kind": "error",
		"text":      "a.csv:3: no x\n  use --item y\n  the first: leave out --item",
		"exit_code": 3.0, "code": "missing_column", "file": "a.csv", "line": 3.0, "column": "x",
		"fixes": []any{
			map[string]any{"set": []any{map[string]any{"option": "item", "values": []any{"y"}}}},
			map[string]any{"does": "the first", "drop": []any{"item"}}}}, told[0])
	assert.Equal(t, "one_item", told[1]["code"])
	assert.Equal(t, []any{"crowd"}, told[1]["studies"])
	assert.Equal(t, map[string]any{"kind": "error", "text": "--chains 0", "exit_code": 2.0}, told[2])
}

// Programs draw their own bars: every tick is told, from the first.
func TestProgressAsMessages(t *testing.T) {
	told := jsonMessages(t, func(m *messages) {
		p := newProgress(m)
		p.sampled(sampler.Progress{Done: 1, Total: 4000, Chains: 4, Elapsed: 50 * time.Millisecond})
		p.sampled(tenth(5))
		p.finish()
		fits := newTaskProgress(m, 3)
		fits.fitted(false)
		fits.fitted(true)
		fits.finish()
	})
	require.Len(t, told, 4)
	assert.Equal(t, map[string]any{"kind": "progress", "unit": "iterations", "done": 2000.0, "total": 4000.0,
		"draws": 1000.0, "seconds": 5.0, "text": "1 of 4 chains done, 0 divergences, 5 s left"}, told[1])
	assert.Equal(t, 1.0, told[0]["done"])
	assert.Equal(t, "fits", told[3]["unit"])
	assert.Equal(t, []any{2.0, 3.0, 1.0}, []any{told[3]["done"], told[3]["total"], told[3]["failed"]})
}
