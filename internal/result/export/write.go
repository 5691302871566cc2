package export

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/report"
	"concord/sampler"
)

// Output is the content of the folder of a run.
type Output struct {
	Origin
	Fit    result.Fit // by [concord/model.Fit], not from draws
	Result *answer.Answer
	// Effects asks for the effects of items and labelers; the fit must have draws of them.
	Effects bool
}

// manifest describes the output, but for the hashes.
func (o Output) manifest(variables []Variable) *Manifest {
	m := o.Origin.manifest()
	m.timed(o.Result.Runs[0].Sampler)
	m.Data, m.Model, m.Settings, m.Interval = o.Result.Data, o.Result.Model(), resolved(o.Fit), o.Result.Interval
	m.Variables, m.Coordinates = variables, coordinates(o.Fit.Posterior, o.Fit.Reference, o.Effects)
	m.Reference, m.Partial = o.Fit.Reference.Name(), o.Fit.Partial
	return m
}

// timed sets the times of a sampler, if there was one.
func (m *Manifest) timed(s *result.Sampler) {
	if s != nil {
		m.Timings.Setup, m.Timings.Warmup, m.Timings.Sampling = s.SetupSeconds, s.WarmupSeconds, s.SamplingSeconds
	}
}

// Write writes the folder of a run at dir: run.json, draws.json, summary.csv, report.txt, report.json, and
// chains/chain_1.csv and so on. It is made next to dir and put there when it is whole. dir is replaced only if it is an
// earlier run and nothing else, or empty; see [CheckFolder].
func (o Output) Write(dir string) (err error) {
	variables := variables(o.Fit.Evaluator(), o.Fit.Reference, o.Effects)
	return content{
		manifest: o.manifest(variables), runs: []*sampler.Run{o.Fit.Posterior.Run()}, variables: variables,
		result: o.Result, report: report.Fit(report.Source{Result: o.Result}, document.Detail),
	}.write(dir)
}

// content is the content of the folder of a run.
type content struct {
	manifest  *Manifest
	runs      []*sampler.Run // of each fit; chains have the first
	variables []Variable
	report    *document.Document // report.txt
	result    any                // report.json
}

func (o content) write(dir string) (err error) {
	if _, err := occupant(dir); err != nil {
		return err
	}
	dir = filepath.Clean(dir)
	if there, err := filepath.EvalSymlinks(dir); err == nil {
		dir = there // so that a link stays one
	}
	made, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+".*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", dir, err)
	}
	defer func() {
		if err != nil {
			os.RemoveAll(made)
		}
	}()
	if err := os.Chmod(made, 0o755); err != nil {
		return err
	}
	if err := o.files(made); err != nil {
		return fmt.Errorf("cannot write %s: %w", dir, err)
	}
	return replace(made, dir)
}

func (o content) files(dir string) error {
	interval, err := o.manifest.interval()
	if err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(dir, chainFolder), 0o755); err != nil {
		return err
	}
	for c, chain := range o.runs[0].Chains {
		name := filepath.Join(chainFolder, chainFile(chain.Chain))
		if _, err := file(dir, name, func(w io.Writer) error {
			return CmdStan(w, o.runs[0], c, o.manifest.Settings, o.variables)
		}); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		name  string
		write func(w io.Writer) error
		same  bool // the same in every repetition
	}{
		{drawsFile, func(w io.Writer) error { return Draws(w, o.variables, o.runs...) }, true},
		{summaryFile, func(w io.Writer) error {
			return Summary(w, o.variables, o.manifest.Coordinates, interval)
		}, true},
		{reportText, func(w io.Writer) error {
			return document.WriteText(w, o.report, document.Options{Level: document.Detail})
		}, false},
		{reportJSON, func(w io.Writer) error { return result.WriteJSON(w, o.result) }, false},
		{runFile, o.manifest.write, false}, // last, with the hashes of those before
	} {
		hash, err := file(dir, f.name, f.write)
		if err != nil {
			return err
		}
		if f.same {
			o.manifest.SHA256[f.name] = hash
		}
	}
	return nil
}

// WriteManifest writes run.json alone, with the hashes of the other files of Write, for programs without a file system.
func (o Output) WriteManifest(w io.Writer) error {
	variables := Variables(o.Fit.Posterior, o.Fit.Reference, o.Effects)
	r := o.manifest(variables)
	interval, err := r.interval()
	if err != nil {
		return err
	}
	for name, write := range map[string]func(io.Writer) error{
		drawsFile:   func(w io.Writer) error { return Draws(w, variables, o.Fit.Posterior.Run()) },
		summaryFile: func(w io.Writer) error { return Summary(w, variables, r.Coordinates, interval) },
	} {
		sum := sha256.New()
		if err := write(sum); err != nil {
			return err
		}
		r.SHA256[name] = hex.EncodeToString(sum.Sum(nil))
	}
	return r.write(w)
}

// file writes a file and returns its SHA-256.
func file(dir, name string, write func(io.Writer) error) (hash string, err error) {
	f, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if err := write(io.MultiWriter(f, sum)); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), f.Close()
}

// Repeats reports whether a fit gives the draws of an earlier run again, to the byte of its
// draws.json. The fit must have draws of effects if the earlier run kept them.
func (m *Manifest) Repeats(fit result.Fit) (bool, error) {
	withEffects := slices.ContainsFunc(m.Variables, Variable.isEffect)
	return m.repeats(variables(fit.Evaluator(), fit.Reference, withEffects), fit.Posterior.Run())
}

func (m *Manifest) repeats(variables []Variable, runs ...*sampler.Run) (bool, error) {
	sum := sha256.New()
	if err := Draws(sum, variables, runs...); err != nil {
		return false, err
	}
	return hex.EncodeToString(sum.Sum(nil)) == m.SHA256[drawsFile], nil
}
