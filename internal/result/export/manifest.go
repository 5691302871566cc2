package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"concord/internal/result"
	"concord/internal/visible"
	"concord/posterior"
)

// format marks a run.json as ours, and its version.
const format = "concord run 1"

// Manifest is run.json. It describes the run, its input and its settings, so that the run can be repeated and its files
// understood.
type Manifest struct {
	Format  string  `json:"format"`
	Program Program `json:"program"`
	// Command is the command that was run, "" for a fit; see [JudgesCommand].
	Command string `json:"command,omitempty"`
	// Arguments are from the command line, without the program.
	Arguments []string `json:"arguments"`
	// Flags are the values of all flags that decide what is computed, defaults included.
	Flags map[string][]string `json:"flags"`
	Input Input               `json:"input"`
	Data  result.Data         `json:"data"`
	Model *result.Model       `json:"model"`
	// Criteria are the fits of criteria, in place of Model.
	Criteria []CriteriaPart   `json:"criteria_fits,omitempty"`
	Settings Settings         `json:"settings"` // of the first fit, if there are several
	Interval result.Intervals `json:"interval"`
	// Variables are the variables of draws.json and the CSVs; Coordinates name the places along their dimensions, with
	// "labelers_study" next to "labelers".
	Variables   []Variable          `json:"variables"`
	Coordinates map[string][]string `json:"coordinates"`
	Reference   string              `json:"reference"`
	// Partial marks a run that was interrupted.
	Partial bool    `json:"partial"`
	Timings Timings `json:"timings"`
	// SHA256 holds the hashes of the files that a repetition reproduces to the byte.
	SHA256 map[string]string `json:"sha256"`
}

// Program is the program that made the run. The same draws are promised on the same architecture.
type Program struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

// ThisProgram describes the running program.
func ThisProgram(version string) Program {
	return Program{Name: "fit", Version: version, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
}

// Input is the file that was read.
type Input struct {
	Path     string `json:"path"`     // as given; "-" is standard input
	Absolute string `json:"absolute"` // "" for standard input
	SHA256   string `json:"sha256"`   // of its bytes, in hexadecimal
	Bytes    int64  `json:"bytes"`
	// Files are the files, if several were read as one. Then SHA256 is the hash of a text with a line for each: its
	// hash, two blanks, its name without folder.
	Files []Input `json:"files,omitempty"`
}

// Timings are seconds of wall clock.
type Timings struct {
	Started  time.Time `json:"started"`
	Setup    float64   `json:"setup_seconds"`
	Warmup   float64   `json:"warmup_seconds"`
	Sampling float64   `json:"sampling_seconds"`
}

// ReadManifest reads a run.json. The error says if the file is none.
func ReadManifest(path string) (*Manifest, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var m Manifest
	switch err := json.NewDecoder(f).Decode(&m); {
	case err != nil:
		return nil, fmt.Errorf("%s: this is not a run.json: %w", visible.Text(path), err)
	case m.Format != format:
		return nil, fmt.Errorf("%s: this is not a run.json of this version: format %q, not %q", visible.Text(path),
			m.Format, format)
	case m.Command == JudgesCommand && m.SHA256[numbersHash] != "": // there are no variables
		return &m, nil
	case m.Model == nil && m.Criteria == nil, len(m.Variables) == 0,
		len(m.Coordinates[dimStudy]) == 0:
		return nil, fmt.Errorf("%s: this run.json is incomplete", visible.Text(path))
	}
	return &m, nil
}

// interval returns the interval of the reported estimates.
func (m *Manifest) interval() (posterior.Interval, error) {
	iv := posterior.Interval{Level: m.Interval.Level}
	if m.Interval.Kind == posterior.HighestDensity.String() {
		iv.Kind = posterior.HighestDensity
	}
	if !(iv.Level > 0 && iv.Level < 1) {
		return iv, errors.New("the level of the intervals is not between 0 and 1")
	}
	return iv, nil
}

// write writes m as JSON.
func (m *Manifest) write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(m)
}
