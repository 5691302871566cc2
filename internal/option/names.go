package option

import (
	"encoding/csv"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"concord/internal/visible"
)

// nameList is the value of a flag that takes names, between commas or as @FILE with a name in each line. It keeps the
// names, so that a run can be repeated when the file is gone.
type nameList struct {
	names []string
	files []string // that names were read from
}

var (
	_ pflag.Value      = (*nameList)(nil)
	_ pflag.SliceValue = (*nameList)(nil)
)

// String implements [pflag.Value]. It returns the text that Set takes, in brackets, as pflag expects.
func (list *nameList) String() string {
	if len(list.names) == 0 {
		return ""
	}
	quoted := make([]string, len(list.names))
	for i, name := range list.names {
		quoted[i] = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return "[" + strings.Join(quoted, ",") + "]"
}

// Set implements [pflag.Value]: it adds names to those before.
func (list *nameList) Set(text string) error {
	if path, ok := strings.CutPrefix(text, "@"); ok {
		return list.read(path)
	}
	if text == "" {
		return nil
	}
	names, err := csv.NewReader(strings.NewReader(text)).Read()
	if err != nil {
		return visible.Errorf("%q is no list of names: %w", visible.Text(text), err)
	}
	list.names = append(list.names, names...)
	return nil
}

// read takes the lines of a file that are not empty.
func (list *nameList) read(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	list.files = append(list.files, path)
	before := len(list.names)
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		if name := strings.TrimSpace(line); name != "" {
			list.names = append(list.names, name)
		}
	}
	if len(list.names) == before {
		return visible.Errorf("%s: there is no name in it", visible.Text(path))
	}
	return nil
}

// Type implements [pflag.Value].
func (list *nameList) Type() string { return "stringSlice" }

// Append implements [pflag.SliceValue].
func (list *nameList) Append(name string) error {
	list.names = append(list.names, name)
	return nil
}

// Replace implements [pflag.SliceValue].
func (list *nameList) Replace(names []string) error {
	list.names = names
	return nil
}

// GetSlice implements [pflag.SliceValue].
func (list *nameList) GetSlice() []string { return list.names }
