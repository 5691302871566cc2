package document

import (
	"fmt"
	"io"
)

// Write writes the document in the named format. The error is an error of w, or says that there is no such format.
func Write(w io.Writer, format string, d *Document, o Options) error {
	switch format {
	case "text":
		return WriteText(w, d, o)
	case "markdown":
		return WriteMarkdown(w, d, o)
	case "latex":
		return WriteLaTeX(w, d, o)
	case "csv":
		return WriteCSV(w, d)
	}
	return fmt.Errorf("document: no format %q", format)
}
