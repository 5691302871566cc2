package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"concord/criteria"
	"concord/internal/option"
	"concord/internal/visible"
	"concord/model"
	"concord/study"
)

// Exit codes, as documented in the help text.
const (
	exitFine         = 0
	exitFailure      = 1
	exitUsage        = 2
	exitInput        = 3
	exitNotConverged = 4
	exitCondition    = 5
	exitInterrupted  = 130
)

// exitError ends the run with a code. Without an error it ends in silence, because the reason was printed before.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// notConverged is the error of a run whose numbers must not be used. Its reasons go to standard error in every format,
// because not every format has room for them.
func notConverged(reasons ...string) error {
	return &exitError{exitNotConverged, errors.New(inLines(reasons))}
}

// inLine makes a text visible in one line. A text may have several, and it would be read as \n in their place.
func inLine(text string) string { return visible.Text(strings.Join(strings.Fields(text), " ")) }

// inLines puts each text in a line, made visible.
func inLines(texts []string) string {
	shown := slices.Clone(texts)
	for i, text := range shown {
		shown[i] = inLine(text)
	}
	return strings.Join(shown, "\n  ")
}

// usage marks an error as one of how the command was called. Texts that it repeats are made visible.
func usage(format string, args ...any) error {
	return &exitError{exitUsage, problem(format, args...)}
}

// problem is [fmt.Errorf] with all texts made visible, so that a name cannot break a line.
func problem(format string, args ...any) error {
	shown := slices.Clone(args)
	for i, a := range shown {
		if text, ok := a.(string); ok {
			shown[i] = visible.Text(text)
		}
	}
	return fmt.Errorf(format, shown...)
}

// interrupted is the error of a run that was ended; why is what follows the word.
func interrupted(why string) error {
	return &exitError{exitInterrupted, errors.New("interrupted" + why)}
}

// inFile says which file an error of the model is about.
func (w *work) inFile(err error) error {
	var data *model.DataError
	var by *criteria.Error
	if errors.As(err, &data) || errors.As(err, &by) {
		return problem("%s: %w", w.file, err)
	}
	return err
}

// exitCode returns the code that err ends the run with.
func exitCode(err error) int {
	var exit *exitError
	var input *study.Error
	var data *model.DataError
	var wrong *option.Error
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &wrong):
		return exitUsage
	case errors.As(err, &exit):
		return exit.code
	case errors.As(err, &input), errors.As(err, &data):
		return exitInput
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	return exitFailure
}
