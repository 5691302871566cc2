package html

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
)

// script is the only one of a page, which lets tables be sorted and searched. Without it they are plain tables. The
// page allows no other, by its hash.
func script(sections []section) (source template.JS, hash string, err error) {
	for _, s := range sections {
		for _, p := range s.Parts {
			if p.Table == nil || !p.Table.Sortable {
				continue
			}
			b, err := files.ReadFile("sort.js")
			if err != nil {
				return "", "", fmt.Errorf("html: %w", err)
			}
			sum := sha256.Sum256(b)
			return template.JS(b), "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'", nil
		}
	}
	return "", "", nil
}
