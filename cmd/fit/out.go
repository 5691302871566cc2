package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/result/export"
	"concord/internal/version"
	"concord/internal/visible"
	"concord/study/read"
)

// checkOut checks the flags before any work is done.
func (of *work) checkOut() error {
	folder := option.Out.In(of)
	switch {
	case folder == "" && option.Effects.In(of) && of.earlier == nil:
		return usage("--effects goes with --out: it says what to keep there")
	case folder == "":
		return nil
	}
	if err := export.CheckFolder(folder); err != nil {
		return usage("--out %w", err)
	}
	if err := writable(folder); err != nil {
		return usage("--out %w", err)
	}
	return nil
}

// identify hashes the input if the run is to be kept or repeated.
func (of *work) identify() error {
	if option.Out.In(of) == "" && of.earlier == nil {
		return nil
	}
	var err error
	file, isInside := of.in.(*inside)
	switch {
	case len(of.Paths) > 1:
		of.input, err = identified(of.path, of.Paths)
	case !isInside && of.path != read.StandardInput:
		of.input, err = identifiedFile(of.path)
	default:
		of.input = export.Input{Path: of.path}
		sum := sha256.New()
		if isInside {
			if of.input.Bytes, err = io.Copy(sum, file); err == nil {
				_, err = file.Seek(0, io.SeekStart)
			}
		} else {
			var kept bytes.Buffer
			of.input.Bytes, err = io.Copy(io.MultiWriter(sum, &kept), of.in)
			of.in = &kept
		}
		of.input.SHA256 = hex.EncodeToString(sum.Sum(nil))
	}
	if err != nil {
		return err
	}
	return of.sameInput()
}

// identified hashes several files. The hash of all is taken of a line for each, with its hash and name.
func identified(path string, paths []string) (export.Input, error) {
	input := export.Input{Path: path}
	all := sha256.New()
	for _, p := range paths {
		file, err := identifiedFile(p)
		if err != nil {
			return input, err
		}
		input.Files, input.Bytes = append(input.Files, file), input.Bytes+file.Bytes
		fmt.Fprintf(all, "%s  %s\n", file.SHA256, filepath.Base(p))
	}
	input.SHA256 = hex.EncodeToString(all.Sum(nil))
	return input, nil
}

// identifiedFile hashes a file.
func identifiedFile(path string) (export.Input, error) {
	input := export.Input{Path: path}
	sum := sha256.New()
	var err error
	if input.Bytes, err = hashFile(sum, path); err != nil {
		return input, err
	}
	if absolute, err := filepath.Abs(path); err == nil {
		input.Absolute = absolute
	}
	input.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return input, nil
}

func hashFile(sum io.Writer, path string) (int64, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, nil // the reader of the study reports the fault
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || info.IsDir() {
		return 0, nil
	}
	return io.Copy(sum, file)
}

// writeRun writes the folder of the run, if there is to be one.
func (of *work) writeRun(fitted result.Fit, r *answer.Answer) error {
	if option.Out.In(of) == "" {
		return nil
	}
	return export.Output{Origin: of.origin(), Fit: fitted, Result: r,
		Effects: option.Effects.In(of)}.Write(option.Out.In(of))
}

// writeCriteria writes the folder of a fit of criteria, if there is to be one.
func (of *work) writeCriteria(fit ask.CriteriaFit, a *answer.Answer) error {
	if option.Out.In(of) == "" {
		return nil
	}
	return export.CriteriaOutput{Origin: of.origin(), Fit: fit.Posterior, Settings: fit.Settings,
		Answer: a}.Write(option.Out.In(of))
}

// origin says how the run was made.
func (of *work) origin() export.Origin {
	return export.Origin{Program: export.ThisProgram(version.OfBuild()), Arguments: of.arguments, Flags: of.values,
		Input: of.input, Started: of.started}
}

// flagValues returns the values of all flags that decide what is computed.
func flagValues(fs *pflag.FlagSet) map[string][]string {
	values := map[string][]string{}
	fs.VisitAll(func(f *pflag.Flag) {
		if !option.IsWritten(f) && !option.IsFleeting(f) {
			values[f.Name] = valuesOf(f)
		}
	})
	return values
}

func valuesOf(f *pflag.Flag) []string {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return append([]string{}, list.GetSlice()...)
	}
	return []string{f.Value.String()}
}

// setValues is the inverse of valuesOf.
func setValues(f *pflag.Flag, values []string) error {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return list.Replace(values)
	}
	if len(values) != 1 {
		return visible.Errorf("%d values", len(values))
	}
	return f.Value.Set(values[0])
}
