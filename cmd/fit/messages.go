package main

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"

	"concord/internal/advice"
	"concord/internal/visible"
	"concord/judge"
	"concord/model/refusal"
	"concord/study"
)

// messagesVariable is the environment variable that asks for messages that a program reads: FIT_MESSAGES=json.
const messagesVariable = "FIT_MESSAGES"

// message kinds.
const (
	errorMessage    = "error"
	warningMessage  = "warning"
	noteMessage     = "note"
	progressMessage = "progress"
)

// messageLine is one message of a command, apart from its result. docs/reference/exports.md has its fields.
type messageLine struct {
	Kind string `json:"kind"`
	Text string `json:"text"`

	// Fields of an error.
	ExitCode int         `json:"exit_code,omitempty"`
	Code     string      `json:"code,omitempty"`
	File     string      `json:"file,omitempty"`
	Line     int         `json:"line,omitempty"`
	Sheet    string      `json:"sheet,omitempty"`
	Cell     string      `json:"cell,omitempty"`
	Column   string      `json:"column,omitempty"`
	Studies  []string    `json:"studies,omitempty"`
	Fixes    []study.Fix `json:"fixes,omitempty"` // what may mend it, the likeliest first

	// Fields of progress.
	Unit        string   `json:"unit,omitempty"` // of Done and Total: iterations or fits
	Done        int      `json:"done,omitempty"`
	Total       int      `json:"total,omitempty"`
	Draws       int      `json:"draws,omitempty"`
	Divergences int      `json:"divergences,omitempty"`
	Failed      int      `json:"failed,omitempty"`
	Seconds     *float64 `json:"seconds,omitempty"` // since the first
}

// messages writes messages as JSON, an object a line. Text that others write to it at once is one message.
type messages struct {
	mu sync.Mutex
	w  io.Writer
}

// messagesFor returns the writer of a command's messages, as the environment asks for it.
func messagesFor(getenv func(string) string, w io.Writer) io.Writer {
	if getenv(messagesVariable) != "json" {
		return w
	}
	return &messages{w: w}
}

// Write makes a message of text for people.
func (m *messages) Write(p []byte) (int, error) {
	text := strings.TrimSpace(string(p))
	if text == "" {
		return len(p), nil
	}
	line := messageLine{Kind: noteMessage, Text: text}
	if isWarning(text) {
		line = messageLine{Kind: warningMessage, Text: strings.TrimPrefix(text, warningMark)}
	}
	return len(p), m.tell(line)
}

func (m *messages) tell(line messageLine) error {
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	_, err = io.WriteString(m.w, visible.JSON(string(text))+"\n")
	return err
}

// fault writes the error that a run ends with, with facts about it for programs.
func (m *messages) fault(err error, c advice.Call) {
	line := messageLine{Kind: errorMessage, ExitCode: exitCode(err), Fixes: c.Fixes(err)}
	c.Files = nil // programs write their own calls
	line.Text = c.Said(err, line.Fixes)
	var input *study.Error
	if errors.As(err, &input) {
		line.Code, line.File, line.Line, line.Column = string(input.Code), input.File, input.Line, input.Column
		line.Sheet, line.Cell = input.Sheet, input.Cell
	}
	var several *judge.SeveralGold
	if errors.As(err, &several) {
		line.Code, line.Studies = "several_gold_labels", []string{several.Study}
	}
	var data *refusal.Error
	if errors.As(err, &data) {
		line.Code, line.Studies = string(data.Code), data.Studies
	}
	_ = m.tell(line)
}
