package release

import (
	"debug/buildinfo"
	"runtime/debug"
	"strings"
)

// Bill is a software bill of materials as CycloneDX 1.6 has it (ECMA-424), in the order of its
// JSON. It has no time and no serial number, so that the same binary gives the same bytes.
type Bill struct {
	Format     string      `json:"bomFormat"`
	Version    string      `json:"specVersion"`
	Revision   int         `json:"version"`
	Metadata   Metadata    `json:"metadata"`
	Components []Component `json:"components"`
}

// Metadata names the program that the bill describes.
type Metadata struct {
	Component Component `json:"component"`
}

// Component is a program or a module. Sum is the hash of go.sum, which is that of a list of
// files (golang.org/x/mod/sumdb/dirhash, "h1:"), and so no hash in the sense of CycloneDX but a property.
type Component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PURL       string     `json:"purl"`
	Licenses   []License  `json:"licenses,omitempty"`
	Properties []Property `json:"properties,omitempty"`
}

// License is a licence, as an SPDX expression that its author declares.
type License struct {
	Expression      string `json:"expression"`
	Acknowledgement string `json:"acknowledgement"`
}

// Property is a name with its value.
type Property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// NewBill lists the modules of the Go binary at path, as its linker recorded them, with the licence in the folder of
// each module. source returns the folder of a module, of [debug.BuildInfo.Main] and of "std" too.
func NewBill(path string, source func(module, version string) (dir string, err error)) (*Bill, error) {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, err
	}
	program := component("application", info.Main.Path, info.Main.Version)
	for _, s := range info.Settings {
		program.Properties = append(program.Properties, Property{"go:build:" + s.Key, s.Value})
	}
	b := &Bill{Format: "CycloneDX", Version: "1.6", Revision: 1, Metadata: Metadata{program}}
	b.Components = append(b.Components, component("library", "std", strings.TrimPrefix(info.GoVersion, "go")))
	for _, m := range info.Deps {
		b.Components = append(b.Components, linkedModule(m))
	}
	if err := b.Metadata.Component.licensed(source); err != nil {
		return nil, err
	}
	for i := range b.Components {
		if err := b.Components[i].licensed(source); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// licensed adds the licence that the folder of a component states.
func (part *Component) licensed(source func(module, version string) (dir string, err error)) error {
	dir, err := source(part.Name, part.Version)
	if err != nil {
		return err
	}
	l, err := LicenceOf(dir)
	if err != nil {
		return err
	}
	part.Licenses = []License{{l.SPDX, "declared"}}
	return nil
}

// linkedModule is a module, or its replacement.
func linkedModule(m *debug.Module) Component {
	if m.Replace != nil {
		m = m.Replace
	}
	c := component("library", m.Path, m.Version)
	if m.Sum != "" {
		c.Properties = []Property{{"go:sum", m.Sum}}
	}
	return c
}

// component names a module by its package URL (purl-spec, type golang).
func component(kind, path, version string) Component {
	purl := "pkg:golang/" + path
	if version != "" {
		purl += "@" + strings.ReplaceAll(version, "+", "%2B")
	}
	return Component{Type: kind, Ref: purl, Name: path, Version: version, PURL: purl}
}
