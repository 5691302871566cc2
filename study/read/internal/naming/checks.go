package naming

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
)

// Settled returns the options with their consequences.
func (o Options) Settled() Options {
	if len(o.Order) > 0 && o.Kind == 0 {
		o.Kind = study.Ordinal
	}
	o.Order = slices.Clone(o.Order)
	for c, name := range o.Order {
		o.Order[c] = strings.TrimSpace(name)
	}
	return o
}

func (o Options) Check() error {
	if o.Delimiter != 0 && !container.IsDelimiter(o.Delimiter) {
		return study.BadOption.Faultf("%q cannot be the delimiter: choose , ; tab or |", o.Delimiter)
	}
	if o.Kind < 0 || o.Kind > study.Ordinal {
		return study.BadOption.Faultf("%d is not a kind of label", int(o.Kind))
	}
	if o.Duplicates < study.DuplicatesError || o.Duplicates > study.DuplicatesLatest {
		return study.BadOption.Faultf("%d is not a way to treat duplicates", int(o.Duplicates))
	}
	if o.Format < 0 || o.Format > study.Workbook {
		return study.BadOption.Faultf("%d is not a file format", int(o.Format))
	}
	if o.Delimiter != 0 && o.Format > study.Delimited {
		return study.BadOption.Faultf("a delimiter is named, but the format is to be %v", o.Format)
	}
	if o.MaxMemory < 0 {
		return study.BadOption.Faultf("%d bytes of memory are allowed: a limit cannot be negative",
			o.MaxMemory)
	}
	if err := o.checkLayouts(); err != nil {
		return err
	}
	if err := o.checkWhere(); err != nil {
		return err
	}
	if err := o.checkLatest(); err != nil {
		return err
	}
	if err := o.checkFiles(); err != nil {
		return err
	}
	if len(o.Pair) > 0 && (len(o.Pair) != 2 || len(o.Order) > 0) {
		return study.BadOption.Faultf(
			"a comparison has two columns of candidates, and its labels have their own order")
	}
	if len(o.Wide) > 0 && (o.Labeler != "" || o.Label != "") {
		return faults.WideWithParts.Faultf(
			"the columns are to be labelers, so no column can hold their names or all labels").FixedBy(study.By("",
			"labeler", "label"), study.By("", "wide"))
	}
	if len(o.Positive)+len(o.Negative) > 0 && o.Kind > study.Binary {
		return faults.PositiveNumbers.Faultf("positive labels are named, but the labels are to be %v", o.Kind).
			FixedBy(study.By("", "positive"), study.As("", study.Binary))
	}
	if split := o.Split != "" && o.Split != NoSplit; split &&
		(!o.AllowSets || len(o.Order)+len(o.Positive)+len(o.Negative) > 0 || o.Kind == study.Numeric ||
			o.Kind == study.Ordinal) {
		return study.BadOption.Faultf("the labels are to be cut into sets, and to be something else")
	}
	if o.Unordered && o.Kind == study.Ordinal {
		return study.BadOption.Faultf("the labels are to have no order, and to be ordered categories")
	}
	if err := o.CheckOrder(); err != nil {
		return err
	}
	for _, p := range o.Positive {
		if MatchesAny(p, o.Negative) {
			return study.BadOption.Faultf("label %q is to be both positive and negative", p)
		}
		if MatchesAny(p, o.Missing) {
			return study.BadOption.Faultf("label %q is to be both positive and missing", p)
		}
	}
	return nil
}

// InParts refuses options that need all labels of a file at once, if it is read in parts.
func (o Options) InParts(parts string) error {
	switch {
	case o.Duplicates != study.DuplicatesError:
		return study.BadOption.Faultf("%s has no rule for duplicates, which are an error", parts)
	case len(o.Exclude) > 0:
		return study.BadOption.Faultf("nobody can be left out of %s", parts)
	}
	return nil
}

// checkLatest refuses a rule without its column, and a column without its rule.
func (o Options) checkLatest() error {
	if (o.Duplicates == study.DuplicatesLatest) != (o.Latest != "") {
		return study.BadOption.Faultf(
			"the latest of labels given again needs a column of times, and such a column that rule")
	}
	return nil
}

// checkFiles refuses a part that files cannot play.
func (o Options) checkFiles() error {
	taken := map[string]string{study.LabelerFactor: o.Labeler, StudyPart: o.Study}
	switch column, known := taken[o.FileAs]; {
	case o.FileAs == "":
	case !known:
		return study.BadOption.Faultf("the name of a file is to be the %q: it is the labeler or the study",
			o.FileAs)
	case column != "", o.FileAs == study.LabelerFactor && len(o.Wide) > 0:
		return study.BadOption.Faultf("both the name of the file and columns are to be the %s", o.FileAs)
	}
	return nil
}

// checkWhere refuses conditions that no row can meet.
func (o Options) checkWhere() error {
	for _, c := range o.Where {
		if c.Column == "" || len(c.Values) == 0 {
			return study.BadOption.Faultf("a condition on column %q names no value", c.Column)
		}
	}
	return nil
}

// CheckOrder returns an error if categories in a given order are wrong.
func (o Options) CheckOrder() error {
	switch n := len(o.Order); {
	case n == 0:
		return nil
	case o.Kind != study.Ordinal:
		return study.BadOption.Faultf("an order is given, but the labels are to be %v", o.Kind)
	case n < study.FewestOrdered:
		return study.TooFewOrdered.Faultf("the order names %v, and an order has at least %d categories",
			o.Order, study.FewestOrdered).FixedBy(TwoBinary())
	case n > study.MostOrdered:
		return study.TooManyOrdered.Faultf("the order names %d categories, and an order has at most %d", n,
			study.MostOrdered)
	}
	for c, name := range o.Order {
		switch {
		case name == "":
			return study.BadName.Faultf("category %d of the order has no name", c+1)
		case !utf8.ValidString(name):
			return study.BadName.Faultf("category %q of the order is not UTF-8", name)
		case MatchesAny(name, o.Missing):
			return study.BadOption.Faultf("label %q is to be both in the order and missing", name)
		}
		if b := PlaceOf(name, o.Order[:c]); b >= 0 {
			e := study.RepeatedName.Faultf("the order names category %q twice", name)
			if o.Order[b] != name {
				e.Found += ", the first time as " + visible.Quote(o.Order[b])
			}
			return e
		}
	}
	return nil
}

// Several reports whether the name of a file plays a part.
func (o Options) Several() bool { return len(o.Beside) > 0 || o.FileAs != "" }

// BesideNothing refuses several files if only one can be read.
func (o Options) BesideNothing() error {
	if o.Several() {
		return study.BadOption.Faultf("one file can be read here")
	}
	return nil
}

// Conditioned reports whether a condition is on a column.
func (o Options) Conditioned(column string) bool {
	return slices.ContainsFunc(o.Where, func(c Condition) bool { return Normalized(c.Column) == Normalized(column) })
}

// checkLayouts refuses several layouts of one file.
func (o Options) checkLayouts() error {
	all := o.Asked()
	if len(all) < 2 {
		return nil
	}
	var fixes []study.Fix
	for k := range all {
		var f study.Fix
		for _, other := range slices.Delete(slices.Clone(all), k, k+1) {
			f.Drop = append(f.Drop, OptionOf(other))
		}
		fixes = append(fixes, f)
	}
	return faults.SeveralLayouts.Faultf("the rows of one file cannot have %d layouts: %s", len(all),
		strings.Join(all, ", ")).FixedBy(fixes...)
}

// Asked are the layouts that options ask for, in which a row is not one label, as errors name them.
func (o Options) Asked() (all []string) {
	for _, l := range []struct {
		option  string
		columns int
	}{{"Wide", len(o.Wide)}, {"Pairs", len(o.Pairs)}, {"WideItems", len(o.WideItems)}, {"Lists", len(o.Lists)},
		{"Counts", len(o.Counts)}, {"Pair", len(o.Pair)}} {
		if l.columns > 0 {
			all = append(all, l.option)
		}
	}
	return all
}

// LayoutOption is the option that asks for a layout; "" for rows of a label each.
func (o Options) LayoutOption() string {
	if all := o.Asked(); len(all) > 0 {
		return all[0]
	}
	if o.Weight != "" {
		return "Weight"
	}
	return ""
}

// PlaceOf returns the first of some categories that a label is, or −1.
func PlaceOf(text string, categories []string) int {
	return slices.IndexFunc(categories, func(c string) bool { return SameSpelling(text, c) })
}

// MatchesAny reports whether text is one of the spellings, without regard to case, or
// the same number as one of them.
func MatchesAny(text string, spellings []string) bool {
	for _, s := range spellings {
		if SameSpelling(text, s) {
			return true
		}
	}
	return false
}

func SameSpelling(a, b string) bool {
	if strings.EqualFold(a, strings.TrimSpace(b)) {
		return true
	}
	b = strings.TrimSpace(b)
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && x == y && IsWritten(x, a) && IsWritten(y, b)
}

// IsWritten reports whether a text is the whole number x to its last digit, or says by its writing that it is rounded,
// as 1e20 does.
func IsWritten(x float64, text string) bool {
	if math.Abs(x) < 1<<53 {
		return true
	}
	digits := strings.TrimLeft(strings.TrimLeft(text, "+-"), "0")
	if strings.ContainsFunc(digits, func(r rune) bool { return !IsDigit(r) }) {
		return true
	}
	return digits == strconv.FormatFloat(math.Abs(x), 'f', 0, 64)
}

func IsDigit(r rune) bool { return r >= '0' && r <= '9' }

func TwoBinary() study.Fix { return study.Choose("take two labels as binary", "positive") }
