package result

import (
	"fmt"
	"io"
)

// Formats returns the names of the formats that a result can be written in.
func Formats() []string { return []string{"text", "json", "csv", "markdown", "latex"} }

// Renderer returns what writes a result in the named format.
func Renderer(format string) (func(io.Writer, *Result) error, error) {
	switch format {
	case "text":
		return Text, nil
	case "json":
		return JSON, nil
	case "csv":
		return CSV, nil
	case "markdown":
		return Markdown, nil
	case "latex":
		return LaTeX, nil
	}
	return nil, fmt.Errorf("report: no format %q", format)
}

// JSON writes r as one JSON object, indented. Numbers that are undefined are null.
func JSON(w io.Writer, r *Result) error {
	return WriteJSON(w, r)
}
