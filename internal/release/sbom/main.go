// Sbom prints the bill of materials of a Go binary as CycloneDX JSON:
//
//	go run ./internal/release/sbom fit > fit.cdx.json
//	go run ./internal/release/sbom fit fit.cdx.json
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"concord/internal/release"
)

func main() {
	if len(os.Args) < 2 || len(os.Args) > 3 {
		fmt.Fprintln(os.Stderr, "usage: sbom BINARY [FILE]")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintf(os.Stderr, "sbom: %v\n", err)
		os.Exit(1)
	}
}

// run writes the bill of the binary at a path to a file, or to standard output if no file is named.
func run(path string, file []string) error {
	bill, err := release.NewBill(path, release.Sources)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", "  ")
	if err := e.Encode(bill); err != nil {
		return err
	}
	if len(file) == 0 {
		_, err = os.Stdout.Write(text.Bytes())
		return err
	}
	return os.WriteFile(file[0], text.Bytes(), 0o644)
}
