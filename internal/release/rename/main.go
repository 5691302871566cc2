// Rename moves the module around the current folder to another path:
//
//	.ci/rename example.com/field/concord
//
// It changes everything that names the old path: modules, imports, links of comments, commands of pages and scripts.
// The product, its files and the Python package keep their names.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: .ci/rename PATH, for example .ci/rename example.com/field/concord")
		os.Exit(2)
	}
	old, changed, err := move(".", os.Args[1])
	if err != nil {
		fmt.Fprintf(os.Stderr, "rename: %v\n", err)
		os.Exit(1)
	}
	fmt.Printf("%s is now %s: %d files changed. docs/reference/go.md says how the module is fetched: read it again.\n",
		old, os.Args[1], len(changed))
}
