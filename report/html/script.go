package html

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
)

// ScriptHash is what a content policy calls an inline script, by the hash of every byte between its tags: a source of
// script-src. Scripts of other bytes do not run.
func ScriptHash(script string) string {
	sum := sha256.Sum256([]byte(script))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Script is the script of a report, for the policy of a page that shows reports in a frame of its own: the frame has
// both policies.
func Script() (string, error) {
	b, err := files.ReadFile("sort.js")
	if err != nil {
		return "", fmt.Errorf("html: %w", err)
	}
	return string(b), nil
}

// script is the only one of a page, which lets tables be sorted and searched. Without it they are plain tables. The
// page allows no other, by its hash.
func script(sections []section) (source template.JS, hash string, err error) {
	for _, s := range sections {
		for _, p := range s.Parts {
			if p.Table == nil || !p.Table.Sortable {
				continue
			}
			text, err := Script()
			return template.JS(text), ScriptHash(text), err
		}
	}
	return "", "", nil
}
