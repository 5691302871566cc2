package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/spf13/pflag"

	"concord/beam/pipeline"
	"concord/beam/settings"
	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/export"
	"concord/internal/tasks"
	"concord/internal/tasks/batch"
	"concord/internal/tasks/fits"
	"concord/internal/view"
	"concord/study/read"
)

// run is one run of the pipeline.
type run struct {
	path, dir, runner string
	shardBytes        int64
	settings          *settings.Settings
	arguments, given  []string
	out               io.Writer
}

// do surveys the file, has the tasks fitted that are not kept yet, and writes the tables.
func (r *run) do(ctx context.Context) error {
	if _, err := r.settings.Fitting("", "", nil); err != nil {
		return err
	}
	about, err := r.about()
	if err != nil {
		return err
	}
	if err := tasks.Check(r.dir, about); err != nil {
		return err
	}
	plan, survey, err := pipeline.NewPlan(ctx, r.path, r.arguments, r.settings, r.shardBytes)
	if err != nil {
		return err
	}
	about.Cut, about.Tasks = r.cut(plan, survey), len(plan.Tasks)
	folder, err := tasks.Open(r.dir, about)
	if err != nil {
		return err
	}
	defer folder.Close()
	earlier := 0
	for i, t := range plan.Tasks {
		if plan.Tasks[i].Done = folder.Has(t.Key); plan.Tasks[i].Done {
			earlier++
		}
	}
	if err := plan.Write(r.dir); err != nil {
		return err
	}
	if earlier < len(plan.Tasks) {
		p := beam.NewPipeline()
		pipeline.Build(p, plan, r.dir)
		if _, err := beam.Run(ctx, r.runner, p); err != nil {
			return fmt.Errorf("%s\n  The tasks that are kept stay so, and the same command goes on. --verbose shows "+
				"what Beam logs", cause(err))
		}
	}
	found := ask.NewBatch(result.Data{}, about.Cut, len(plan.Tasks), earlier, r.dir)
	return r.finish(ctx, plan, folder, found)
}

// finish writes the tables of the folder and prints the summary.
func (r *run) finish(ctx context.Context, plan *pipeline.Plan, folder *tasks.Folder, found *ask.Batch) error {
	var summarizer fits.TaskSummarizer
	kept, err := folder.Tables(found.Cut, plan.Keys(), func(_ batch.Task, task fits.Task, one *answer.Answer) error {
		found.Add(task, one)
		summarizer.Add(task, "", task.Key)
		return nil
	})
	if err != nil {
		return err
	}
	if missing := len(plan.Tasks) - kept; missing > 0 {
		return fmt.Errorf("the runner says that it is done, and %d of %d tasks are not in %s: do all workers see this "+
			"folder? The same command goes on", missing, len(plan.Tasks), r.dir)
	}
	interval, err := r.settings.Interval()
	if err != nil {
		return err
	}
	var over *answer.Answer
	if !slices.Contains(found.Cut, batch.ByCategory) { // which share their labels
		o, err := r.settings.SummaryOptions()
		if err != nil {
			return err
		}
		if over, err = summarizer.Summarize(ctx, o); err != nil {
			return err
		}
		if err := folder.WriteSummaries(found.Cut, plan.Keys(), over); err != nil {
			return err
		}
	}
	found.Together(interval, over)
	return document.WriteText(r.out, view.Document(found.Answer, document.Detail),
		document.Options{Level: document.Detail})
}

// about distinguishes this run from others, so that its folder is recognised.
func (r *run) about() (tasks.Manifest, error) {
	file, err := os.Open(r.path)
	if err != nil {
		return tasks.Manifest{}, err
	}
	defer file.Close()
	sum := sha256.New()
	size, err := io.Copy(sum, file)
	if err != nil {
		return tasks.Manifest{}, err
	}
	version := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = strings.TrimSpace(info.Main.Version + " " + info.GoVersion)
	}
	program := export.ThisProgram(version)
	program.Name = "beam"
	flags := map[string][]string{}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(settings.Settings).Register(fs)
	if err := fs.Parse(r.arguments); err != nil {
		return tasks.Manifest{}, err
	}
	fs.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			flags[f.Name] = valuesOf(f)
		}
	})
	return tasks.Manifest{Program: program, Flags: flags, Arguments: r.given, Started: time.Now(),
		Input: export.Input{Path: r.path, Absolute: r.path, SHA256: hex.EncodeToString(sum.Sum(nil)), Bytes: size}}, nil
}

// cut names the ways in which the tasks differ.
func (r *run) cut(plan *pipeline.Plan, survey *read.Survey) []string {
	return batch.Cuts{By: plan.By, EachCategory: r.settings.EachCategory()}.Names(survey.Tables...)
}

// cause is the text of the error in a step, without the texts of Beam's layers around it.
func cause(err error) string {
	text := err.Error()
	const step = " failed:\n"
	if i := strings.LastIndex(text, step); i >= 0 {
		text = text[i+len(step):]
	}
	return strings.TrimSpace(text)
}
