package main

import (
	"errors"
	"strings"

	"concord/internal/visible"
	"concord/judge"
	"concord/model"
	"concord/study"
)

// advised returns the text of an error with what can be done about it on this command line, if anything.
func advised(err error) string {
	text := pathsShown(err)
	var input *study.Error
	if errors.As(err, &input) {
		text = strings.Replace(text, input.Error(), inputAdvised(input).Error(), 1)
	}
	var several *judge.SeveralGold
	if errors.As(err, &several) {
		text += "\n  " + goldAdvice(several)
	}
	var data *model.DataError
	if errors.As(err, &data) {
		if advice := modelAdvice(data); advice != "" {
			text += "\n  " + strings.ReplaceAll(advice, "\n", "\n  ")
		}
	}
	return text
}

// flagList writes the value of a list flag so that it can be pasted into a shell, or "LIST" where it has what a
// terminal should not be sent.
func flagList(texts ...string) string {
	fields := make([]string, len(texts))
	for i, t := range texts {
		if unquoted := strings.ReplaceAll(t, `"`, ""); visible.Quote(unquoted) != `"`+unquoted+`"` {
			return "LIST"
		}
		if strings.ContainsAny(t, ",\"\r\n") || strings.HasPrefix(t, "@") { // @ would begin the name of a file
			t = `"` + strings.ReplaceAll(t, `"`, `""`) + `"`
		}
		fields[i] = t
	}
	list := strings.Join(fields, ",")
	unsafe := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune(",.-_/+:=", r))
	}
	if list != "" && !strings.ContainsFunc(list, unsafe) {
		return list
	}
	return "'" + strings.ReplaceAll(list, "'", `'\''`) + "'"
}
