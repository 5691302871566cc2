// Package report lays results out: each function takes what a run found and returns it as a document, which every
// format prints. It works out nothing: numbers come from package result.
package report
