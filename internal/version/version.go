// Package version is the version of the program: one number, which the command, the page, the Python package, the
// R package and the changelog share. A test of package release compares them.
package version

import "runtime/debug"

// Number is the version, as semver.org writes it, without a leading v.
const Number = "1.0.0-rc.1"

// OfBuild returns the version of the running program and of the Go that compiled it, such as "1.0.0-rc.1 go1.26.8". If
// Go recorded a revision of the source, its first twelve digits follow the number, as in "1.0.0-rc.1+8cad628d12ab".
func OfBuild() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Number
	}
	return of(info)
}

// of is the version of a program with this record of its build. A source with changes that no revision has is marked.
func of(info *debug.BuildInfo) string {
	revision, modified := "", ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			revision = "+" + setting.Value[:min(len(setting.Value), 12)]
		case setting.Key == "vcs.modified" && setting.Value == "true":
			modified = ".modified"
		}
	}
	return Number + revision + modified + " " + info.GoVersion
}
