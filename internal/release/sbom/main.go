// Sbom prints the bill of materials of a Go binary as CycloneDX JSON:
//
//	go run ./internal/release/sbom fit > fit.cdx.json
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"concord/internal/release"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: sbom BINARY")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "sbom: %v\n", err)
		os.Exit(1)
	}
}

func run(path string) error {
	bill, err := release.NewBill(path, release.Sources)
	if err != nil {
		return err
	}
	e := json.NewEncoder(os.Stdout)
	e.SetIndent("", "  ")
	return e.Encode(bill)
}
