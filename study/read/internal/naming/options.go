package naming

import (
	"concord/internal/quoting"
	spelt "concord/internal/spelling"
	"concord/internal/visible"
	"concord/internal/when"
	"concord/study"
)

// Options says how to read a file. The zero value finds the columns, the delimiter
// and the kind of the labels by itself, and refuses duplicates.
type Options struct {
	// Item, Labeler, Study and Label name columns of the header, without regard to
	// case and separators. An empty name is found by the conventions of the field
	// (item, task, …; labeler, rater, …). Labeler and Study may be [study.NoColumn].
	//
	// Study may name several columns with * between them: then each combination of their values is a study, such as
	// "18-24 · DE". Names with commas between them, "gender,age" or "gender,age*country", are groupings: each divides
	// the same labels into studies; see [Tables]. A column that has such a character in its name is found by it
	// first. Labels without a value in a column that was named so are left out.
	Item, Labeler, Study, Label string

	// Factors name columns that become factors of the table, by their names in the header: other ways in which labels
	// differ, besides item, labeler and study.
	Factors []string
	// Cluster is the one of Factors in whose levels items are nested. An item in two of them is an error.
	Cluster string
	// Dates say how dates in columns of factors become levels.
	Dates Dates

	// Kind is the kind that the labels must have. Zero leaves it to the labels: binary if all are of one binary pair of
	// spellings, numeric if all are numbers. Ordinal without Order takes whole numbers, and all from the least to the
	// largest are categories.
	Kind study.Kind
	// Order names ordered categories, ascending, without regard to case. It makes labels ordinal, and those that it
	// does not name are an error. A spelling of a missing label that occurs in Order is a label.
	Order []string
	// Unordered says that labels have no order, whatever their words or the file say: they are categories, as far as
	// they are no binary pair.
	Unordered bool
	// Log takes the logarithms of labels, which must be numbers above 0. Others are an error.
	Log bool
	// AllowNominal lets words that are no binary pair be categories where Kind is
	// zero. Otherwise they are an error.
	AllowNominal bool
	// PairsAlone refuses labels other than a binary pair also if words may be categories: they may be dirt.
	PairsAlone bool

	// AllowSets lets labels be sets. Each set is a category of a table that knows its parts ([study.Table.Sets]).
	// Otherwise labels that are recognised as sets are an error.
	AllowSets bool
	// Split separates the labels of a set. Lists in brackets need no separator. Empty finds it, and
	// [NoSplit] says that each label is one thing.
	Split string

	// Positive and Negative are spellings of binary labels, without regard to case. If Positive is given and Negative
	// is not, the one other spelling is negative, and so are all others if they are numbers.
	Positive, Negative []string
	// AboveZero says that labels are amounts above 0, which have a logarithm. Others are an error.
	AboveZero bool
	// Missing are spellings of a missing label besides the usual ones, without
	// regard to case. They do not concern ids.
	Missing []string

	// Exclude names labelers whose labels are left out before anything else is made of them: in all studies, or in one,
	// as "study:labeler".
	Exclude []string

	// Duplicates is the rule for several labels by one labeler of one item in one study.
	Duplicates study.Duplicates
	// Latest names the column of the times or numbers by which [study.DuplicatesLatest] keeps the latest label.
	Latest string

	// Sheet is the name of the sheet of a workbook. If it is "", the only one with a table is read.
	Sheet string

	// Format is how the file writes its rows. Zero recognises it by the content.
	Format study.Format
	// Delimiter is one of ',' ';' '\t' '|', of a delimited file. Zero finds it from the
	// first lines.
	Delimiter rune

	// Wide names columns that each hold the labels of one labeler, with the name of the column: a row is an item, a
	// cell a label. A name may hold * for any text and ? for any character. It excludes Labeler and Label. If names
	// hold more than the labeler, a pattern says so in braces: {labeler}_{occasion} for labels given again,
	// {labeler}_{label} for several questions. The column "occasion" distinguishes labels of a labeler, which are then
	// all kept, and "question" the questions.
	Wide []string
	// Pairs name columns of labelers, each with a column of their labels. They exclude Labeler and Label.
	Pairs []ColumnPair
	// WideItems name columns as Wide does. Each column is an item, a row is a person, a cell a label. Labeler names the
	// column of people; "" finds it, or takes the number of the row. They exclude Item and Label.
	WideItems []string
	// Lists name columns as Wide does. A cell holds a list of labels, in brackets or with a separator. Labeler may name
	// a column of lists of labelers. If it is "", places in the lists are labelers, provided that the first lists have
	// one length. [study.NoColumn] takes labels without labelers. Each of several columns is an item of the row.
	Lists []string
	// Counts name columns, as Wide does, which count the labels of a category each: as many labels of nobody in
	// particular. They exclude Labeler and Label.
	Counts []string
	// DecimalCommas name columns whose numbers have a comma before the decimals. Nil finds them, in a delimited file
	// whose fields are not separated by commas.
	DecimalCommas []string
	// Weight names the column with the number of labels that a row stands for, or of items if a row has labels of
	// several labelers.
	Weight string

	// Pair names two columns of candidates. The label says which of them won, by the column's name, the candidate's, or
	// its place, in whatever order they were shown; or that neither did. An item is the item of Item, if there is such
	// a column, together with both candidates. Labels are first, tie and second: the two candidates in the order of
	// their names. They are ordered if there are ties. With PairNames, or if Kind is nominal, labels are names of
	// winners, and tie. Positive and Negative are spellings that say that the first column won, and the second. Factors
	// can be the new columns pair and position, which says in which place the first of the two was shown.
	Pair      []string
	PairNames bool
	// Candidates adds four factors behind all others, for comparisons of two candidates. They are the prompt (the item
	// of the file, if there is one), the two candidates in the order of their names, and the position. Labels given
	// again are kept. Files of other rows are read as ever.
	Candidates bool

	// GoldColumn names a column with the right answer to the item of each row, and JudgeColumns name columns with a
	// judge's answer. Each answer becomes one label of the item, in study [GoldStudy] or one of the column's name.
	// Labels of a file without a column of studies are of study [PeopleStudy]. ItemFactors are the Factors that
	// distinguish items. Two answers to an item are an error.
	GoldColumn                string
	JudgeColumns, ItemFactors []string
	// MostProbable says that JudgeColumns have probabilities of the positive label, from 0 to MostProbable, which is 1
	// or 100. They become factors, not labels: see [study.Source.Probabilities]. Levels are from 0 to 1, or
	// [NoProbability]. 0 recognises those from 0 to 1, if labels are two categories.
	MostProbable float64

	// Judged says which labels are judges': replies that are no answer are left out, see [study.Source.Replies].
	Judged Judged

	// Rows that miss one of the conditions in Where are left out before anything else is done.
	Where []Condition

	// Beside are the paths of further files, whose rows are read after the first file's as if all were one. Each row
	// has the column [FileColumn] too, with the name of its file without folder and extension. It names the labelers if
	// no other column does.
	Beside []string
	// FileAs is the part that the name of the file plays, "labeler" or "study", also of one file.
	FileAs string

	// texts are the columns whose names are names of labels, though they hold texts.
	Texts []string

	// Sample reads the first rows alone, to see whether the file can be read so.
	Sample bool

	// Looks asks for how each column looks in the first rows, for [study.Source.Looks].
	Looks bool

	// AsIs reads labels and columns as these options say, even if they look like another layout: sets of labels, words
	// in a known order, pairs, counts, readings. Otherwise such a layout is an error, because each label read alone
	// would answer another question.
	AsIs bool

	// MaxMemory is an estimate in bytes of the memory that labels and names may take; a file that needs more is an
	// error. Zero is three quarters of the memory that the system calls free, or 8 GiB if it does not say.
	MaxMemory int64
}

// ColumnPair is a column of labelers, and the column of the labels that they gave.
type ColumnPair struct{ Labeler, Label string }

// Judged says which labels are judges'. Columns of answers are judges anyway.
type Judged struct {
	// People are the study of the people, if Judges are all other studies. Judges are studies or labelers.
	People string
	Judges []string
	// Scales says that a judge may answer on another scale than people do, such as with a probability where they say
	// yes or no: see [study.Source.Scales].
	Scales bool
}

// Dates say how dates in columns of factors become levels.
type Dates struct {
	// Columns are the columns of the dates, among the factors.
	Columns []string
	// Order is which number of a date such as 03/04/2026 is the day. Such dates become levels such as 2026-04-03.
	Order when.Order
	// Every is the unit of the periods that are the levels, "" for every value by itself.
	Every when.Unit
}

// Condition holds of a row whose column has one of some values, or none of them.
type Condition struct {
	Column string
	Values []string // without surrounding blanks, in their case; "" is an empty field
	Not    bool     // the column has none of them
}

// AllColumns, as the only name given to [Tables], is all columns that hold
// 0, 1 and missing values only.
const AllColumns = "all"

// NoSplit as [Options.Split] says that each label is one thing.
const NoSplit = "none"

// String writes the condition as people read it: source = expert, crowd.
func (c Condition) String() string {
	is := " = "
	if c.Not {
		is = " != "
	}
	return visible.Sprintf("%v%s%v", c.Column, is, c.Values)
}

// text writes the condition as an option.
func (c Condition) text() string { return quoting.Condition(c.Column, c.Not, c.Values...) }

// Others are the condition with another name, one of the nearest to the wrong one; or no condition.
func (c Condition) Others(does, wrong string, names []string, with func(name string) Condition) []study.Fix {
	near := spelt.Nearest(wrong, names)
	if len(near) == 0 {
		near = names
	}
	const most = 3
	var all []study.Fix
	for _, name := range near[:min(len(near), most)] {
		all = append(all, study.Fix{Does: does}.Changing("where", c.text(), with(name).text()))
		does = ""
	}
	if all == nil {
		return []study.Fix{study.By("all rows", "where")}
	}
	return all
}
