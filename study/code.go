package study

// Code is a kind of fault in the input. With it and the facts of an [Error], programs suggest a remedy.
type Code string

// Faults of labels that a program gives, and of requests to a table.
const (
	NoLabels        Code = "no_labels"
	TooManyLabels   Code = "too_many_labels"  // more than an index can count
	MismatchedIndex Code = "mismatched_index" // indices that do not go with names, or with one another
	BadOption       Code = "bad_option"       // what is asked for is none of what there is, or excludes another option
	BadName         Code = "bad_name"         // empty, or not UTF-8
	RepeatedName    Code = "repeated_name"
	OtherShard      Code = "other_shard"      // it is not of the source that others are of
	ReservedName    Code = "reserved_name"    // a factor is called like a part that every table has
	BadLabel        Code = "bad_label"        // a value that labels of its kind cannot have
	TooClose        Code = "too_close"        // numbers whose differences no computer can square
	TooFewOrdered   Code = "too_few_ordered"  // ordered categories than make an order
	TooManyOrdered  Code = "too_many_ordered" // ordered categories than a scale has
	DuplicateLabel  Code = "duplicate_label"  // the cause is a [Duplicate]
	PartlyAnonymous Code = "partly_anonymous" // some labels name their labeler, and some do not
	NoStudies       Code = "no_studies"
	NoLabelers      Code = "no_labelers" // labels do not name theirs, and are to be told apart by them
	UnknownStudy    Code = "unknown_study"
)
