package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/model"
	"concord/nonparam"
	"concord/report"
	"concord/study"
)

// agreementFlags say which coefficients to compute.
type agreementFlags struct {
	input        inputFlags
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
		Use:   "agreement [flags] FILE",
		Short: "Coefficients of agreement without a model",
		Long: `Compute coefficients of agreement for each study and each pair of studies, without a
model: kappas, Krippendorff's alpha, intraclass correlations, cross-kappa. Intervals hold for other
items and other labelers of the same kind, by a jackknife; --resample has bootstraps. Labels may
be two or more categories, or numbers. A coefficient that the data leave undefined says why. Several
label columns, or all that hold 0 and 1 (--label all), make one table with a row for each.

` + wrapped("Coefficients: "+strings.Join(coefficientNames(), ", ")+".") + `
Distances: ` + strings.Join(distanceNames(), ", ") + `.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 130 interrupted.

More in the source: docs/agreement.md, docs/input.md.`,
		Example: `  fit agreement ratings.csv
  fit agreement --coefficients kripp_alpha,cross_kappa --distance ordinal ratings.csv
  fit agreement --label awe,joy,fear --bootstrap 0 emotions.csv
  fit agreement --label all --format csv emotions.csv
  fit agreement --resample both --interval-kind bca --format csv ratings.csv`,
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error { return f.run(args[0], s) },
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	f.register(fs)
	return cmd
}

func (f *agreementFlags) register(fs *pflag.FlagSet) {
	f.input.register(fs)
	f.coefficients.register(fs)
	fs.StringVar(&f.reference, "reference", "", referenceHelp)
	f.result.register(fs)
	fs.StringVar(&f.normalizeBy, "normalize-by", "kripp_alpha", "`coefficient` of reliability that normalized_cross_kappa divides by")
	fs.BoolVar(&f.normalizeShared, "normalize-shared", false, "reliability over the items of both studies, not over each study's own")
	fs.StringVar(&f.kind, "interval-kind", "percentile", "`kind` of bootstrap interval: percentile or bca")
	fs.Uint64Var(&f.seed, "seed", 1, "`seed` of the random numbers")
	fs.IntVar(&f.cores, "cores", 0, "`number` of cores to use (default: all)")
}

func (f *agreementFlags) run(path string, s streams) error {
	if err := f.result.check(); err != nil {
		return err
	}
	if f.result.format == formatAPA {
		return usage("--format %s: the paragraph describes a model, and coefficients alone have none", formatAPA)
	}
	options, err := f.options()
	if err != nil {
		return err
	}
	f.coefficients.unused(s.err, f.result, "bootstrap", "interval-kind")
	read, err := f.input.options()
	if err != nil {
		return err
	}
	read.AllowNominal = true
	if labels := severalLabels(f.input.label); labels != nil {
		return f.runColumns(path, s, labels, read, options)
	}
	table, err := f.input.read(path, s.in, read, s.news(f.result.quiet))
	if err != nil {
		return err
	}
	reference, err := referenceOf(table, f.reference)
	if err != nil {
		return err
	}
	// Coefficients know nothing of effects, so that names in two studies need no warning.
	worded := func(w study.Warning) string {
		if w.Code == study.FewNumbers && f.coefficients.distance != "" {
			return "" // what numbers are taken for has been said
		}
		return designAdvised(w)
	}
	data := report.NewData(fileName(path), table, model.NoLabelers, worded)
	if !f.result.quiet {
		warn(s.err, data)
	}
	ctx, stop := interruptible()
	defer stop()
	coefficients, err := coefficientsOf(ctx, table, reference, options, s.news(f.result.quiet))
	if err != nil {
		return err
	}
	return f.result.write(s.out, report.NewAgreement(data, coefficients, f.result.level))
}

// options reads the flags.
func (f *agreementFlags) options() (nonparam.Options, error) {
	o, err := f.coefficients.options()
	if err != nil {
		return o, err
	}
	if f.cores < 0 {
		return o, usage("--cores %d: it cannot be negative", f.cores)
	}
	f.coefficients.intervals(&o, f.result)
	o.Bootstrap.Seed, o.Bootstrap.Workers = f.seed, f.cores
	by := nonparam.Coefficient(f.normalizeBy)
	if !by.Known() || by.Across() || by == nonparam.KRaterName {
		return o, usage("--normalize-by %s: it is a coefficient of one study, such as kripp_alpha, iota or fleiss_kappa", f.normalizeBy)
	}
	o.Normalize = nonparam.Normalization{By: by, SharedItems: f.normalizeShared}
	if given := f.coefficients.flags.Changed; f.coefficients.resample == jackknife && given("resample") && given("interval-kind") {
		return o, usage("--interval-kind %s: it is of a bootstrap: --resample items, raters or both", f.kind)
	}
	o.Bootstrap.Kind, err = oneOf("interval-kind", f.kind, []string{"percentile", "bca"},
		[]nonparam.IntervalKind{nonparam.Percentile, nonparam.BCa})
	return o, err
}

// agreement computes the coefficients that stand beside the estimates of a model.
func (f *fitFlags) agreement(ctx context.Context, t *study.Table, reference string, news io.Writer) ([]report.Agreement, error) {
	o, err := f.coefficients.options()
	if err != nil {
		return nil, err
	}
	f.coefficients.intervals(&o, f.result)
	o.Bootstrap.Seed, o.Bootstrap.Workers = f.sampler.seed, f.sampler.cores
	return coefficientsOf(ctx, t, reference, o, news)
}

// coefficientsOf computes coefficients and tells news if it takes long.
func coefficientsOf(ctx context.Context, t *study.Table, reference string, o nonparam.Options, news io.Writer) ([]report.Agreement, error) {
	defer startNotice(news, "Computing coefficients and their intervals").end()
	return report.Coefficients(ctx, t, reference, o)
}
