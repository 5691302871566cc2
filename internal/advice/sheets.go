package advice

import (
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// sheetSteps are for workbooks whose sheet is to be named, and for cells that have no label to read.
func sheetSteps(e *study.Error, args []string) []step {
	switch e.Code {
	case read.SeveralSheets, read.UnknownSheet:
		const most = 5
		var all []step
		for _, name := range e.Candidates[:min(len(e.Candidates), most)] {
			if visible.Text(name) == name {
				all = append(all, step{set: [][2]string{{"sheet", name}}})
			}
		}
		return all
	case read.NoSheets:
		return []step{leaving("", "sheet")}
	case read.FailedCell:
		if len(e.Values) == 0 {
			return nil
		}
		missing := e.Values
		if said := valueOf(args, "missing"); said != "" {
			missing = append(quoting.Names(said), missing...)
		}
		return []step{with("without such labels", "missing", list(missing...))}
	case read.MergedLabel:
		return []step{asIs("the label for each of the rows")}
	case read.DateLabel:
		return []step{words("write the labels as text"), asIs("if dates are meant")}
	}
	return nil
}

// westernAdvice names other encodings.
const westernAdvice = "if a character comes out wrong, put the encoding of the file behind -f: WINDOWS-1251, " +
	"GB18030, SHIFT_JIS, …"

// encodingSteps convert a file to UTF-8 and read it. There is none for other errors, and if no file is named.
func encodingSteps(e *study.Error, args []string) []step {
	at := slices.Index(args, e.File)
	if e.Encoding == "" || at < 0 || !quoting.Sayable(e.File) {
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
	text += " > " + quoting.Shell(converted) + " && " + commandLine(insteadOf(args, e.File, converted))
	if e.Encoding == read.WesternEncoding {
		return []step{words(text), words(westernAdvice)}
	}
	return []step{words(text)}
}
