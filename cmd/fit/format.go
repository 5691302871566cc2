package main

import (
	"io"

	"github.com/spf13/pflag"
)

// registerFormat adds the flag of results that are text or JSON.
func registerFormat(fs *pflag.FlagSet, format *string) {
	fs.StringVar(format, "format", "text", "`format` of the output: text, json")
}

// formatOf returns the renderer of a result that has two.
func formatOf[T any](format string, text, json func(io.Writer, T) error) (func(io.Writer, T) error, error) {
	return oneOf("format", format, []string{"text", "json"},
		[]func(io.Writer, T) error{displayed("text", text), displayed("json", json)})
}
