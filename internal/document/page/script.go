package page

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

// ScriptHash names an inline script for the script-src of a content policy, by the hash of every byte between its tags.
// Scripts of other bytes do not run.
func ScriptHash(script string) string {
	sum := sha256.Sum256([]byte(script))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Script is the only script of a page. It sorts and searches tables, saves figures and copies code; without it they are
// plain. The page allows no other, by its hash, and so must the policy of a page that shows this one in a frame.
func Script() (string, error) {
	b, err := files.ReadFile("script.js")
	if err != nil {
		return "", fmt.Errorf("page: %w", err)
	}
	return string(b), nil
}
