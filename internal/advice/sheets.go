package advice

import (
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// sheetAdvice is for workbooks whose sheet is to be named, and for cells that have no label to read. It is "" for other
// errors.
func sheetAdvice(e *study.Error, args []string) string {
	if args == nil {
		return ""
	}
	switch e.Code {
	case read.SeveralSheets, read.UnknownSheet:
		const most = 5
		var all []step
		for _, name := range e.Candidates[:min(len(e.Candidates), most)] {
			if visible.Text(name) == name {
				all = append(all, step{set: [][2]string{{"sheet", Quote(name)}}})
			}
		}
		return steps("", args, all...)
	case read.NoSheets:
		return steps("", args, step{drop: []string{"sheet"}})
	case read.FailedCell:
		if len(e.Values) == 0 {
			return ""
		}
		missing := e.Values
		if said := valueOf(args, "missing"); said != "" {
			missing = append(Names(said), missing...)
		}
		return steps("", args, step{does: "without such labels", set: [][2]string{{"missing", List(missing...)}}})
	case read.MergedLabel:
		return steps("", args, asIs("the label for each of the rows"))
	case read.DateLabel:
		return "write the labels as text\n  " + steps("", args, asIs("if dates are meant"))
	}
	return ""
}

// westernAdvice names other encodings.
const westernAdvice = "if a character comes out wrong, put the encoding of the file behind -f: WINDOWS-1251, " +
	"GB18030, SHIFT_JIS, …"

// encodingAdvice converts a file to UTF-8 and reads it. It is "" for other errors, and if no file is named.
func encodingAdvice(e *study.Error, args []string) string {
	at := slices.Index(args, e.File)
	if e.Encoding == "" || at < 0 {
		return ""
	}
	plain := e.File
	for _, packed := range []string{".gz", ".zst"} {
		plain = strings.TrimSuffix(plain, packed)
	}
	ending := filepath.Ext(plain)
	converted := strings.TrimSuffix(plain, ending) + ".utf8" + ending
	text := "iconv -f " + e.Encoding + " -t UTF-8 " + Quote(e.File)
	unpack := ""
	switch filepath.Ext(e.File) {
	case ".gz":
		unpack = "gzip -dc "
	case ".zst":
		unpack = "zstd -dc "
	}
	if unpack != "" {
		text = unpack + Quote(e.File) + " | iconv -f " + e.Encoding + " -t UTF-8"
	}
	text += " > " + Quote(converted) + " && " + insteadOf(args, e.File, converted)
	if e.Encoding == read.WesternEncoding {
		text += "\n  " + westernAdvice
	}
	return text
}
