package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"concord/internal/advice"
	"concord/internal/checks/predictive"
	"concord/internal/result"
	"concord/model"
	"concord/nominal"
	"concord/posterior"
	"concord/report"
	"concord/sampler"
	"concord/study"
)

// jointRun is a joint fit of categories without order.
type jointRun struct {
	flags     *fitFlags
	file      string
	reference string
	settings  sampler.Settings
	interval  posterior.Interval
	streams   streams

	conditions []condition
}

// fit fits the categories of a table together, and writes what was found.
func (run *jointRun) fit(ctx context.Context, table *study.Table, spec model.Spec) error {
	f, news := run.flags, run.streams.news(run.flags.result.quiet)
	data := result.NewData(run.file, table, spec.Labelers, f.input.cluster.warning)
	if !f.result.quiet {
		run.streams.warn(data)
	}
	o, err := f.coefficientOptions()
	if err != nil {
		return err
	}
	notice := startNotice(news, "Computing coefficients and their intervals")
	agreement, err := result.JointCoefficients(ctx, table, run.reference, o)
	notice.end()
	if err != nil {
		return err
	}
	if run.settings.Draws == 0 {
		run.settings.Draws = model.AutoDraws(table.Len())
	}
	var p *nominal.Posterior
	fitted, err := f.fitBy(run.settings, run.streams, func(settings sampler.Settings) (*model.Posterior, error) {
		var err error
		p, err = nominal.Fit(ctx, table, nominal.Spec{Labelers: spec.Labelers, Priors: spec.Priors, Effects: true},
			settings)
		if p == nil || p.Engine() == nil {
			return nil, err
		}
		return p.Engine(), err
	})
	if err != nil {
		return inFile(run.file, err)
	}
	notice = startNotice(news, "Working out confusions of categories")
	fit := result.JointFit{Posterior: p, Description: p.Describe(), Settings: run.settings, Setup: fitted.Setup,
		Sampling: fitted.Sampling, Partial: fitted.Partial, Replicates: run.replicates(table),
		Asked: asks(run.conditions), Words: advice.Flags}
	j := result.NewJointly(data, run.reference, fit, agreement, run.interval)
	notice.end()
	d := report.Jointly(j)
	if err := errors.Join(f.out.writeJointly(fit, j), f.html.writeDocument(d),
		f.result.print(run.streams.out, j, d, moreFull, morePage, moreExplain)); err != nil {
		return err
	}
	if !f.result.quiet {
		if err := f.out.compareJointly(fit, j.Model.Reference, run.streams.err); err != nil {
			return err
		}
	}
	from := evidence{estimates: j.Estimates, level: j.Interval.Level, belief: j.BeliefOn}
	return f.verdictOn(from, j.Diagnostics, j.Sampler.Partial, run.conditions, run.streams)
}

// replicates is how many studies the checks replicate.
func (run *jointRun) replicates(t *study.Table) int {
	if run.flags.replications != automatic {
		return run.flags.replications
	}
	return predictive.ReplicatesOf(t.Len())
}

// jointFlags are the flags that a joint fit of categories uses. Any other is refused.
const jointFlags = "family reference item labeler study label delimiter wide pairs wide-items list counts weight " +
	"pair input-format sheet file-as as-is order missing duplicates exclude-labelers where " +
	"max-memory labeler-effects prior-mean prior-sd prior-labeler-sd prior-cor replications chains draws " +
	"warmup seed cores algorithm target-accept max-depth coefficients resample distance cross-pairs " +
	"bootstrap format full also quiet interval interval-kind html strict fail-if out from"

// suitsJoint refuses flags that a joint fit of categories does not use, with the command without them, before any
// labels are read.
func (f *fitFlags) suitsJoint() error {
	used := strings.Fields(jointFlags)
	var unused, rest []string
	f.coefficients.flags.VisitAll(func(flag *pflag.Flag) {
		switch {
		case !flag.Changed:
		case flag.Name == "order" && !f.input.unordered(), flag.Name == "format" && f.result.format == formatAPA:
			unused = append(unused, strings.Join(flagArguments(flag), " "))
		case slices.Contains(used, flag.Name):
			rest = append(rest, flagArguments(flag)...)
		default:
			unused = append(unused, "--"+flag.Name)
		}
	})
	if unused == nil {
		return nil
	}
	return usage("--family %s does not use %s. Without: %s", categorical, strings.Join(unused, ", "),
		commandLine(append(rest, f.input.call.Files...)))
}

// suitsJointly refuses labels that a joint fit of categories is not for.
func (f *fitFlags) suitsJointly(tables []*study.Table) error {
	t := tables[0]
	instead := func() untrusted { return untrusted(f.input.call.Of(study.Fix{Command: "fit"})) }
	switch {
	case len(tables) > 1:
		return usage("--family %s fits one column of labels in one grouping, and here are %d: name one", categorical,
			len(tables))
	case t.Sets() != nil:
		return usage("--family %s: an item has one category, and these labels are sets. Each label alone: %v",
			categorical, instead())
	case t.Kind() != study.Nominal:
		return usage("--family %s is for categories without order, and these labels are %v: %v", categorical, t.Kind(),
			instead())
	}
	used, studies := nominal.UsedCategories(t), len(t.Studies())
	switch {
	case len(used) < 3:
		return usage("--family %s: the labels have %d categories, and two are yes or no: %v", categorical, len(used),
			instead())
	case (len(used)-1)*studies > nominal.MostDimensions:
		return &exitError{exitInput, problem("%s: %d categories in %d groups are too many to fit together: at most %d "+
			"pairs of a group and a category besides the most frequent one. Each category against the rest:\n  %v",
			f.input.files.path(f.input.call.Files), len(used), studies, nominal.MostDimensions, instead())}
	}
	return nil
}
