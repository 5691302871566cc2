package tasks

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"concord/internal/result/export"
	"concord/internal/visible"
)

// format marks a batch.json as ours, and its version.
const format = "concord batch 2"

// Manifest is batch.json: which tasks a folder holds, and how they are fitted.
type Manifest struct {
	Format  string         `json:"format"`
	Program export.Program `json:"program"`
	// Arguments are from the command line, without the program.
	Arguments []string `json:"arguments"`
	// Flags are the values of all settings that decide what is computed.
	Flags   map[string][]string `json:"flags"`
	Input   export.Input        `json:"input"`
	Cut     []string            `json:"cut"`   // names of the cuts
	Tasks   int                 `json:"tasks"` // how many there are
	Started time.Time           `json:"started"`
}

// OtherRun is the error of a folder that holds tasks of a run with other settings, of another input or by another
// program. Its tasks would not match the tasks to be added.
type OtherRun struct {
	Dir string
	// Settings are the names of those that differ.
	Settings []string
	// Differences names the differences, settings included.
	Differences []string
}

func (e *OtherRun) Error() string {
	return fmt.Sprintf("%s holds tasks of another run: %s", visible.Text(e.Dir), strings.Join(e.Differences, "; "))
}

// sameRun returns an [*OtherRun] if a folder of earlier tasks cannot take those of m.
func (m Manifest) sameRun(dir string, earlier Manifest) error {
	other := &OtherRun{Dir: dir}
	if m.Input.SHA256 != earlier.Input.SHA256 {
		other.Differences = append(other.Differences, fmt.Sprintf("its input has SHA-256 %.12s…, but this input has "+
			"%.12s…",
			earlier.Input.SHA256, m.Input.SHA256))
	}
	names := slices.Sorted(maps.Keys(m.Flags))
	for name := range earlier.Flags {
		if _, known := m.Flags[name]; !known {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		now, then := m.Flags[name], earlier.Flags[name]
		if !slices.Equal(now, then) {
			other.Settings = append(other.Settings, name)
			other.Differences = append(other.Differences,
				fmt.Sprintf("%s was %s and is now %s", name, shown(then), shown(now)))
		}
	}
	if m.Program != earlier.Program {
		p := earlier.Program
		other.Differences = append(other.Differences, fmt.Sprintf("it was made by %s %s on %s/%s",
			visible.Text(p.Name), visible.Text(p.Version), visible.Text(p.OS), visible.Text(p.Arch)))
	}
	if other.Differences == nil {
		return nil
	}
	return other
}

func shown(values []string) string {
	text := strings.Join(values, ",")
	if text == "" {
		return "not set"
	}
	return visible.Text(text)
}

// manifestOf reads the batch.json of a folder.
func manifestOf(dir string) (Manifest, error) {
	var m Manifest
	b, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return m, fmt.Errorf("%s: this is not a batch.json: %w", visible.Text(filepath.Join(dir, manifestFile)), err)
	}
	if m.Format != format {
		return m, fmt.Errorf("%s: this folder is of another version: format %q, not %q; choose another "+
			"folder", visible.Text(filepath.Join(dir, manifestFile)), m.Format, format)
	}
	return m, nil
}
