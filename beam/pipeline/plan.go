// Package pipeline fits many tasks on Apache Beam: shards of a file become the labels of tasks, which are grouped,
// fitted by the function that fit batch calls, and kept in its folder.
package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"concord/beam/settings"
	"concord/internal/tasks"
	"concord/internal/tasks/batch"
	"concord/study"
	"concord/study/read"
)

// planFile is the file in a run's folder that workers read.
const planFile = "beam.json"

// Plan holds the facts that the workers of a run share. It is written once, when the file has been surveyed, and read
// by each of them.
type Plan struct {
	Arguments []string // of the settings
	Path      string   // of the file
	Name      string   // by which results call it
	Reference string
	By        []string // columns of the cuts, as the header spells them
	Shards    *read.Shards
	Columns   []Column
	Tasks     []Task
}

// Column is a label column, with the facts that all of its labels share.
type Column struct {
	Kind       study.Kind
	Categories []string
	Studies    []string
	Source     study.Source
	Items      []string // factors that are parts of the items' names
}

// Task is one fit.
type Task struct {
	Key      batch.Key
	Column   int
	Levels   []string // of the columns of the cuts
	Category int      // that is positive; −1 where labels are taken as they are
	Done     bool     // by an earlier run
}

// NewPlan surveys the file and cuts it into tasks. Workers read it at its absolute path, and results name it as it was
// given.
func NewPlan(ctx context.Context, path string, arguments []string, s *settings.Settings, shardBytes int64) (
	*Plan, *read.Survey, error,
) {
	o, err := s.Read()
	if err != nil {
		return nil, nil, err
	}
	o.ShardBytes = shardBytes
	survey, err := read.SurveyFile(ctx, path, o)
	if err != nil {
		study.BlamedOn("by", err, s.By())
		return nil, nil, err
	}
	first := survey.Tables[0]
	p := &Plan{Arguments: arguments, Name: filepath.Base(path), Shards: survey.Shards}
	if p.Path, err = filepath.Abs(path); err != nil {
		return nil, nil, err
	}
	if p.Reference, err = s.Reference(first.Studies()); err != nil {
		return nil, nil, err
	}
	names := factorNames(first)
	p.By = names[:len(s.By())]
	for _, t := range survey.Tables {
		p.Columns = append(p.Columns, Column{Kind: t.Kind(), Categories: t.Categories(), Studies: t.Studies(),
			Source: t.Source(), Items: names[len(s.By()):]})
	}
	spec, err := s.Spec()
	if err != nil {
		return nil, nil, err
	}
	cuts := p.cuts(s)
	if len(cuts.Names(survey.Tables...)) == 0 {
		return nil, nil, fmt.Errorf("%s: there is one task only: --by COLUMN, several --label columns or "+
			"--each-category make several", path)
	}
	all, err := cuts.Tasks(spec, survey.Tables...)
	if err != nil {
		return nil, nil, err
	}
	for _, task := range all {
		p.Tasks = append(p.Tasks, p.taskOf(task.Key, survey.Tables))
	}
	return p, survey, nil
}

// factorNames are the further factors of a table as its header spells them.
func factorNames(t *study.Table) []string {
	var names []string
	for _, c := range t.Source().Columns.Factors {
		names = append(names, c.Name)
	}
	return names
}

func (p *Plan) cuts(s *settings.Settings) batch.Cuts {
	return batch.Cuts{By: p.By, EachCategory: s.EachCategory()}
}

// taskOf returns the task of a key.
func (p *Plan) taskOf(key batch.Key, tables []*study.Table) Task {
	t := Task{Key: key, Category: -1}
	rest := key
	if len(tables) > 1 {
		t.Column = slices.IndexFunc(tables, func(of *study.Table) bool { return of.LabelColumn() == rest[0].Value })
		rest = rest[1:]
	}
	for range p.By {
		t.Levels = append(t.Levels, rest[0].Value)
		rest = rest[1:]
	}
	if len(rest) > 0 && rest[0].Value != "" {
		t.Category = slices.Index(p.Columns[t.Column].Categories, rest[0].Value)
	}
	return t
}

// Keys are the tasks for [tasks.Folder.Tables].
func (p *Plan) Keys() []batch.Task {
	all := make([]batch.Task, len(p.Tasks))
	for i, t := range p.Tasks {
		all[i].Key = t.Key
	}
	return all
}

// Write puts the plan into the folder of the run, whole or not at all.
func (p *Plan) Write(dir string) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(dir, ".part-*")
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	for _, step := range []func() error{file.Sync, file.Close,
		func() error { return os.Rename(file.Name(), filepath.Join(dir, planFile)) }} {
		if err == nil {
			err = step()
		}
	}
	return err
}

// worker is a worker's knowledge of the run.
type worker struct {
	*Plan
	settings *settings.Settings
	fitting  tasks.Fitting
	folder   *tasks.Folder
	at       map[string][]int // tasks that are not done, by column and levels
}

// newWorker reads the plan of a run from its folder.
func newWorker(dir string) (*worker, error) {
	text, err := os.ReadFile(filepath.Join(dir, planFile))
	if err != nil {
		return nil, fmt.Errorf("a worker does not see the folder of the run, which all of them need: %w", err)
	}
	w := &worker{Plan: &Plan{}, settings: &settings.Settings{}, folder: tasks.Joined(dir), at: map[string][]int{}}
	if err := json.Unmarshal(text, w.Plan); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, planFile), err)
	}
	fs := pflag.NewFlagSet("worker", pflag.ContinueOnError)
	w.settings.Register(fs)
	if err := fs.Parse(w.Arguments); err != nil {
		return nil, err
	}
	if w.fitting, err = w.settings.Fitting(w.Name, w.Reference, w.By); err != nil {
		return nil, err
	}
	for i, t := range w.Tasks {
		if !t.Done {
			place := placeOf(t.Column, t.Levels)
			w.at[place] = append(w.at[place], i)
		}
	}
	return w, nil
}

// placeOf is the text for a column and levels of factors that no other has.
func placeOf(column int, levels []string) string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(column))
	for _, level := range levels {
		b.WriteString(strconv.Quote(level))
	}
	return b.String()
}
