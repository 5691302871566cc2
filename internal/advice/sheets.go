package advice

import (
	"path/filepath"
	"strings"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// sheetSteps are for workbooks whose sheet is to be named, and for cells that have no label to read.
func sheetSteps(e *study.Error) []study.Fix {
	switch e.Code {
	case read.SeveralSheets, read.UnknownSheet:
		const most = 5
		var all []study.Fix
		for _, name := range e.Candidates[:min(len(e.Candidates), most)] {
			if visible.Text(name) == name {
				all = append(all, study.To("", "sheet", name))
			}
		}
		return all
	case read.NoSheets:
		return []study.Fix{study.By("", "sheet")}
	case read.FailedCell:
		if len(e.Values) == 0 {
			return nil
		}
		return []study.Fix{study.Fix{Does: "without such labels"}.Adding("missing", e.Values...)}
	case read.DateLabel:
		return []study.Fix{says("write the labels as text"), study.AsIs("if dates are meant")}
	}
	return nil
}

// westernAdvice names other encodings.
const westernAdvice = "if a character comes out wrong, put the encoding of the file behind -f: WINDOWS-1251, " +
	"GB18030, SHIFT_JIS, …"

// encodingSteps convert a file to UTF-8 and read it. There is none for other errors, and if no file is named.
func encodingSteps(e *study.Error) []study.Fix {
	if e.Encoding == "" || !quoting.Sayable(e.File) {
		return nil
	}
	plain := e.File
	for _, packed := range []string{".gz", ".zst"} {
		plain = strings.TrimSuffix(plain, packed)
	}
	converted := renamed(plain, "utf8")
	text := "iconv -f " + e.Encoding + " -t UTF-8 " + quoting.Shell(e.File)
	unpack := ""
	switch filepath.Ext(e.File) {
	case ".gz":
		unpack = "gzip -dc "
	case ".zst":
		unpack = "zstd -dc "
	}
	if unpack != "" {
		text = unpack + quoting.Shell(e.File) + " | iconv -f " + e.Encoding + " -t UTF-8"
	}
	all := []study.Fix{{Make: text + " > " + quoting.Shell(converted) + " && ", Instead: converted}}
	if e.Encoding == read.WesternEncoding {
		all = append(all, says(westernAdvice))
	}
	return all
}

// renamed is a path with a word before its ending.
func renamed(path, word string) string {
	ending := filepath.Ext(path)
	return strings.TrimSuffix(path, ending) + "." + word + ending
}
