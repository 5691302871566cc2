package read

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/quoting"
	spelt "concord/internal/spelling"
	"concord/internal/visible"
	"concord/internal/when"
	"concord/study"
)

// Fixes that several faults have. Each is in names of options, which programs write in their own way.

// mostValues is how many labels a fix repeats. More are for the reader to name.
const mostValues = 6

// wrong reads each label as it is, where a layout was recognised by mistake.
func wrong() study.Fix { return study.AsIs("if this is wrong") }

// doubted is [wrong] if the labels cannot be read in their layout: no command leads to a number for another question.
func doubted() study.Fix { return study.Choose("if this is wrong", "as-is") }

func leaveOut(labels ...string) study.Fix {
	if len(labels) > mostValues {
		return study.Choose("leave them out", "missing")
	}
	return study.Leave("leave them out", labels...)
}

// count counts labels as positive, in addition to those that are so.
func count(positive, labels []string) study.Fix {
	if len(labels) > mostValues {
		return study.Choose("count them as positive", "positive")
	}
	return study.To("count them as positive", "positive", slices.Concat(positive, labels)...)
}

func whichPositive() study.Fix { return study.Choose("say which labels are positive", "positive") }

func asNumbers() study.Fix { return study.As("fit them as numbers", study.Numeric) }

func twoBinary() study.Fix { return study.Choose("take two labels as binary", "positive") }

func wholeOrder() study.Fix {
	return study.Choose("give the order of all labels, the lowest first", "order")
}

func inOrder(ascending []string) study.Fix {
	return study.To("as ordered categories, the lowest first", "order", ascending...)
}

// eachCategory fits words without order, each against the rest.
func (j *judge) eachCategory() []study.Fix {
	if j.numbers > 0 {
		return nil
	}
	return []study.Fix{study.To("categories without order, each against the rest", "each-category")}
}

// asText are for labels that a spreadsheet made dates of.
func asText() []study.Fix {
	return []study.Fix{{Does: "write the labels as text"}, study.AsIs("if dates are meant")}
}

// latestOf keeps the latest of labels given again, by a column.
func latestOf(column string) study.Fix {
	return study.To("the latest of each, if labelers corrected "+
		"themselves", "duplicates", "latest="+quoting.List(column))
}

// lastOrAll are for times that do not say which of labels given again is the latest.
func lastOrAll() []study.Fix {
	return []study.Fix{study.To("the last row of each", "duplicates", "last"),
		study.To("all of them, if labelers were asked again", "duplicates", "keep")}
}

// where keeps the rows whose column has one of some values, or none of them.
func where(does, column string, not bool, values ...string) study.Fix {
	return study.Fix{Does: does}.Adding("where", quoting.Condition(column, not, values...))
}

// Dated are for a value of a column that is no date, or in which day and month cannot be distinguished.
func Dated(column, value string) []study.Fix {
	if _, _, doubtful := when.Both(value); doubtful {
		return []study.Fix{study.To("the day first", "dates", string(when.DayFirst)),
			study.To("the month first", "dates", string(when.MonthFirst))}
	}
	return []study.Fix{where("leave its rows out", column, true, value)}
}

// optionOf is the option that names the column of a part, or asks for a layout.
func optionOf(part string) string {
	switch part {
	case factorPart:
		return "facet"
	case itemsPart, "WideItems":
		return "wide-items"
	case studyPart:
		return "group"
	case "Lists":
		return "list"
	}
	return strings.ToLower(part)
}

// nearest are for a name that no column has. They take the columns that are spelt much like it, or the column whose
// name has commas. Otherwise they leave out the option.
func (h *header) nearest(part, name string) []study.Fix {
	option, before := optionOf(part), ""
	if part == latestPart {
		option, before = "duplicates", "latest="
	}
	var all []study.Fix
	for _, column := range h.names {
		if strings.Contains(column, ",") && slices.Contains(strings.Split(column, ","), name) {
			return []study.Fix{study.To("as one name, in double quotes", option, column)}
		}
	}
	const most = 2
	near := spelt.Nearest(name, h.names)
	for _, column := range near[:min(len(near), most)] {
		all = append(all, study.Fix{}.Changing(option, before+name, before+column))
	}
	if all == nil {
		all = append(all, study.Choose("choose one", option))
	}
	if before == "" {
		all = append(all, study.By("by names and values of the columns", option))
	}
	return all
}

// oneOf takes one of several columns that could have a part, or each column of labels alone.
func oneOf(part string, columns []string) []study.Fix {
	const most = 3
	option := optionOf(part)
	var all []study.Fix
	for _, name := range columns[:min(len(columns), most)] {
		all = append(all, study.To(option+" = "+visible.Name(name), option, name))
	}
	if part == labelPart {
		all = append(all, study.To("each column of labels alone", option, columns...))
	}
	return all
}

// instead reads other files or folders.
func instead(paths []string) []study.Fix {
	const most = 3
	var all []study.Fix
	for _, path := range paths[:min(len(paths), most)] {
		all = append(all, study.Fix{Instead: path})
	}
	return all
}

// made reads a file that a command of a shell makes of this one. There is none if no plain file is named.
func made(file, word, does string, command func(file, made string) string) []study.Fix {
	ending := filepath.Ext(file)
	if !quoting.Sayable(file) || slices.Contains([]string{".gz", ".zst", ".xlsx"}, ending) {
		return nil
	}
	to := strings.TrimSuffix(file, ending) + "." + word + ending
	return []study.Fix{{Does: does, Instead: to, Make: command(quoting.Shell(file), quoting.Shell(to))}}
}

// westernAdvice names other encodings.
const westernAdvice = "if a character comes out wrong, put the encoding of the file behind -f: WINDOWS-1251, " +
	"GB18030, SHIFT_JIS, …"

// converted converts a file to UTF-8 and reads it. There is none if no file is named.
func converted(file, encoding string) []study.Fix {
	plain, unpack := file, ""
	for ending, by := range map[string]string{".gz": "gzip", ".zst": "zstd"} {
		if filepath.Ext(file) == ending {
			plain, unpack = strings.TrimSuffix(file, ending), by+" -dc "
		}
	}
	all := made(plain, "utf8", "", func(_, to string) string {
		iconv := "iconv -f " + encoding + " -t UTF-8"
		if unpack != "" {
			return unpack + quoting.Shell(file) + " | " + iconv + " > " + to + " && "
		}
		return iconv + " " + quoting.Shell(file) + " > " + to + " && "
	})
	if all != nil && encoding == westernEncoding {
		all = append(all, study.Fix{Does: westernAdvice})
	}
	return all
}

// anotherName renames a column in the header of the input, and selects it by the new name. No file is written. There is
// none for the own column of another part than the groups, or if no plain file is named.
func anotherName(file, column string, own bool) []study.Fix {
	if !quoting.Sayable(file) || own && column != studyPart ||
		!slices.Contains([]string{".csv", ".tsv", ".txt"}, filepath.Ext(file)) {
		return nil
	}
	name := column + "_"
	const between = `[,;|"[:cntrl:]]`
	f := study.Fix{Does: "under another name", Instead: "-", Make: fmt.Sprintf(
		`sed -E '1s/(^|%s)%s(%s|$)/\1%s\2/' %s | `, between, column, between, name, quoting.Shell(file))}
	for _, option := range []string{"by", "facet", "covariate", "slopes", "cluster", "text"} {
		f = f.Changing(option, column, name)
	}
	if own {
		f = f.Without("group")
	}
	return []study.Fix{f}
}
