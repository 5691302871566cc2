package release

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// command is the folder of the command, seen from here.
const command = "../../cmd/fit"

const licencesPage = "../../docs/project/licences.md"

const licencesHead = `# Licences

Concord is under the [BSD 3-clause licence](../../LICENSE). The table lists the modules that are linked into the command
on Linux, macOS or Windows, with the licence in each module's file. Modules that only tests and tools need are not
linked and not listed.

` + "`UPDATE_GOLDEN=1 go test ./internal/release`" + ` writes this page. Without the variable the test fails if the page
and the sources of the modules differ, or if the test does not know a module's licence.

| module | version | licence | file |
| --- | --- | --- | --- |
`

type module struct {
	Path, Version, Dir string
	Main               bool
}

// linked returns the modules that the command is linked from on these systems, by path.
func linked(t *testing.T, systems ...string) []module {
	t.Helper()
	found := map[string]module{}
	for _, system := range systems {
		cmd := exec.Command("go", "list", "-deps", "-json=Module", command)
		cmd.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		require.NoError(t, err)
		for d := json.NewDecoder(strings.NewReader(string(out))); ; {
			var p struct{ Module *module }
			if err := d.Decode(&p); err == io.EOF {
				break
			} else {
				require.NoError(t, err)
			}
			if p.Module != nil && !p.Module.Main {
				found[p.Module.Path] = *p.Module
			}
		}
	}
	var all []module
	for _, m := range found {
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return all
}

func TestLicencesOfAllLinkedModulesAreListed(t *testing.T) {
	modules := linked(t, "linux", "darwin", "windows")
	require.NotEmpty(t, modules)
	var page strings.Builder
	page.WriteString(licencesHead)
	for _, m := range modules {
		l, err := LicenceOf(m.Dir)
		require.NoError(t, err, m.Path)
		fmt.Fprintf(&page, "| %s | %s | %s | %s |\n", m.Path, m.Version, l.SPDX, l.File)
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.WriteFile(licencesPage, []byte(page.String()), 0o644))
	}
	written, err := os.ReadFile(licencesPage)
	require.NoError(t, err)
	assert.Equal(t, page.String(), string(written), "UPDATE_GOLDEN=1 go test ./internal/release writes it anew")
}

func TestUnknownLicences(t *testing.T) {
	dir := t.TempDir()
	_, err := LicenceOf(dir)
	assert.ErrorContains(t, err, "no file of a licence")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "LICENSE"), []byte("All rights reserved."), 0o644))
	_, err = LicenceOf(dir)
	assert.ErrorContains(t, err, "not known here")
	const two = "Apache License Version 2.0, January 2004 … Permission is hereby granted, free of charge, to any person"
	assert.Equal(t, "Apache-2.0 AND MIT", identify(two))
	l, err := LicenceOf(filepath.Join("..", ".."))
	require.NoError(t, err)
	assert.Equal(t, Licence{"BSD-3-Clause", "LICENSE"}, l, "our own")
}
