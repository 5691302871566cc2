// Package report lays results out: each function takes a result and returns a document, which every format prints. It
// computes nothing: numbers come from package result.
package report
