package say

import (
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
)

// CheckVerdict says whether a file can be fitted.
func CheckVerdict(a *answer.Answer) []string {
	if m := a.Get("model", answer.Key{}); !m.Defined() {
		first, _, _ := strings.Cut(m.Why, "\n")
		return []string{"This file cannot be fitted: " + strings.TrimSuffix(first, ".")}
	}
	text := "This file can be fitted"
	if n := len(a.Data.Warnings); n > 0 {
		text += ", but read " + document.Plural(n, "warning")
	}
	return []string{text}
}
