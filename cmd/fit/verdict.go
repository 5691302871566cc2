package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"concord/criteria"
	"concord/internal/answer"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/tasks/fits"
	"concord/internal/visible"
	"concord/model/refusal"
	"concord/study"
)

// verdict returns the error, and so the exit code, that follows from the result.
func (f *work) verdict(a *answer.Answer) error {
	from := evidence{}
	if len(f.conditions) > 0 {
		from = evidenceOf(a)
	}
	return f.verdictOn(from, a.Runs[0].Trust, a.Runs[0].Sampler.Partial)
}

// verdictOn returns the error that follows from the numbers of a result and how they were drawn; d is nil if nothing
// was drawn.
func (f *work) verdictOn(from evidence, d *result.Diagnostics, partial bool) error {
	var met, unjudged, doubts []string
	if d != nil && (!d.Converged || option.Strict.In(f) && !d.OK) {
		doubts = d.Messages
	}
	for _, c := range f.conditions {
		found, not := c.find(from)
		failed := failures(c, found)
		met, unjudged = append(met, failed...), append(unjudged, c.notJudged(not)...)
		if len(failed)+len(not) == 0 && (d == nil || d.Converged) && !partial {
			tell(f.news(), fmt.Sprintf("passed: %s: %s", c, c.nearest(found).text))
		}
	}
	return f.exitOf(partial, doubts, met, unjudged)
}

// notJudged returns the messages about whom a condition could not judge.
func (c condition) notJudged(not []string) []string {
	all := slices.Clone(not)
	for i, text := range all {
		all[i] = fmt.Sprintf("NOT JUDGED: %s: %s", c, text)
	}
	return all
}

// failures returns the messages of findings for which the condition holds.
func failures(c condition, found []finding) []string {
	var all []string
	for _, f := range found {
		if f.holds {
			all = append(all, fmt.Sprintf("FAILED: %s: %s", c, f.text))
		}
	}
	return all
}

// verdicts gathers the facts that decide the exit code of several tasks.
type verdicts struct {
	*work
	unjudged []tally // of each condition: tasks that it could not judge
	met      []string
	fitted   bool
	doubt    tally // tasks whose numbers must not be used, or that have none
}

// tally counts tasks that share a finding, and keeps the text about the first one.
type tally struct {
	tasks int
	first string
}

func (u *tally) add(task fits.Task, why string) {
	if u.tasks++; u.tasks == 1 {
		u.first = strings.Join(task.Key, ", ") + ": " + why
	}
}

// said returns the text about the only task, or about several tasks in the words of a format; nil if there is none.
func (u tally) said(several string) []string {
	switch u.tasks {
	case 0:
		return nil
	case 1:
		return []string{u.first}
	}
	return []string{fmt.Sprintf(several, u.tasks, u.first)}
}

func newVerdicts(f *work) *verdicts {
	return &verdicts{work: f, unjudged: make([]tally, len(f.conditions))}
}

// add adds the facts of one task.
func (v *verdicts) add(task fits.Task) error {
	if !task.Fitted() {
		if option.Strict.In(v) {
			v.doubt.add(task, task.Undefined)
		}
		for i := range v.unjudged {
			v.unjudged[i].add(task, "no fit: "+task.Undefined)
		}
		return nil
	}
	d := task.Result.Runs[0].Trust
	v.fitted = true
	if !d.Converged || option.Strict.In(v) && !d.OK {
		v.doubt.add(task, d.Messages[0])
	}
	for i, c := range v.conditions {
		own, err := c.onScale(task.Result.Model().Distribution())
		if err != nil {
			return err
		}
		found, not := own.find(evidenceOf(task.Result))
		if len(not) > 0 {
			v.unjudged[i].add(task, not[0])
		}
		for _, text := range failures(own, found) {
			v.met = append(v.met, fmt.Sprintf("%s, in %s", text, strings.Join(task.Key, ", ")))
		}
	}
	return nil
}

// verdict returns the error of all tasks together.
func (v *verdicts) verdict(partial bool) error {
	if !v.fitted {
		return &exitError{exitFailure, errors.New("none of the fits could be made")}
	}
	var not []string
	for i, u := range v.unjudged {
		not = append(not, v.conditions[i].notJudged(u.said("%d tasks, the first of them %s"))...)
	}
	return v.exitOf(partial, v.doubt.said("%d fits are in doubt, the first of them %s"), v.met, not)
}

// exitOf returns the error of a result that is partial, or whose draws are in doubt, or that meets a condition, or that
// a condition could not judge. It prints the reason on standard error, in every format.
func (w *work) exitOf(partial bool, doubts, met, unjudged []string) error {
	switch {
	case partial:
		return interrupted(": the result is of what was done by then")
	case len(doubts) > 0:
		return notConverged(doubts...)
	case len(met) > 0:
		for _, text := range slices.Concat(met, unjudged) {
			tell(w.err, text)
		}
		return &exitError{code: exitCondition}
	case len(unjudged) > 0:
		return &exitError{exitUsage, errors.New(inLines(append(unjudged,
			"A condition may name the groups that it is about, as in icc(GROUP)<0.4; --where leaves out tasks")))}
	}
	return nil
}

// warn notes the warnings about the data, with commands that say more, to be printed after the answer, which has the
// cautions already. Tasks that follow have no warnings of their own.
func (w *work) warn(d result.Data) {
	if w.later != nil {
		return
	}
	if option.Format.In(w) == "text" {
		d.Warnings = slices.DeleteFunc(slices.Clone(d.Warnings), func(text string) bool {
			return slices.ContainsFunc(d.Cautions, func(c result.DataCaution) bool { return c.Text == text })
		})
	}
	w.later = w.warnings(d)
}

// tellLater prints the warnings.
func (w *work) tellLater() {
	for _, text := range w.later {
		tellLines(w.news(), warningMark+text)
	}
}

// warnings returns the warnings about the data, with commands to paste.
func (w *work) warnings(d result.Data) []string {
	all := make([]string, len(d.Warnings))
	for i, text := range d.Warnings {
		all[i] = inLine(text)
		if of, ok := d.WarningOf(text); ok {
			all[i] = w.call.Warning(of)
		}
	}
	return all
}

// tellWarning writes a warning. A name in it cannot begin another line.
func tellWarning(w io.Writer, text string) { tellLines(w, warningMark+visible.Text(text)) }

// tellLines writes a text, and keeps its lines.
func tellLines(w io.Writer, text string) {
	_, _ = io.WriteString(w, paintFor(w).page(message(w, text)+"\n"))
}

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
	return &exitError{exitUsage, visible.Errorf(format, args...)}
}

// unusable marks an error as one of the input. Texts that it repeats are made visible.
func unusable(format string, args ...any) error {
	return &exitError{exitInput, visible.Errorf(format, args...)}
}

// interrupted is the error of a run that was ended. The text why follows the word.
func interrupted(why string) error {
	return &exitError{exitInterrupted, errors.New("interrupted" + why)}
}

// inFile says which file an error of the model is about, unless it is one of how the command was called.
func (w *work) inFile(err error) error {
	var exit *exitError
	var data *refusal.Error
	var by *criteria.Error
	if !errors.As(err, &exit) && (errors.As(err, &data) || errors.As(err, &by)) {
		return unusable("%s: %w", w.file, err)
	}
	return err
}

// exitCode returns the code that err ends the run with.
func exitCode(err error) int {
	var exit *exitError
	var input *study.Error
	var data *refusal.Error
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
