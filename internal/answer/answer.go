// Package answer holds the result of a command: rows, each a number and its key. JSON, CSV, sentences, tables and
// conditions read the same rows.
package answer

import (
	"hash/maphash"
	"slices"
	"strings"

	"concord/internal/quantity"
	"concord/internal/result"
	"concord/internal/version"
	"concord/internal/visible"
	"concord/posterior"
	"concord/study"
)

// Answer is what a command found. Its JSON has the same keys for each command.
type Answer struct {
	Command  string           `json:"command"`
	Version  string           `json:"version"`
	Data     result.Data      `json:"data"`
	Interval result.Intervals `json:"interval"`
	// Cut are the names of the parts of the keys of tasks, and Partial says that a run of tasks was interrupted.
	Cut     []string `json:"cut,omitempty"`
	Partial string   `json:"partial,omitempty"`
	// Set has the options that change what numbers are, such as log.
	Set map[string]string `json:"set"`
	// Runs are the runs of the sampler; none without a model.
	Runs []Run  `json:"runs"`
	Rows []*Row `json:"rows"`
	// Doubts, Notes and Verdict are sentences.
	Doubts  []string `json:"doubts"`
	Notes   []string `json:"notes"`
	Verdict []string `json:"verdict"`
	// Series are the points of plots.
	Series []Series `json:"-"`

	of    map[string][]*Row
	at    map[uint64]*Row // by hashes of places, which take a tenth of the memory
	seed  maphash.Seed
	parts []Key
	tasks []string
	known map[Key]bool // the parts, and tasks
}

// Run is a run of the sampler: of a group, of a task, or of all; with Of also the labels of one judge. Data describes
// the labels of a task. A task that has no fit has no Model. Key has the parts of the name of a task, and Page leads to
// its page.
type Run struct {
	Task    string              `json:"task,omitempty"`
	Key     []string            `json:"key,omitempty"`
	Page    string              `json:"-"`
	Group   string              `json:"group,omitempty"`
	Of      string              `json:"of,omitempty"`
	Data    *result.Data        `json:"data,omitempty"`
	Model   *result.Model       `json:"model,omitempty"`
	Sampler *result.Sampler     `json:"sampler"`
	Trust   *result.Diagnostics `json:"diagnostics"`
}

// Series is points that belong to a row.
type Series struct {
	Of   *Row
	X, Y []float64
}

// place is where a row is found.
type place struct {
	quantity string
	Key
}

// New returns an answer without rows.
func New(command string, data result.Data, interval result.Intervals) *Answer {
	return &Answer{Command: command, Version: version.Number, Data: data, Interval: interval, Set: map[string]string{},
		Runs: []Run{}, Rows: []*Row{}, Doubts: []string{}, Notes: []string{}, Verdict: []string{},
		of: map[string][]*Row{}, at: map[uint64]*Row{}, seed: maphash.MakeSeed(), known: map[Key]bool{}}
}

// Add adds a number and returns its row. The rows of an answer are in the order of its readers. It panics if the answer
// has the number, because two rows of one place cannot be told apart.
func (a *Answer) Add(name string, at Key, value float64) *Row { return a.Put(newRow(name, at, value)) }

// Put is [Answer.Add] with a row.
func (a *Answer) Put(r *Row) *Row {
	name, at := r.Q.Name, r.Key
	old, hash := a.find(name, at)
	if old != nil {
		panic("answer: two rows " + name)
	}
	a.at[hash], a.Rows = r, append(a.Rows, r)
	if at.Event == "" && at.Prior == "" {
		a.of[name] = append(a.of[name], r)
	}
	if task := (Key{Task: at.Task}); at.Task != "" && !a.known[task] {
		a.tasks, a.known[task] = append(a.tasks, at.Task), true
	}
	if part := at.Part(); part.Group != "" && !a.known[part] {
		a.parts, a.known[part] = append(a.parts, part), true
	}
	return r
}

// Append adds the rows of another answer.
func (a *Answer) Append(other *Answer) {
	for _, r := range other.Rows {
		a.Put(r)
	}
}

// find returns the row of a place, and where it is or would be.
func (a *Answer) find(name string, at Key) (*Row, uint64) {
	for hash := maphash.Comparable(a.seed, place{name, at}); ; hash++ {
		if r := a.at[hash]; r == nil || r.Q.Name == name && r.Key == at {
			return r, hash
		}
	}
}

// Drawn adds the posterior mean of a quantity with its interval.
func (a *Answer) Drawn(name string, at Key, q posterior.Quantity, interval posterior.Interval) *Row {
	lower, upper := q.CredibleInterval(interval)
	return a.Add(name, at, q.Mean()).Within(lower, upper)
}

// Median adds the posterior median of a quantity with its interval.
func (a *Answer) Median(name string, at Key, q posterior.Quantity, interval posterior.Interval) *Row {
	return a.Summarized(name, at, q.Summarize(interval))
}

// Summarized is [Answer.Median] of a quantity that is summarized.
func (a *Answer) Summarized(name string, at Key, s posterior.Summary) *Row {
	r := a.Add(name, at, s.Median).Within(s.Lower, s.Upper)
	if !r.Defined() && r.Q.Unit != quantity.Labels {
		r.Why = "a draw is not a number"
	}
	return r
}

// Words adds words, several joined by a bar; nil for none.
func (a *Answer) Words(name string, at Key, all ...string) *Row {
	if len(all) == 0 {
		return nil
	}
	r := a.Add(name, at, none)
	r.Said, r.N = strings.Join(all, " | "), len(all)
	return r
}

// Of returns the rows of a quantity. Rows of an event that a condition asks for and rows under another prior are left
// out.
func (a *Answer) Of(name string) []*Row { return a.of[name] }

// Get returns the row of a quantity at a key; nil if there is none. Among alternatives "icc_A1|icc_1" it is the first
// that is defined, or else the first that exists.
func (a *Answer) Get(names string, at Key) *Row {
	var found *Row
	for name := range strings.SplitSeq(names, "|") {
		r, _ := a.find(name, at)
		if r != nil && r.Defined() {
			return r
		}
		if found == nil {
			found = r
		}
		if r == nil {
			quantity.Of(name) // or a wrong name would look like a missing number
		}
	}
	return found
}

// Value returns a number; NaN if there is none.
func (a *Answer) Value(names string, at Key) float64 {
	if r := a.Get(names, at); r != nil {
		return r.Value
	}
	return none
}

// First returns the first row of a quantity of some groups, such as a coefficient by the first of several distances;
// nil if there is none.
func (a *Answer) First(name string, groups ...string) *Row {
	at := Among(groups...)
	for _, r := range a.of[name] {
		if r.Group == at.Group && r.Of == at.Of && r.Against == at.Against && r.Scale == "" && r.By == "" {
			return r
		}
	}
	return nil
}

// Model is the model of a fit; nil if there is none.
func (a *Answer) Model() *result.Model {
	if len(a.Runs) == 0 {
		return nil
	}
	return a.Runs[0].Model
}

// Parts returns the groups of each task, in the order of their rows.
func (a *Answer) Parts() []Key { return a.parts }

// Tasks returns the names of the tasks, in the order of their rows.
func (a *Answer) Tasks() []string { return a.tasks }

// Several reports whether there are several parts, which are then named.
func (a *Answer) Several() bool { return len(a.parts) > 1 }

// PartName names the group and the task of a key, as readers see them.
func (k Key) PartName() string {
	switch {
	case k.Task == "":
		return visible.Text(k.Group)
	case k.Group == "", k.Group == study.WholeFile:
		return visible.Text(k.Task)
	}
	return visible.Text(k.Task + study.CombinedBy + k.Group)
}

// NameOf is [Key.PartName], but that the only group of a file without groups is everyone.
func (a *Answer) NameOf(k Key) string {
	if k.Task == "" && k.Group == study.WholeFile && a.Data.Whole() {
		return "everyone"
	}
	return k.PartName()
}

// Converged reports whether the numbers at a key can be used.
func (a *Answer) Converged(at Key) bool {
	for _, r := range a.Runs {
		if at.In(Key{Task: r.Task, Group: r.Group}) && r.Trust != nil && !r.Trust.Converged {
			return false
		}
	}
	return true
}

// In reports whether the key is in the part of another, which may leave out task and group.
func (k Key) In(part Key) bool {
	return (part.Task == "" || k.Task == part.Task) && (part.Group == "" || k.Group == part.Group)
}

// Cautions are sentences about labels that may mislead, of all labels and of tasks.
func (a *Answer) Cautions() []string {
	var names []string
	var of []result.Data
	for _, r := range a.Runs {
		if r.Data != nil {
			names, of = append(names, r.Task), append(of, *r.Data)
		}
	}
	return append(a.Data.CautionTexts(), result.TaskCautions(names, of)...)
}

// Trust is whether the numbers of all runs can be used, with what speaks against it; nil if nothing was sampled. A task
// without a run is a warning.
func (a *Answer) Trust() *result.Diagnostics {
	var all *result.Diagnostics
	tasks := map[string]bool{"": true}
	for _, r := range a.Runs {
		tasks[r.Task] = true
		if r.Trust == nil {
			continue
		}
		if all == nil {
			all = &result.Diagnostics{OK: true, Converged: true, Messages: []string{}}
		}
		all.OK, all.Converged = all.OK && r.Trust.OK, all.Converged && r.Trust.Converged
		for _, text := range r.Trust.Messages {
			for _, of := range []string{r.Of, r.Task} {
				if of != "" {
					text = of + ": " + text
				}
			}
			all.Messages = append(all.Messages, text)
		}
	}
	if all != nil && slices.ContainsFunc(a.tasks, func(task string) bool { return !tasks[task] }) {
		all.OK = false
	}
	return all
}
