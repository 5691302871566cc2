package main

import (
	"io"
	"os"

	"github.com/spf13/pflag"

	"concord/internal/advice"
	"concord/internal/option"
	"concord/internal/quoting"
	"concord/study/read"
)

// try reads the first rows of a file as a command would, and says what comes of it.
func try(c advice.Call) advice.Trial {
	fs := pflag.NewFlagSet(c.Command, pflag.ContinueOnError)
	f := &work{streams: streams{in: os.Stdin, err: io.Discard}}
	f.Request = option.NewRequest(fs, option.Join(checkOptions(), option.GoldColumn,
		option.JudgeColumn, option.Percent, option.Threshold))
	for _, s := range c.Given {
		name := s.Option
		if name == option.Criteria.Name { // each is a task
			if name = option.By.Name; len(s.Values) > 1 {
				name = option.Label.Name
			}
		}
		flag := fs.Lookup(name)
		if flag == nil { // it is not about reading
			continue
		}
		if err := set(flag, s.Values); err != nil {
			return advice.Trial{Fault: err}
		}
	}
	var err error
	if f.Paths, err = read.Files(c.Files...); err != nil {
		return advice.Trial{Fault: err}
	}
	f.reads(f.pathOf(c.Files))
	options, _, err := f.readingFor()
	if err != nil {
		return advice.Trial{Fault: err}
	}
	options.Sample, options.Candidates = true, c.Command == "rank"
	tables, err := f.readTables(options)
	if err != nil {
		return advice.Trial{Fault: err}
	}
	return advice.Trial{Read: true, Unused: len(tables[0].Source().Overlooked)}
}

// set gives a flag the values of a setting.
func set(flag *pflag.Flag, values []string) error {
	switch {
	case flag.Value.Type() == "bool" && values == nil:
		values = []string{"true"}
	case option.IsQuoted(flag) && flag.Value.Type() == "string":
		values = []string{quoting.List(values...)}
	}
	return setValues(flag, values)
}

// triable reports whether the files of a call can be read once more.
func triable(files []string) bool {
	for _, path := range files {
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() && !info.IsDir() {
			return false
		}
	}
	return len(files) > 0
}
