package main

import (
	"fmt"
	"io"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/study"
)

// sayRecognised says which of several sheets is read, in which encoding, and which layout was recognised, unless flags
// asked for them.
func sayRecognised(t *study.Table, news io.Writer) {
	if s := t.Source(); s.SheetFound {
		tell(news, fmt.Sprintf("Sheet: %s. Not read: %s. To read another: --sheet NAME", visible.Name(s.Sheet),
			visible.Names(s.OtherSheets)))
	}
	if encoding := t.Source().Encoding; encoding != "" {
		tell(news, "Encoding: the text is not UTF-8, and is read as "+encoding+". If characters are wrong: "+
			"save the file as UTF-8")
	}
	if what := t.Source().Recognised; what != "" {
		text := "Recognised: " + what + ". If this is wrong: --as-is"
		if t.Source().Layout == "Pair" {
			text += "; to rank the candidates: fit rank " + quoting.Shell(t.Source().File)
		}
		tell(news, text)
	}
}
