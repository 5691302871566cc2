// The command beam fits the tasks of a file as fit batch does, on Apache Beam: by default in this process, by Beam's
// direct runner, or on Flink, Spark and others.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/spf13/pflag"

	// Runners, by the names that --runner knows. Prism is not among them: it listens on all interfaces, and runs the
	// command of whoever connects. The direct runner, which opens no port, is deprecated in its favour.
	//lint:ignore SA1019 Prism cannot be told where to listen
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"

	"concord/beam/settings"
	"concord/internal/advice"
)

const usage = `Usage: go run . [flags] FILE

Fits the tasks that a file is cut into, as fit batch does, and keeps them in a folder that is the same to the byte, but
for the seconds that tasks took. See README.md.

`

func main() {
	if err := command(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "beam: "+strings.TrimSpace(advice.Of(err)))
		os.Exit(1)
	}
}

// options are the flags besides the settings.
type options struct {
	out, runner string
	shardBytes  int64
	pipeline    []string
	verbose     bool
}

// inProcess is the runner that needs nothing but this process, which opens no port for it.
const inProcess = "direct"

// runners are the runners that there are, by Beam's names.
func runners() []string { return []string{inProcess, "flink", "spark", "portable"} }

// checkRunner refuses a runner that does not exist, or that has no endpoint.
func checkRunner(name, endpoint string) error {
	switch {
	case name == "prism":
		return fmt.Errorf("--runner prism: Prism listens on all network interfaces and runs the command of whoever "+
			"connects, so that it is not started here. --runner %s runs in this process and opens no port; a Prism of "+
			"your own, in a container say, is --runner portable --endpoint HOST:PORT", inProcess)
	case !slices.Contains(runners(), name):
		return fmt.Errorf("--runner %s: it is one of %s", name, strings.Join(runners(), ", "))
	case name != inProcess && endpoint == "":
		return fmt.Errorf("--runner %s: where is its job service? --endpoint HOST:PORT", name)
	}
	return nil
}

// command runs the pipeline of some arguments.
func command(arguments []string, out io.Writer) error {
	var o options
	var s settings.Settings
	fs := pflag.NewFlagSet("beam", pflag.ContinueOnError)
	fs.SortFlags = false
	fs.StringVar(&o.out, "out", "", "`folder` for what becomes of each task, which all workers see; one of an earlier "+
		"run goes on")
	fs.StringVar(&o.runner, "runner", inProcess, "`runner`: direct (this process), flink, spark, or portable for any "+
		"other job service")
	fs.Int64Var(&o.shardBytes, "shard-bytes", 0, "`bytes` of the file that a worker reads at once (default: 16 MiB)")
	fs.StringArrayVar(&o.pipeline, "pipeline-option", nil,
		"`name=value` of an option that the runner knows (repeatable)")
	fs.BoolVar(&o.verbose, "verbose", false, "show what Beam logs")
	s.Register(fs)
	fs.AddGoFlagSet(flag.CommandLine) // those of Beam: --endpoint, --environment_type, --parallelism, …
	fs.Usage = func() { fmt.Fprint(os.Stderr, usage+fs.FlagUsages()) }
	if err := fs.Parse(arguments); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			return nil
		}
		return err
	}
	// Beam forwards to workers the flags that are set in its flag set.
	fs.Visit(func(f *pflag.Flag) {
		if flag.Lookup(f.Name) != nil {
			_ = flag.Set(f.Name, f.Value.String())
		}
	})
	beam.Init() // does not return in a process that a runner started as a worker
	if !o.verbose {
		slog.SetDefault(slog.New(slog.DiscardHandler)) // what fails comes back as an error too
	}
	switch {
	case fs.NArg() != 1:
		return errors.New("name one file: go run . --by COLUMN --out FOLDER FILE")
	case o.out == "":
		return errors.New("where to keep the tasks? --out FOLDER")
	case o.shardBytes < 0:
		return fmt.Errorf("--shard-bytes %d: it cannot be negative", o.shardBytes)
	}
	if err := checkRunner(o.runner, flag.Lookup("endpoint").Value.String()); err != nil {
		return err
	}
	for _, text := range o.pipeline {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return fmt.Errorf("--pipeline-option %q: it is name=value", text)
		}
		beam.PipelineOptions.Set(name, value)
	}
	if err := errors.Join(local(fs.Arg(0)), local(o.out)); err != nil {
		return err
	}
	dir, err := filepath.Abs(o.out)
	if err != nil {
		return err
	}
	collecting(fs.Arg(0))
	r := run{path: fs.Arg(0), dir: dir, runner: o.runner, shardBytes: o.shardBytes, settings: &s,
		arguments: settingsOf(fs), given: arguments, out: out}
	return r.do(context.Background())
}

// collecting has garbage of files that are not large collected seldom: little is in use, and a tenth of the time would
// go into it. GOGC in the environment says otherwise.
func collecting(path string) {
	const large, seldom = 32 << 20, 400 // bytes; per cent of the memory in use
	if info, err := os.Stat(path); err == nil && info.Size() < large && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(seldom)
	}
}

// local refuses a path that is no file which this process, and so its workers, can see.
func local(path string) error {
	if scheme, _, remote := strings.Cut(path, "://"); remote {
		return fmt.Errorf("%s: files are read and written where all workers see them as files: mount the store of "+
			"%s://, and name the folder", path, scheme)
	}
	return nil
}

// settingsOf returns the settings that were given as arguments of another process.
func settingsOf(fs *pflag.FlagSet) []string {
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(settings.Settings).Register(own)
	var arguments []string
	fs.Visit(func(f *pflag.Flag) {
		if own.Lookup(f.Name) == nil {
			return
		}
		for _, value := range valuesOf(f) {
			arguments = append(arguments, "--"+f.Name+"="+value)
		}
	})
	return arguments
}

// valuesOf returns the values of a flag as it takes them.
func valuesOf(f *pflag.Flag) []string {
	if _, several := f.Value.(pflag.SliceValue); several { // [a,"b,c"]
		text := f.Value.String()
		return []string{text[1 : len(text)-1]}
	}
	return []string{f.Value.String()}
}
