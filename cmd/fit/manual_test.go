package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each command has a manual page that names all its flags. With MANUAL=FOLDER the pages stay in that folder: a release
// takes them from there, and the command need not carry the program that writes them.
func TestManualPages(t *testing.T) {
	folder := os.Getenv("MANUAL")
	if folder == "" {
		folder = t.TempDir()
	}
	root := rootCommand(streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard})
	root.DisableAutoGenTag = true
	root.InitDefaultHelpCmd()
	none := time.Time{} // the same bytes on every day
	require.NoError(t, doc.GenManTree(root, &doc.GenManHeader{Title: "FIT", Section: "1", Source: "Concord",
		Manual: "Concord", Date: &none}, folder))
	for _, cmd := range commandsOf() {
		if cmd.Hidden || cmd.Name() == "help" {
			continue
		}
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
		page, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		plain := bytes.ReplaceAll(page, []byte(`\-`), []byte("-"))
		cmd.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				assert.Contains(t, string(plain), "--"+f.Name, name)
			}
		})
		assert.NotContains(t, string(page), "Auto generated", name)
	}
}
