package study

import (
	"fmt"
	"strings"

	"concord/internal/visible"
)

// WholeFile is the name of the only study of a file without study column.
const WholeFile = "all"

// GroupName names one of some groups in the middle of a sentence. The only one is the file.
func GroupName(name string, groups int) string {
	if groups == 1 {
		return "the file"
	}
	return "group " + visible.Name(name)
}

// Column is a column of the file and how it came to its part.
type Column struct {
	Name  string // "" if the file has none
	Named bool   // by the caller rather than found
	// ByValues: found by its values, because no name is plain, or several are.
	ByValues bool
	// The combinations of these columns of the file make the factor; nil: it is a column of the file.
	Of []string
}

// Columns are the columns of a file that a table came from. Labeler and Study have no name if the file has no such
// column.
type Columns struct {
	Item, Labeler, Study, Label Column
	Factors                     []Column // further ones
}

// Source describes the source of a table, and the choices on the way, so that a reader of the result can check them.
type Source struct {
	File        string   // "" for a table that was not read
	Files       []string // their paths, of several that were read as one; nil for one
	FileAs      string   // the part that their names play, "labeler" or "study"; "" for none
	Compression string   // "", "gzip" or "zstd"
	Encoding    string   // of a text that is not UTF-8, with a word in it; otherwise ""
	Format      Format   // 0 for a table that was not read
	Sheet       string   // of a workbook; otherwise ""
	OtherSheets []string // of the workbook, which are not read
	SheetFound  bool     // the sheet was found among several, because it has a table
	Delimiter   rune     // ',' ';' '\t' or '|' of a delimited file; otherwise 0
	Export      string   // program whose export the file was taken for, such as "Label Studio"; "" for none
	Evidence    string   // by what the export was recognised
	Columns     Columns  // which column is what
	Ignored     []string // columns that play no part
	// Overlooked are the ignored columns that divide the labels of items, by the labels of the first 1,000 items.
	Overlooked []Overlooked
	// Answers are ignored columns with one value of each item. All values are labels, and the labels agree with them
	// beyond chance: perhaps they are the right answers, or a judge's.
	Answers []string
	// Probabilities are the factors which hold a judge's probability of the positive label, one of each item.
	Probabilities []string
	// Scales are the judges whose answers are on another scale than people's labels, and factors of their names. After
	// the level of no answer, levels are numbers, or words that ascend. The judge's labels stand in for them, and mean
	// nothing.
	Scales []string
	// Replies list the judges with replies that people never gave.
	Replies []Replies
	// Fractions are ignored columns with a number from 0 to 1 for each item, in files of binary labels. They may be
	// probabilities.
	Fractions []string
	// Times are columns that play no part and have times, each of several labels, in the first rows.
	Times []string
	Wide  []string // columns that are a labeler each
	// Recognised describes the layout that the file was recognised to have; "" if it was asked for, or rows are a label
	// each.
	Recognised string
	// Layout is the option that makes labels of rows which hold several, such as "Pairs" of [read.Options]; "" for rows
	// of a label each.
	Layout string
	Log    bool // labels are the logarithms of numbers in the file
	// Rows of the file, without header and empty lines; labels of an export, or where columns are a labeler each.
	Rows       int
	Missing    int    // rows left out because the label is missing
	Ungrouped  int    // rows left out because a column whose values are the studies has none; see read.Groupings
	Duplicates int    // rows left out by [Duplicates]
	Latest     string // column by which the latest of duplicates was kept; "" for none
	Repeated   int    // rows kept, by [DuplicatesKeep], that repeat a label's item, labeler, study and further factors
	// Excluded are the labelers whose labels were left out on request, as they were named, and ExcludedRows the number
	// of their labels.
	Excluded     []string
	ExcludedRows int
	// Conditions describe the rows that were kept, and Filtered is the number of rows left out before anything else.
	// They are not among Rows.
	Conditions []string
	Filtered   int

	// Positive and Negative are the spellings that occur, of binary labels.
	Positive, Negative []string
	Order              []string // categories of ordinal labels, ascending
	// OrderFound says that these categories follow from the labels: neither the caller nor the file gave them.
	OrderFound bool
	// Looks are the columns of the file as its first rows have them. It is nil unless they were asked for, and for
	// formats without columns.
	Looks []ColumnLook
	// DefaultKind is the rule that chose the kind of the labels; 0 if the caller or the labels decide it.
	DefaultKind DefaultKind
}

// Replies are the answers of a judge that no person gave.
type Replies struct {
	Judge         string
	All, Unusable int      // replies, and those that are no answer, which were left out
	Texts         []string // of those
	Own           []string // words that count as labels
	OfOwn         int      // replies of such words
}

// ColumnLook is how a column looks in the first rows of a file.
type ColumnLook struct {
	Name     string
	Rows     int  // that were looked at
	First    bool // the file may have more rows: these are the first
	Missing  int  // of them without a value
	Distinct int  // different values
	Like     Likeness
	Values   []string // the first different ones, at most five; of more numbers or times the smallest and the largest
}

// Likeness is the kind of the values of a column.
type Likeness int

// The values of a column are one of these, all of them.
const (
	LikeWords  Likeness = iota // also mixed with numbers
	LikeTexts                  // more words than a name has
	LikeWhole                  // whole numbers
	LikeNumber                 // numbers with fractions
	LikeTimes
)

// String describes the source in a few lines for people.
func (s Source) String() string {
	if s.File == "" {
		return "labels given by the program"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, ", visible.Text(s.File), visible.Count(s.Rows, "row"))
	switch s.Format {
	case JSON:
		b.WriteString("JSON")
	case Parquet:
		b.WriteString("Parquet")
	case Workbook:
		b.WriteString("sheet " + visible.Name(s.Sheet))
	default:
		b.WriteString("delimiter " + delimiterName(s.Delimiter))
	}
	if s.Compression != "" {
		fmt.Fprintf(&b, ", %s", s.Compression)
	}
	if s.Encoding != "" {
		fmt.Fprintf(&b, "\nread as %s", s.Encoding)
	}
	if s.Export != "" {
		fmt.Fprintf(&b, "\nread as an export of %s, because of %s", s.Export, s.Evidence)
	}
	if s.Recognised != "" {
		fmt.Fprintf(&b, "\nrecognised: %s", s.Recognised)
	}
	fmt.Fprintf(&b, "\ncolumns: item = %s, labeler = %s, study = %s, label = %s",
		s.Columns.Item, s.Columns.Labeler, s.Columns.Study, s.Columns.Label)
	if s.FileAs != "" {
		fmt.Fprintf(&b, " (the name of each of %s is the %s)", visible.Count(len(s.Files), "file"), s.FileAs)
	}
	if len(s.Columns.Factors) > 0 {
		names := make([]string, len(s.Columns.Factors))
		for k, c := range s.Columns.Factors {
			names[k] = c.Name
		}
		fmt.Fprintf(&b, ", factors = %s", visible.Names(names))
	}
	if len(s.Ignored) > 0 {
		fmt.Fprintf(&b, "; not used: %s", visible.Names(s.Ignored))
	}
	if len(s.Positive)+len(s.Negative) > 0 {
		fmt.Fprintf(&b, "\npositive: %s; negative: %s", orNone(s.Positive), orNone(s.Negative))
	}
	if len(s.Order) > 0 {
		fmt.Fprintf(&b, "\norder: %s", visible.Names(s.Order))
	}
	if s.Filtered > 0 {
		fmt.Fprintf(&b, "\nleft out: %s that do not meet %s", visible.Count(s.Filtered, "row"),
			strings.Join(s.Conditions, "; "))
	}
	if s.Missing > 0 {
		fmt.Fprintf(&b, "\nleft out: %s without label", visible.Count(s.Missing, "row"))
	}
	if s.Ungrouped > 0 {
		fmt.Fprintf(&b, "\nleft out: %s without %s", visible.Count(s.Ungrouped, "label"), s.Columns.Study)
	}
	if len(s.Excluded) > 0 {
		fmt.Fprintf(&b, "\nleft out: %s by %s", visible.Count(s.ExcludedRows, "row"), visible.Names(s.Excluded))
	}
	if s.Duplicates > 0 {
		fmt.Fprintf(&b, "\nleft out: %s as duplicates", visible.Count(s.Duplicates, "row"))
		if s.Latest != "" {
			fmt.Fprintf(&b, ", of which the latest by %s was kept", visible.Name(s.Latest))
		}
	}
	if s.Repeated > 0 {
		fmt.Fprintf(&b, "\nkept: %s given again by the same labeler", visible.Count(s.Repeated, "label"))
	}
	return b.String()
}

// String returns the name of the column, or "(none)".
func (column Column) String() string {
	if column.Name == "" {
		return "(none)"
	}
	return visible.Name(column.Name)
}

func orNone(spellings []string) string {
	if len(spellings) == 0 {
		return "(none)"
	}
	return visible.Names(spellings)
}

func delimiterName(d rune) string {
	switch d {
	case ',':
		return "comma"
	case ';':
		return "semicolon"
	case '\t':
		return "tab"
	}
	return "|"
}
