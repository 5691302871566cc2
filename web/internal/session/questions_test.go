package session

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
)

// answered answers the question of a file, in one process or in as many as the page has workers.
func answered(t *testing.T, name string, q Request) (*Session, *Fitted) {
	t.Helper()
	s := opened(t, name, q)
	if fits(s.request.Task) {
		return s, fitted(t, name, q)
	}
	f, err := s.Answer(context.Background())
	require.NoError(t, err)
	return s, f
}

// Each question has the command's answer: the rows of the CSV to the byte, and the verdict of the JSON. Files choose
// their question if the request leaves it open.
func TestQuestionsAreTheCommands(t *testing.T) {
	slowtest.Only(t)
	for _, c := range []struct {
		file, task string // the task that is answered
		q          Request
	}{
		{"peak_flow.csv", measuring, Request{}},
		{"stars.csv", measuring, Request{Task: measuring}},
		{"policy.csv", agreement, Request{Task: agreement, Reference: "control"}},
		{"single.csv", labelers, Request{Task: labelers, Draws: 40, warmup: 40}},
		{"topics.csv", agreement, Request{}},
		{"criteria.csv", byCriteria, Request{Draws: 20, warmup: 40, Reference: "people"}},
		{"battles.csv", comparing, Request{Draws: 40, warmup: 40}},
		{"answers.csv", properties, Request{Task: properties, Property: "length", Draws: 40, warmup: 40}},
		{"stars.csv", planning, Request{Task: planning, Draws: 40, warmup: 40}},
	} {
		t.Run(c.file+" "+c.task, func(t *testing.T) {
			s, got := answered(t, c.file, c.q)
			require.Equal(t, c.task, s.request.Task)
			arguments := s.request.arguments(c.file)
			also := filepath.Join(t.TempDir(), "result.json")
			assert.Equal(t, string(run(t, append(arguments, "--quiet", "--format=csv", "--also", also)...)),
				string(got.CSV), strings.Join(arguments, " "))
			text, err := os.ReadFile(also)
			require.NoError(t, err)
			want := numbersOf(t, text)
			assert.Equal(t, want["verdict"], numbersOf(t, got.JSON)["verdict"])
			assert.NotEmpty(t, got.Text)
			assert.Contains(t, string(got.HTML), "<!DOCTYPE html>")
			assert.NotContains(t, string(got.HTML), "NaN")
			assert.Equal(t, c.task == properties, len(got.Run) > 0)
		})
	}
}

func numbersOf(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var all map[string]any
	require.NoError(t, json.Unmarshal(text, &all))
	return all
}

// Labels on several criteria, a column for each, are fitted as the command fits them.
func TestCriteriaInColumns(t *testing.T) {
	var text strings.Builder
	text.WriteString("item,labeler,clarity,style\n")
	for item := range 15 {
		for _, who := range []string{"a", "b", "c"} {
			y := (item + len(who)*int(who[0]-'a')*item%5) % 4
			text.WriteString(strings.Join([]string{"i" + string(rune('a'+item)), who, string(rune('1' + y)),
				string(rune('1' + (y+item%2)%4))}, ",") + "\n")
		}
	}
	path := filepath.Join(t.TempDir(), "columns.csv")
	require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o644))
	s := opened(t, path, Request{Label: "clarity"})
	look := s.Look(new(Look))
	assert.Equal(t, []string{"clarity", "style"}, look.Criteria)
	q := Request{Task: byCriteria, Criteria: look.Criteria, Draws: 20, warmup: 40}
	s, got := answered(t, path, q)
	assert.Equal(t, string(run(t, append(s.request.arguments(path), "--quiet", "--format=csv")...)), string(got.CSV))
}

// A file says which questions it can answer, and why not the others.
func TestReasons(t *testing.T) {
	why := func(name string) map[string]string {
		look := opened(t, name, Request{}).Look(new(Look))
		all := map[string]string{}
		for _, q := range look.Questions {
			assert.NotEmpty(t, q.Text)
			all[q.Task] = q.Why
		}
		assert.Empty(t, all[look.Task])
		return all
	}
	policy := why("policy.csv")
	assert.Contains(t, policy[measuring], "A measurement is a number")
	assert.Contains(t, policy[comparing], "No two columns name two candidates")
	assert.Contains(t, policy[properties], "no further column")
	assert.Empty(t, policy[labelers])
	assert.Empty(t, policy[planning])
	topics := why("topics.csv")
	assert.Contains(t, topics[reliability], "without order")
	assert.Empty(t, topics[agreement])
	assert.Contains(t, why("criteria.csv")[reliability], "column criterion")
	assert.Contains(t, why("battles.csv")[measuring], "compare two candidates")
	assert.Empty(t, why("answers.csv")[properties])
	assert.Equal(t, []string{"length", "country", "position"},
		opened(t, "answers.csv", Request{}).Look(new(Look)).Properties)
}

// Choices that a question needs are asked for, by the control that makes them.
func TestQuestionsSayWhatTheyNeed(t *testing.T) {
	for _, c := range []struct {
		file          string
		q             Request
		said, control string
	}{
		{"answers.csv", Request{Task: properties}, "Choose the column above", "property"},
		{"criteria.csv", Request{Task: byCriteria}, "Choose the columns above", "criteria"},
		{"criteria.csv", Request{Task: reliability}, "Do criteria go together?", "criteria"},
		{"policy.csv", Request{Task: measuring}, "A measurement is a number", "labels"},
		{"topics.csv", Request{Task: labelers}, "without order", "labeler"},
		{"policy.csv", Request{Task: comparing}, "no two columns name two candidates", ""},
		{"policy.csv", Request{Task: byCriteria, Criteria: []string{"labeler", "label"}}, "labeler", ""},
	} {
		b, err := os.ReadFile(pathOf(c.file))
		require.NoError(t, err)
		s, err := Open(context.Background(), fileOf(string(b)), c.file, c.q)
		if err == nil && fits(c.q.Task) {
			_, err = s.Fit(context.Background(), Process{Leads: true}, Origin{}, func(string, int, int) {})
		} else if err == nil {
			_, err = s.Answer(context.Background())
		}
		require.Error(t, err, "%+v", c.q)
		f := NewFault(err)
		assert.Contains(t, f.Text, c.said)
		assert.NotContains(t, f.Text, " --", "flags are the command's")
		if c.control != "" {
			assert.Equal(t, c.control, f.Control, f.Text)
		}
	}
}
