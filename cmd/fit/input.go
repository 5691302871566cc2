package main

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/model/spec"
	"concord/nonparam"
	"concord/study"
	"concord/study/read"
)

// readOne reads the file as one table.
func (inp *work) readOne(o read.Options) (*study.Table, error) {
	t, err := reading(inp, func(ctx context.Context, r io.Reader, path string) (*study.Table, error) {
		return read.Read(ctx, r, path, o)
	})
	if err != nil {
		return nil, err
	}
	if !o.Candidates {
		sayRecognised(t, inp.news())
	}
	return inp.combined(t)
}

// combined returns the table with the items of the flag, which may be combinations of columns.
func (inp *work) combined(t *study.Table) (*study.Table, error) {
	more := option.ItemColumns(inp)[1:]
	if len(more) == 0 {
		return t, nil
	}
	facets, err := option.FacetColumns(inp)
	if err != nil {
		return nil, err
	}
	cluster := inp.clusterFactor(t)
	var names []string
	at := len(facets) // columns of facets come before them, and columns that cut the labels after
	for _, column := range more {
		if cluster != "" && strings.EqualFold(column, cluster) {
			names = append(names, cluster)
			continue
		}
		names = append(names, t.Source().Columns.Factors[at].Name)
		at++
	}
	return t.ItemsWithin(cluster, names...)
}

// fileName is the name of the file in messages.
func fileName(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path[strings.LastIndexByte(path, '/')+1:]
}

// peopleBeside returns the study of the people, if the judges are columns and there is one more study.
func (an *work) peopleBeside(studies []string) string {
	if len(option.JudgeColumn.In(an)) == 0 {
		return ""
	}
	others := slices.DeleteFunc(slices.Clone(studies),
		func(s string) bool { return slices.Contains(option.JudgeColumn.In(an), s) })
	if len(others) != 1 {
		return ""
	}
	return others[0]
}

// sayRecognised says which of several sheets is read, in which encoding, and which layout was recognised, unless flags
// asked for them.
func sayRecognised(t *study.Table, news io.Writer) {
	if s := t.Source(); s.SheetFound {
		tell(news, visible.Sprintf("Sheet: %v. Not read: %v. To read another: --sheet NAME", s.Sheet, s.OtherSheets))
	}
	if encoding := t.Source().Encoding; encoding != "" {
		tell(news, "Encoding: the text is not UTF-8, and is read as "+encoding+". If characters are wrong: "+
			"save the file as UTF-8")
	}
	if what := t.Source().Recognised; what != "" {
		text := "Recognised: " + what + ". If this is wrong: --as-is"
		if t.Source().Layout == "Pair" {
			text += "; to rank the candidates: fit rank " + quoting.Shell(t.Source().File)
		}
		tell(news, text)
	}
}

// take finds the files that the arguments of a command name: files, patterns and folders. The folder of an earlier run
// is not searched.
func (ff *work) take(args []string) error {
	cmd := ff.cmd
	if option.From.In(ff) != "" && len(args) == 0 {
		return nil
	}
	if err := someFiles(cmd, args); err != nil {
		return err
	}
	if len(args) == 1 && placeOf("", args[0]).holdsRun() {
		if cmd.Name() == "plan" {
			return nil
		}
		return unusable("%s: this is the folder of an earlier run, not of labels. Print its "+
			"report:\n  fit report %s", args[0], quoting.Shell(args[0]))
	}
	for _, path := range args {
		if placeOf("", path).holdsRun() && len(args) > 1 {
			return usage("%s: this is the folder of an earlier run, which stands alone, but there are %d arguments: %q",
				path, len(args), args[:min(3, len(args))])
		}
	}
	var err error
	ff.Paths, err = read.Files(args...)
	return err
}

// pathOf is the name, in messages, of the files that some arguments name.
func (ff *work) pathOf(args []string) string {
	switch n := len(ff.Paths); n {
	case 0:
		return args[0]
	case 1:
		return ff.Paths[0]
	default:
		return ff.Paths[0] + " and " + visible.Count(n-1, "more file")
	}
}

// first returns the path of the first of several files, or the path of the only one.
func (ff *work) first() string {
	if len(ff.Paths) == 0 {
		return ff.path
	}
	return ff.Paths[0]
}

// someFiles asks for the files of a study.
func someFiles(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usage("which file? %s FILE, or - for standard input; %s --help says more", cmd.CommandPath(),
			cmd.CommandPath())
	}
	if slices.Contains(args, "") { // from a variable of the shell that is not set
		return usage("which file? its name is empty; - is standard input")
	}
	if len(args) > 1 && !cmd.HasParent() {
		_, err := os.Stat(args[0])
		if name := meantCommand(cmd, args[0]); name != "" && err != nil {
			return usage("there is no command %q; did you mean %s %s?", args[0], cmd.Name(), name)
		}
	}
	if wide := cmd.Flags().Lookup("wide"); len(args) > 1 && wide != nil && wide.Changed {
		for _, path := range args { // the shell has replaced a pattern by names of files
			if _, err := os.Stat(path); err != nil && !strings.ContainsAny(path, "*?[") {
				return usage("there are %d files: %q, and %q is not there; a pattern such as 'rater_*' goes in quotes",
					len(args), args[:min(3, len(args))], path)
			}
		}
	}
	return nil
}

// reading reads the file, or the stream if the file is named "-" or is part of the program. It spares memory if the
// file is large, and reports progress if reading takes long. The first Ctrl-C ends it, whatever else listens.
func reading[T any](w *work, from func(ctx context.Context, r io.Reader, path string) (T, error)) (T, error) {
	ctx, stop := interruptible()
	defer stop()
	path := w.first()
	defer startNotice(w.news(), "Reading "+fileName(path)).end()
	var stream io.Reader
	if !isInside(w.in) {
		collecting(path)
	}
	if path == read.StandardInput || isInside(w.in) {
		stream, path = w.in, fileName(path)
	}
	what, err := from(ctx, stream, path)
	if errors.Is(err, context.Canceled) {
		err = interrupted(" while reading, before there was anything to report")
	}
	return what, err
}

// suitsCoefficients refuses a distance between sets if no table has sets, and weights that do not suit the labels.
func (cf *work) suitsCoefficients(tables []*study.Table) error {
	if cf.weights != nil {
		return cf.weights.suits(tables, option.Coefficients.In(cf))
	}
	d, err := nonparam.ParseDistance(option.Distance.In(cf))
	sets := slices.ContainsFunc(tables, func(t *study.Table) bool { return t.Sets() != nil })
	if err != nil || !d.OfSets() || sets {
		return nil
	}
	return usage("--distance %v is between sets of labels, and no label of the file holds several. If one does, name "+
		"what stands between its parts: --split SEPARATOR", d)
}

// saysKind reports whether the distance decides the kind of labels.
func (cf *work) saysKind(t *study.Table) bool {
	switch t.Source().DefaultKind {
	case study.SetsOfLabels:
		return false
	case study.WordsWithNumbers, study.KnownScale: // their order matters for all distances but one
		return option.Distance.In(cf) == nonparam.Nominal.String()
	}
	return option.Distance.In(cf) != ""
}

// ofTasks returns the options for coefficients of one label against the rest, for which labels are no sets.
func ofTasks(o nonparam.Options) nonparam.Options {
	if d, ok := o.Distance.(nonparam.Standard); ok && d.OfSets() {
		o.Distance = nil
	}
	return o
}

// readTables reads the file, a table for each label column and grouping. For one of each it does the same as
// [inputFlags.read].
func (inp *work) readTables(o read.Options) ([]*study.Table, error) {
	labels := option.SeveralLabels(inp)
	if labels == nil && !inp.groupings() {
		t, err := inp.readOne(o)
		return []*study.Table{t}, err
	}
	if labels != nil {
		o.Label = ""
	}
	tables, err := reading(inp, func(ctx context.Context, r io.Reader, path string) ([]*study.Table, error) {
		return read.Tables(ctx, r, path, labels, o)
	})
	if err != nil {
		return nil, err
	}
	sayRecognised(tables[0], inp.news())
	for i, t := range tables {
		if tables[i], err = inp.combined(t); err != nil {
			return nil, err
		}
	}
	return tables, nil
}

// agreementOfColumns reports several label columns or groupings of one file, a table each, or the tasks into which
// they are cut.
func (af *work) agreementOfColumns(tables []*study.Table, o nonparam.Options) error {
	tasks, data, err := af.whole(tables, spec.Spec{Labelers: spec.NoLabelers}, false)
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	if o.Coefficients == nil {
		o.Coefficients = []nonparam.Coefficient{nonparam.AlphaName, nonparam.CrossKappaName,
			nonparam.NormalizedCrossKappaName}
	}
	computing := startNotice(af.news(), "Computing coefficients and their intervals")
	defer computing.end()
	var found []ask.Coefficients
	for _, task := range tasks {
		all, err := nonparam.Agreement(ctx, task.Table(), o)
		if err != nil {
			return err
		}
		found = append(found, ask.Coefficients{Task: task.Key.String(), All: result.NewAgreements(all)})
	}
	computing.end()
	return af.answer(ask.Agreement(data, o.Level, found...))
}

// groupings reports whether several groupings are allowed, because the command makes several fits.
func (inp *work) groupings() bool { return !inp.single && option.Uses(inp, option.GroupingStudy) }

// collecting decides by the size of a file how often garbage is collected: whenever memory has grown by a share of the
// memory in use. GOGC in the environment overrides it.
//
// If a file is large, the program takes less memory. Labels and draws are few blocks without pointers, so that garbage
// is collected quickly. The default, twice the memory in use, may be more than there is. If it is small, the default
// would collect garbage ten times in a fit of each of many tasks: a tenth of the time, for some megabytes. Files
// between may have fifty studies, for example. Their 1,225 pairs would take twice the memory and save no time.
func collecting(path string) {
	const small, seldom = 1 << 20, 400 // bytes; per cent of the memory in use
	const large, sparing = 32 << 20, 30
	info, err := os.Stat(path)
	switch {
	case err != nil || os.Getenv("GOGC") != "":
	case info.Size() >= large:
		debug.SetGCPercent(sparing)
	case info.Size() < small:
		debug.SetGCPercent(seldom)
		untilMuch()
	}
}

// untilMuch makes garbage collection as frequent as usual once much memory is in use. A small file of a thousand
// studies has a million coefficients of their pairs, and five times their memory may be more than there is.
func untilMuch() {
	const much = 64 << 20 // bytes
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	runtime.AddCleanup(new([16]byte), func(struct{}) { // after the next collection
		if metrics.Read(live); live[0].Value.Uint64() >= much {
			debug.SetGCPercent(usual)
			return
		}
		untilMuch()
	}, struct{}{})
}

// usual is the growth of memory before garbage is collected, in per cent of the memory in use.
const usual = 50
