package main

import (
	"context"
	"io"
	"strings"

	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/result"
	"concord/model/spec"
	"concord/nonparam"
	"concord/study"
)

func agreementCommand() Command {
	return Command{
		Use:   "agreement [flags] FILE...",
		Short: "Coefficients of agreement without a model",
		Long: `Compute coefficients of agreement for each group and each pair of groups, without a
model: kappas, Krippendorff's alpha, intraclass correlations, cross-kappa. Intervals are about other items
and other labelers of the same kind, by a jackknife or a bootstrap (--resample). Labels may be two or more
categories, or numbers. If the data leave a coefficient undefined, the output gives the reason. Several
label columns, or all columns of 0 and 1 (--label all), make one table with a row for each. Several
groupings (--group gender,age) make one table each.

` + wrapped("Coefficients: "+strings.Join(option.CoefficientNames(), ", ")+".") + `
Distances: ` + strings.Join(option.Distance.Choices, ", ") + `.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 130 interrupted.

More in the source: docs/statistics/agreement.md, docs/reference/files.md.`,
		Example: `  fit agreement ratings.csv
  fit agreement --coefficients kripp_alpha,cross_kappa --distance ordinal ratings.csv
  fit agreement --label awe,joy,fear --bootstrap 0 emotions.csv
  fit agreement --label all --format csv emotions.csv
  fit agreement --resample both --interval-kind bca --format csv ratings.csv`,
		Options: option.Join(option.Groupings, option.Cluster, option.Tasks, option.Unmodelled, option.Reference,
			option.Interval, option.Bootstrap, option.Printing, option.Quiet, option.NormalizeBy,
			option.NormalizeShared,
			option.BootstrapKind, option.Seed, option.Cores),
		Run: (*work).runAgreement,
	}
}

func (af *work) runAgreement() error {
	options, err := af.agreementOptions()
	if err != nil {
		return err
	}
	af.unused(af.err, option.Bootstrap, option.BootstrapKind)
	read, err := option.Reading(af)
	if err != nil {
		return err
	}
	if err := option.Cut(af, &read, nil); err != nil {
		return err
	}
	read.PairsAlone, read.PairNames = false, true
	read.Judged.People = option.Reference.In(af)
	tables, err := af.readTables(read)
	if err != nil {
		return af.blamedCut(err)
	}
	if err := af.suitsCoefficients(tables); err != nil {
		return err
	}
	reference, err := referenceOf(tables, option.Reference.In(af))
	if err != nil {
		return err
	}
	af.offer(tables[0])
	if len(tables) > 1 || option.SeveralLabels(af) != nil || len(option.By.In(af)) > 0 {
		return af.agreementOfColumns(tables, options)
	}
	table := tables[0]
	// Coefficients know nothing of effects, so that names in two studies need no warning.
	data := result.NewData(af.file, table, spec.NoLabelers, af.warning)
	data.Warnings = append(data.Warnings, data.ReplyNotes()...)
	data.Warnings = append(data.Warnings, result.ClusterCautions(table, option.Cluster.In(af))...)
	if otherwise(&data, false); af.saysKind(table) {
		data.DefaultKind = nil
	}
	af.warn(data)
	ctx, stop := interruptible()
	defer stop()
	coefficients, err := coefficientsOf(ctx, table, reference, options, af.news())
	if err != nil {
		return err
	}
	if coefficients, err = result.AddGroupDifferences(ctx, coefficients, table, reference, options); err != nil {
		return err
	}
	return af.answer(ask.Agreement(data, option.Interval.In(af), ask.Coefficients{All: coefficients}))
}

// agreementOptions reads the flags.
func (af *work) agreementOptions() (nonparam.Options, error) {
	o, err := af.coefficients()
	if err != nil {
		return o, err
	}
	if err := option.CheckCounts(af, option.Cores); err != nil {
		return o, err
	}
	o.Workers, o.Cluster, o.TwoRaters = option.Cores.In(af), option.Cluster.In(af), option.Full.In(af)
	by := nonparam.Coefficient(option.NormalizeBy.In(af))
	if !by.Reliable() {
		const fault = "--normalize-by %s: it is a coefficient of one group, such as kripp_alpha, iota or fleiss_kappa"
		return o, usage(fault, option.NormalizeBy.In(af))
	}
	o.Normalize = nonparam.Normalization{By: by, SharedItems: option.NormalizeShared.In(af)}
	if option.Resample.In(af) == option.Jackknife && option.Given(af, option.Resample) &&
		option.Given(af, option.BootstrapKind) {
		return o, usage("--interval-kind %s: it is of a bootstrap: --resample items, raters or both",
			option.BootstrapKind.In(af))
	}
	b := nonparam.Bootstrap{Seed: option.Seed.In(af)}
	b.Kind, err = option.Chosen(af, option.BootstrapKind, nonparam.Percentile, nonparam.BCa)
	if err != nil {
		return o, err
	}
	err = option.Intervals(af, &o, b)
	return o, err
}

// coefficientOptions are the options of the coefficients that accompany estimates.
func (f *work) coefficientOptions() (nonparam.Options, error) {
	o, err := f.coefficients()
	if err != nil {
		return o, err
	}
	o.Workers, o.Cluster = option.Cores.In(f), option.Cluster.In(f)
	return o, option.Intervals(f, &o, nonparam.Bootstrap{Seed: option.Seed.In(f)})
}

// agreement computes the coefficients that accompany the estimates of a model.
func (f *work) agreement(
	ctx context.Context, t *study.Table, reference string, news io.Writer,
) ([]result.Agreement, error) {
	o, err := f.coefficientOptions()
	if err != nil {
		return nil, err
	}
	return coefficientsOf(ctx, t, reference, o, news)
}

// coefficientsOf computes coefficients and tells news if it takes long.
func coefficientsOf(
	ctx context.Context, t *study.Table, reference string, o nonparam.Options, news io.Writer,
) ([]result.Agreement, error) {
	defer startNotice(news, "Computing coefficients and their intervals").end()
	return result.Coefficients(ctx, t, reference, o)
}
