// Package faults has the codes of what can be wrong with a file.
package faults

import (
	"concord/study"
)

// Faults of files.
const (
	NotReadable    study.Code = "not_readable" // the system does not let it be read
	Interrupted    study.Code = "interrupted"
	OutOfMemory    study.Code = "out_of_memory"
	Damaged        study.Code = "damaged"
	Encrypted      study.Code = "encrypted"
	Bomb           study.Code = "bomb"         // it unpacks to far more than any table of labels
	ForeignFile    study.Code = "foreign_file" // of another program, in a format that is not read
	BadEncoding    study.Code = "bad_encoding" // no UTF-8 text, or no lines
	EmptyFile      study.Code = "empty_file"
	NoRows         study.Code = "no_rows"
	LongRecord     study.Code = "long_record"
	BadQuotes      study.Code = "bad_quotes"
	BadJSON        study.Code = "bad_json"
	RaggedRow      study.Code = "ragged_row" // more or fewer fields than columns
	RepeatedHeader study.Code = "repeated_header"
	LateHeader     study.Code = "late_header" // it stands below other lines, such as a title
	NoHeader       study.Code = "no_header"   // the first line has values and no names
	Changed        study.Code = "changed"     // since it was surveyed
	// Several files.
	EmptyFolder      study.Code = "empty_folder"
	NestedFolder     study.Code = "nested_folder"     // a folder in a folder
	MixedFiles       study.Code = "mixed_files"       // of several formats
	DifferentColumns study.Code = "different_columns" // a file has columns that another has not
	RepeatedFile     study.Code = "repeated_file"
	// Workbooks.
	SeveralSheets  study.Code = "several_sheets" // with a table: Candidates has their names
	UnknownSheet   study.Code = "unknown_sheet"  // Candidates has the names of all
	NoSheets       study.Code = "no_sheets"      // a sheet is named of a file that has none
	MergedCells    study.Code = "merged_cells"   // in the header or below it
	UnsavedFormula study.Code = "unsaved_formula"
	FailedCell     study.Code = "failed_cell" // an error in place of a value: Values has those of labels
	DateLabel      study.Code = "date_label"
)

// Faults of columns.
const (
	NoColumns        study.Code = "no_columns"
	OneColumn        study.Code = "one_column"
	OpenParts        study.Code = "open_parts"         // no column has them, or several could: see [Incomplete]
	MissingColumn    study.Code = "missing_column"     // there is none of the name that was asked for
	NoMatchingColumn study.Code = "no_matching_column" // there is none like the pattern that was asked for
	AmbiguousColumn  study.Code = "ambiguous_column"   // several have the name that was asked for
	AmbiguousPart    study.Code = "ambiguous_part"     // several columns of an export could have the part
	ColumnTaken      study.Code = "column_taken"       // it has another part already
	AbsentValue      study.Code = "absent_value"       // no row has it in the column of a condition
	LateColumn       study.Code = "late_column"
	BadColumnType    study.Code = "bad_column_type"
	WideWithParts    study.Code = "wide_with_parts"    // columns are labelers, and one is to name them or hold labels
	SingleWideColumn study.Code = "single_wide_column" // one is to be a labeler
	WideWithColumns  study.Code = "wide_with_columns"  // columns are to be labelers, and several are to hold labels
	SeveralLayouts   study.Code = "several_layouts"    // are asked for, of one file
	SingleCount      study.Code = "single_count"       // one column is to count labels
	LayoutWithParts  study.Code = "layout_with_parts"  // a layout gives a part that a column is to have
	UnknownWinner    study.Code = "unknown_winner"     // of two candidates: Values has the label, and another
	SeveralAnswers   study.Code = "several_answers"    // a column of answers has two to an item
	Scores           study.Code = "scores"             // other numbers are to be, beside labels of two categories
	Percentages      study.Code = "percentages"        // so are numbers from 0 to 100
	BadProbability   study.Code = "bad_probability"    // a cell is no probability
	AlikeCandidates  study.Code = "alike_candidates"   // of one comparison
	NoBinaryColumn   study.Code = "no_binary_column"
	MissingID        study.Code = "missing_id" // a label does not say whose it is, or of what
	BadID            study.Code = "bad_id"     // a name is not UTF-8
	// Labelers are to be left out, but no column names them; or one who is not there; or all.
	NoLabelersToExclude study.Code = "no_labelers_to_exclude"
	UnknownLabeler      study.Code = "unknown_labeler"
	NobodyLeft          study.Code = "nobody_left"
	TooManyStudies      study.Code = "too_many_studies"
	SeveralGroupings    study.Code = "several_groupings" // and place for one
)

// Faults of labels.
const (
	BadSpelling       study.Code = "bad_spelling"     // not UTF-8
	NotFinite         study.Code = "not_finite"       // infinite, or beyond what a computer holds
	TooLarge          study.Code = "too_large"        // beyond what a computer can square
	BadCount          study.Code = "bad_count"        // no whole number of labels
	RaggedList        study.Code = "ragged_list"      // more or fewer labels than the lists before it have
	MergedNumbers     study.Code = "merged_numbers"   // whole numbers that a computer takes for their neighbours
	JSONLabel         study.Code = "json_label"       // objects of JSON, of which a value is the label
	NotANumber        study.Code = "not_a_number"     // words among numbers
	NotAboveZero      study.Code = "not_above_zero"   // of amounts that are to have a logarithm
	NoNumbers         study.Code = "no_numbers"       // words where there should be numbers
	OtherWriting      study.Code = "other_writing"    // numbers in a writing for people
	BinaryNumbers     study.Code = "binary_numbers"   // two numbers where there should be measurements
	ManyNumbers       study.Code = "many_numbers"     // many numbers where there should be two
	ThirdLabel        study.Code = "third_label"      // labels beside a positive and a negative one
	NoPair            study.Code = "no_pair"          // words of which none is known to be positive
	NoPositive        study.Code = "no_positive"      // negative labels are named, and others are several
	NeitherClass      study.Code = "neither_class"    // labels beside those that are named as positive or negative
	AbsentSpelling    study.Code = "absent_spelling"  // no label is one of those that are named
	PositiveNumbers   study.Code = "positive_numbers" // positive labels are named of numbers
	TimeLabels        study.Code = "time_labels"      // dates or times: Candidates may hold the labels
	IDLabels          study.Code = "id_labels"        // ids, names or free text: Candidates may hold the labels
	OwnLabels         study.Code = "own_labels"       // words of a judge that no person said, beside two others
	NonAnswers        study.Code = "non_answers"      // labels such as unsure beside two others
	MissingCodes      study.Code = "missing_codes"    // numbers that stand for missing labels, as 99 next to 1 to 5
	TooManyCategories study.Code = "too_many_categories"
	OutsideOrder      study.Code = "outside_order"    // labels beside those whose order is given
	NoOrder           study.Code = "no_order"         // words where there should be an order, which none gives
	MixedOrder        study.Code = "mixed_order"      // words among whole numbers that should be ordered categories
	FractionalLabel   study.Code = "fractional_label" // numbers between whole ones that should be ordered categories
	OrderOfUnits      study.Code = "order_of_units"   // ordered categories are asked for of all columns of 0 and 1
)

// Layouts that are recognised, and refused, because each label read alone would answer another question. See
// [Options.AsIs].
const (
	AbsentSeparator  study.Code = "absent_separator" // what is to stand between labels of a set stands in none
	LabelSets        study.Code = "label_sets"       // several labels in a cell, in any order
	LabelLists       study.Code = "label_lists"      // labels of several labelers in a cell
	LabelRankings    study.Code = "label_rankings"   // things in an order in a cell
	OrderedWords     study.Code = "ordered_words"    // words of a scale that is known: Values has them ascending
	NumberedWords    study.Code = "numbered_words"   // words that carry numbers: Values has them ascending
	Pairs            study.Code = "pairs"            // which of two is better, by the place in which each was shown
	PooledLabels     study.Code = "pooled_labels"    // of several questions or scales in one column
	CategoryCounts   study.Code = "category_counts"  // how many labelers chose each category
	RatersInRows     study.Code = "raters_in_rows"
	HeaderRows       study.Code = "header_rows"       // further lines of headers below the first
	PairedColumns    study.Code = "paired_columns"    // columns of labelers, each with a column of labels
	Readings         study.Code = "repeated_readings" // columns of one labeler each and of one occasion
	LabelerQuestions study.Code = "labeler_questions" // columns of one labeler each and of one question
	JudgeColumns     study.Code = "judge_columns"     // Values are of judges, and Candidates of people
	Spans            study.Code = "spans"             // labels of stretches with a start and an end
	OtherUnit        study.Code = "other_unit"        // labels of some labelers, in Values
	OutOfTime        study.Code = "out_of_time"       // the last row of a labeler is not the latest
	NoDate           study.Code = "no_date"           // a value of a column of dates that are joined is none
	DoubtfulDate     study.Code = "doubtful_date"     // nobody can tell the month of such a value from the day
	NoTimes          study.Code = "no_times"          // the column that is to say the latest label has none
	Preferences      study.Code = "preferences"       // a chosen and a rejected answer in a row, and nobody who chose
	CandidateVotes   study.Code = "candidate_votes"   // how many chose each of the candidates of a row
	BestOfSeveral    study.Code = "best_of_several"   // which of several answers in the row is the best
	ErrorRows        study.Code = "error_rows"        // errors that a labeler found, a row each
	NoComparison     study.Code = "no_comparison"     // rows do not compare two candidates, which was asked for
	NoLatest         study.Code = "no_latest"         // of labels given again none is the latest
	SummaryRows      study.Code = "summary_rows"      // rows of means or sums below the labels
	RecordsByKey     study.Code = "records_by_key"    // an object of which each member is a record
)
