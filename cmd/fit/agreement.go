package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/result"
	"concord/model"
	"concord/nonparam"
	"concord/report"
	"concord/study"
)

// agreementFlags say which coefficients to compute.
type agreementFlags struct {
	input        inputFlags
	cut          cutFlags
	result       resultFlags
	coefficients coefficientFlags
	reference    string
	kind         string
	seed         uint64
	cores        int

	normalizeBy     string
	normalizeShared bool
}

func agreementCommand(s streams) *cobra.Command {
	var f agreementFlags
	cmd := &cobra.Command{
		Use:   "agreement [flags] FILE...",
		Short: "Coefficients of agreement without a model",
		Long: `Compute coefficients of agreement for each group and each pair of groups, without a
model: kappas, Krippendorff's alpha, intraclass correlations, cross-kappa. Intervals are about other items
and other labelers of the same kind, by a jackknife or a bootstrap (--resample). Labels may be two or more
categories, or numbers. If the data leave a coefficient undefined, the output gives the reason. Several
label columns, or all columns of 0 and 1 (--label all), make one table with a row for each. Several
groupings (--study gender,age) make one table each.

` + wrapped("Coefficients: "+strings.Join(coefficientNames(), ", ")+".") + `
Distances: ` + strings.Join(distanceNames(), ", ") + `.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 130 interrupted.

More in the source: docs/statistics/agreement.md, docs/reference/files.md.`,
		Example: `  fit agreement ratings.csv
  fit agreement --coefficients kripp_alpha,cross_kappa --distance ordinal ratings.csv
  fit agreement --label awe,joy,fear --bootstrap 0 emotions.csv
  fit agreement --label all --format csv emotions.csv
  fit agreement --resample both --interval-kind bca --format csv ratings.csv`,
		Args: f.input.files.take,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.input.call = callOf(cmd, args)
			return f.run(f.input.files.path(args), s)
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	f.register(fs)
	return cmd
}

func (af *agreementFlags) register(fs *pflag.FlagSet) {
	af.input.groupings, af.input.compared.names = true, true
	af.input.register(fs)
	af.input.cluster.register(fs)
	af.cut.registerBy(fs)
	af.coefficients.register(fs)
	fs.StringVar(&af.reference, "reference", "", referenceHelp)
	af.result.registerResult(fs, documentFormats())
	fs.StringVar(&af.normalizeBy, "normalize-by", "kripp_alpha",
		"`coefficient` of reliability that divides cross_kappa in normalized_cross_kappa")
	fs.BoolVar(&af.normalizeShared, "normalize-shared", false,
		"compute that reliability from the items of both groups, not from each group's own items")
	fs.StringVar(&af.kind, "interval-kind", "percentile", "`kind` of bootstrap interval: percentile or bca")
	fs.Uint64Var(&af.seed, "seed", 1, "`seed` of the random numbers")
	fs.IntVar(&af.cores, "cores", 0, "`number` of cores to use (default: all)")
}

func (af *agreementFlags) run(path string, s streams) error {
	if err := af.result.checkResult(documentFormats()); err != nil {
		return err
	}
	options, err := af.options()
	if err != nil {
		return err
	}
	af.coefficients.unused(s.err, af.result, "bootstrap", "interval-kind")
	read, err := af.input.options()
	if err != nil {
		return err
	}
	if err := af.cut.apply(&read, nil); err != nil {
		return err
	}
	read.PairsAlone = false
	read.Judged.People = af.reference
	tables, err := af.input.readTables(path, s.in, read, s.news(af.result.quiet))
	if err != nil {
		return af.cut.blamed(err)
	}
	if err := af.coefficients.suits(tables); err != nil {
		return err
	}
	reference, err := referenceOf(tables, af.reference)
	if err != nil {
		return err
	}
	offer(af.input.call, tables[0], s.news(af.result.quiet))
	if len(tables) > 1 || severalLabels(af.input.label) != nil || len(af.cut.by) > 0 {
		return af.columns(path, tables, s, options)
	}
	table := tables[0]
	// Coefficients know nothing of effects, so that names in two studies need no warning.
	data := result.NewData(fileName(path), table, model.NoLabelers, af.input.cluster.warning)
	data.Warnings = append(data.Warnings, data.ReplyNotes()...)
	data.Warnings = append(data.Warnings, result.ClusterCautions(table, af.input.cluster.column)...)
	if otherwise(&data, false); af.coefficients.saysKind(table) {
		data.DefaultKind = nil
	}
	if !af.result.quiet {
		s.warn(data)
	}
	ctx, stop := interruptible()
	defer stop()
	coefficients, err := coefficientsOf(ctx, table, reference, options, s.news(af.result.quiet))
	if err != nil {
		return err
	}
	if coefficients, err = result.AddGroupDifferences(ctx, coefficients, table, reference, options); err != nil {
		return err
	}
	found := result.NewAgreement(data, coefficients, af.result.level)
	if af.result.format == "csv" {
		return af.result.print(s.out, found, report.Records(found))
	}
	return af.result.print(s.out, found, report.Agreement(found, af.result.printing.level()), moreFull, moreExplain)
}

// options reads the flags.
func (af *agreementFlags) options() (nonparam.Options, error) {
	o, err := af.coefficients.options()
	if err != nil {
		return o, err
	}
	if err := checkCounts(count{"cores", af.cores}); err != nil {
		return o, err
	}
	o.Workers, o.Cluster, o.TwoRaters = af.cores, af.input.cluster.column, af.result.printing.full
	by := nonparam.Coefficient(af.normalizeBy)
	if !by.Reliable() {
		const fault = "--normalize-by %s: it is a coefficient of one group, such as kripp_alpha, iota or fleiss_kappa"
		return o, usage(fault, af.normalizeBy)
	}
	o.Normalize = nonparam.Normalization{By: by, SharedItems: af.normalizeShared}
	given := af.coefficients.flags.Changed
	if af.coefficients.resample == jackknife && given("resample") && given("interval-kind") {
		return o, usage("--interval-kind %s: it is of a bootstrap: --resample items, raters or both", af.kind)
	}
	b := nonparam.Bootstrap{Seed: af.seed}
	b.Kind, err = oneOf("interval-kind", af.kind, []string{"percentile", "bca"},
		[]nonparam.IntervalKind{nonparam.Percentile, nonparam.BCa})
	if err != nil {
		return o, err
	}
	err = af.coefficients.intervals(&o, af.result, b)
	return o, err
}

// coefficientOptions are the options of the coefficients that accompany estimates.
func (f *fitFlags) coefficientOptions() (nonparam.Options, error) {
	o, err := f.coefficients.options()
	if err != nil {
		return o, err
	}
	o.Workers, o.Cluster = f.sampler.cores, f.input.cluster.column
	return o, f.coefficients.intervals(&o, f.result, nonparam.Bootstrap{Seed: f.sampler.seed})
}

// agreement computes the coefficients that accompany the estimates of a model.
func (f *fitFlags) agreement(
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
