package answer

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/internal/document"
	"concord/internal/quantity"
	"concord/internal/result"
	"concord/posterior"
)

// Row is a number with its key.
type Row struct {
	Q *quantity.Entry
	Key
	// Value is the reported number, Lower and Upper its interval, and P the probability of the quantity's event. NaN is
	// none, and Why may say why.
	Value, Lower, Upper, P float64
	// SD is the standard deviation of a posterior, or the standard error of an estimate.
	SD float64
	// N counts the things that the number was taken over; −1: none were counted.
	N int
	// Said is the words of a quantity that is words.
	Said string
	// Method says how the interval was computed, or how the things were chosen.
	Method string
	// Draws summarise the draws of a fit; nil: the row has none.
	Draws *posterior.Summary
	// Why is a sentence, and Reason its code if it has one.
	Why, Reason string
}

// Key tells what a number describes.
type Key struct {
	Task, Group string // the part of the labels; "" is all
	// Of is who or what within the part, such as a candidate, and Against the other of two.
	Of, Against string
	// By is whose labels, if not of Of: a [Person]'s, or [Unlimited] people's.
	By    string
	Scale string // "latent"; "" is that of the labels
	// Term is the term, or the coefficient of a covariate, and Design the labels of a mean, such as "labeler=3".
	// Category is a category of labels, or a value of the covariate.
	Term, Design, Category string
	// Distance is by what labels differ in a coefficient of agreement.
	Distance string
	Event    string // whose probability P is; "" is the event of the quantity
	// Prior is another prior, such as "sd", or another model, such as "--discrimination"; "" is that of the fit.
	Prior string
	K     int // how many labels, or the place among several of a kind; 0 is none
}

// Whose labels a number is of.
const Person, Unlimited = "person", "unlimited"

// Model is whose labels a coefficient is of that the model implies.
const Model = "model"

// Designs of a plan of a score, if items are not drawn at random.
const Stratified, WithoutJudge = "by the judge's label", "without the judge"

// Reaching is the design of a plan that reaches a reliability.
func Reaching(reliability string) string { return "reliability " + reliability }

var none = math.NaN()

// Part is the part of the labels that the key is in.
func (k Key) Part() Key { return Key{Task: k.Task, Group: k.Group} }

// Names are the names of the things that the number describes, in the order in which conditions write them.
func (k Key) Names() []string {
	return slices.DeleteFunc([]string{k.Task, k.Group, k.Of, k.Against, k.By}, func(s string) bool { return s == "" })
}

// Among is the place of a number of one group, of two, or of two that are compared with a third, which is the first.
func Among(groups ...string) (at Key) {
	switch len(groups) {
	case 1:
		at.Group = groups[0]
	case 2:
		at.Of, at.Against = groups[0], groups[1]
	case 3:
		at.Group, at.Of, at.Against = groups[0], groups[1], groups[2]
	}
	return at
}

// Groups are the groups of a number of a fit.
func (k Key) Groups() []string {
	if k.Category != "" { // of a covariate
		return []string{k.Group}
	}
	return Key{Group: k.Group, Of: k.Of, Against: k.Against}.Names()
}

func newRow(name string, at Key, value float64) *Row {
	return NewRow(quantity.Of(name), at, value)
}

// NewRow returns a row that belongs to no answer yet.
func NewRow(q *quantity.Entry, at Key, value float64) *Row {
	return &Row{Q: q, Key: at, Value: value, Lower: none, Upper: none, P: none, SD: none, N: -1}
}

// Within sets the interval.
func (r *Row) Within(lower, upper float64) *Row {
	r.Lower, r.Upper = lower, upper
	return r
}

// Times returns the row with its value and its interval multiplied by a factor.
func (r *Row) Times(by float64) *Row {
	c := *r
	c.Value, c.Lower, c.Upper = by*r.Value, min(by*r.Lower, by*r.Upper), max(by*r.Lower, by*r.Upper)
	return &c
}

// Defined reports whether the row has a finite number, or words.
func (r *Row) Defined() bool { return document.Finite(r.Value) || r.Said != "" }

// As says which aspect of a row is shown.
type As int

// The aspects.
const (
	Whole   As = iota // the value with its interval
	Alone             // the value
	Range             // the interval
	Chance            // the probability of the event
	Things            // how many things were counted
	What              // what the quantity is
	Group             // the group
	Source            // who it is of
	Signed            // the value with its sign
	Error             // the standard deviation
	Median            // the median of draws that are skewed, where the value is the mean
	RHat              // R̂ of the draws
	BulkESS           // effective sample sizes of the draws
	TailESS
	Named // the value with its interval after a short name of the quantity
)

// Cell returns an aspect of the row for a table or a sentence; nil if it has none.
func (r *Row) Cell(as As) document.Cell {
	if r == nil {
		return nil
	}
	share := r.Q.Unit == quantity.Share
	switch {
	case as == Range && !document.Finite(r.Lower) && !document.Finite(r.Upper), as == Things && r.N < 0:
		return nil
	case as == Things:
		return document.Count(r.N)
	case as == Group:
		return document.Text(document.Shortened(r.Group, 16))
	case as == Source:
		return document.Text(document.Clip(r.Of))
	case as == What:
		return document.Text(r.Q.What)
	case as == Chance && math.IsNaN(r.P):
		return nil
	case as == Chance:
		return document.Chances(r.P)
	case as == Named && !document.Finite(r.Value):
		return document.Undefined("")
	case as >= Median && as <= TailESS:
		return r.drawn(as)
	case r.Q.Unit == quantity.Place:
		return document.Text(span(r.Lower, r.Upper))
	case r.Q.Unit == quantity.Labels && !math.IsNaN(r.Value):
		return document.Labels{Value: r.Value, Lower: r.Lower, Upper: r.Upper, Most: cmp.Or(r.Q.Most,
			document.MostNeeded)}
	case as == Error && !document.Finite(r.SD):
		return nil
	case r.Q.Unit == quantity.Needed && as != Range:
		return document.Needed{Value: r.Value, Lower: r.Lower, Upper: r.Upper}
	case !r.Defined() && r.Why != "" && as != Range:
		return document.Undefined(r.Why)
	case !r.Defined() && as != Range:
		return nil
	case r.Said != "" && r.N > 1:
		return document.Text(strings.ReplaceAll(r.Said, " | ", ", "))
	case r.Said != "":
		return document.Text(r.Said)
	case r.Q.Unit == quantity.Count && r.Value == math.Trunc(r.Value):
		return document.Count(int(r.Value))
	case r.Q.Unit == quantity.Count:
		return document.Text(document.Fixed(r.Value, 1))
	case r.Q.Unit == quantity.Exact:
		return document.Exact(r.Value)
	case r.Q.Unit == quantity.PValue:
		return document.PValue(r.Value)
	case as == Error:
		return document.Number{Value: r.SD, SD: r.spread()}
	case as == Range:
		return document.Interval{Lower: r.Lower, Upper: r.Upper, SD: r.spread(), Percent: share}
	}
	if as == Signed {
		return document.Number{Value: r.Value, SD: r.spread(), Signed: true}
	}
	e := document.Estimate{Value: r.Value, Lower: r.Lower, Upper: r.Upper, SD: r.spread(), Percent: share}
	switch as {
	case Alone:
		e.Lower, e.Upper = none, none
	case Named:
		e.Symbol = result.Marked(shortly.Replace(r.Q.Symbol)+parenthetic(r.Distance), r.Reason)
	}
	return e
}

// shortly makes names of coefficients so short that a cell holds them.
var shortly = strings.NewReplacer("Krippendorff's ", "", "cross-kappa ", "", "difference of ", "Δ ")

// drawn is an aspect of the draws.
func (r *Row) drawn(as As) document.Cell {
	if r.Draws == nil || !r.Defined() || as == Median && !r.Skewed() {
		return nil
	}
	size := r.Draws.ESSBulk
	switch {
	case as == Median:
		return document.Number{Value: r.Draws.Median, SD: r.spread()}
	case as == RHat:
		return document.Number{Value: r.Draws.RHat}
	case as == TailESS:
		size = r.Draws.ESSTail
	}
	if !document.Finite(size) {
		return document.Undefined("")
	}
	return document.Count(size)
}

// Converged reports whether the draws of a row have converged, as far as their R̂ and effective sizes are known.
func (r *Row) Converged() bool {
	if r.Draws == nil {
		return true
	}
	least := min(r.Draws.ESSBulk, r.Draws.ESSTail)
	return !(r.Draws.RHat > result.FailRHat) && !(0 < least && least < result.FailESS)
}

// Skewed reports whether mean and median of the draws differ by more than a fifth of the standard deviation: the median
// is then the better single number.
func (r *Row) Skewed() bool { return r.Draws != nil && math.Abs(r.Draws.Mean-r.Draws.Median) > r.SD/5 }

// spread determines the decimals: a quarter of the interval's width, or enough to leave three digits. It is not so
// small that there were more decimals than the quantity has.
func (r *Row) spread() float64 {
	sd, least := r.SD, 0.0
	if !document.Finite(sd) {
		sd = (r.Upper - r.Lower) / 4
	}
	if d := r.Q.Decimals(false); d < quantity.Any {
		least = math.Pow10(1 - d)
	}
	switch share := r.Q.Unit == quantity.Share; {
	case share:
		return max(sd, least/100)
	case !document.Finite(sd):
		sd = math.Abs(r.Value) / 10
	}
	return max(sd, least)
}

// parenthetic puts words behind others.
func parenthetic(words string) string {
	if words == "" {
		return ""
	}
	return " (" + words + ")"
}

// Bare returns the row without its interval.
func (r *Row) Bare() *Row {
	c := *r
	return c.Within(none, none)
}

// span prints places: "1" or "1–3".
func span(lower, upper float64) string {
	if lower == upper {
		return document.Integer(int(lower))
	}
	return document.Integer(int(lower)) + "–" + document.Integer(int(upper))
}

// field is a value of a row by its name in JSON and CSV.
type field struct {
	name  string
	value any // a text, a float64 or an int
}

// fields are the one form of a row for programs: the keys in JSON, and the columns of CSV.
func (r *Row) fields(into []field) []field {
	count := func(n, none int) any {
		if n == none {
			return ""
		}
		return n
	}
	draws := r.Draws
	if draws == nil {
		draws = &posterior.Summary{Median: none, RHat: none, ESSBulk: none, ESSTail: none, MCSEMean: none}
	}
	return append(into[:0], []field{{"quantity", r.Q.Name}, {"task", r.Task}, {"group", r.Group}, {"of", r.Of},
		{"against", r.Against}, {"by", r.By}, {"scale", r.Scale}, {"distance", r.Distance}, {"k", count(r.K, 0)},
		{"value", r.Value}, {"lower", r.Lower}, {"upper", r.Upper}, {"p", r.P}, {"sd", r.SD},
		{"n", count(r.N, -1)}, {"said", r.Said}, {"method", r.Method}, {"why", r.Why}, {"reason", r.Reason},
		{"term", r.Term}, {"category", r.Category},
		{"design", r.Design}, {"event", r.Event}, {"prior", r.Prior},
		{"median", draws.Median}, {"rhat", draws.RHat},
		{"ess_bulk", draws.ESSBulk}, {"ess_tail", draws.ESSTail}, {"mcse_mean", draws.MCSEMean}}...)
}

// Column is a column of a table of rows. It has text, or numbers, or whole numbers.
type Column struct {
	Name          string
	Number, Whole bool
}

// Columns are the columns of the cells of a row in a table of many tasks, whose keys have columns of their own.
func Columns() []Column {
	var all []Column
	like := newRow("labels", Key{K: 1}, 0)
	like.N = 0
	for _, f := range like.fields(nil) {
		_, number := f.value.(float64)
		_, whole := f.value.(int)
		if f.name != "task" {
			all = append(all, Column{f.name, number, whole})
		}
	}
	return all
}

// Cells returns the cells of the row in the order of [Columns]: a string, a float64, an int64, or nil for none.
func (r *Row) Cells() []any {
	var all []any
	for _, f := range r.fields(nil) {
		cell := f.value
		switch x := cell.(type) {
		case float64:
			if !document.Finite(x) {
				cell = nil
			}
		case int:
			cell = int64(x)
		case string:
			if x == "" {
				cell = nil
			}
		}
		if f.name != "task" {
			all = append(all, cell)
		}
	}
	return all
}

// MarshalJSON implements [json.Marshaler]. It leaves out what the row does not have; a number that is undefined is
// null.
func (r *Row) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	values := json.NewEncoder(&b)
	values.SetEscapeHTML(false)
	for _, f := range r.fields(nil) {
		x, number := f.value.(float64)
		switch {
		case f.value == "", number && !document.Finite(x) && (f.name != "value" || r.Said != ""):
			continue
		case number && !document.Finite(x):
			f.value = nil
		}
		b.WriteString(`,"` + f.name + `":`)
		if err := values.Encode(f.value); err != nil {
			return nil, err
		}
	}
	b.Bytes()[0] = '{'
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON implements [json.Unmarshaler]. Numbers that are missing are undefined.
func (r *Row) UnmarshalJSON(text []byte) error {
	var from struct {
		Quantity, Said, Method, Why, Reason string
		Key
		Value, Lower, Upper, P, SD *float64
		N                          *int

		Median, RHat *float64
		ESSBulk      *float64 `json:"ess_bulk"`
		ESSTail      *float64 `json:"ess_tail"`
		MCSE         *float64 `json:"mcse_mean"`
	}
	if err := json.Unmarshal(text, &from); err != nil {
		return err
	}
	q := quantity.Find(from.Quantity)
	if q == nil { // a parameter of a family that this program does not have
		q = &quantity.Entry{Name: from.Quantity}
	}
	*r = *NewRow(q, from.Key, none)
	draws := posterior.Summary{Median: none, RHat: none, ESSBulk: none, ESSTail: none, MCSEMean: none}
	r.Said, r.Method, r.Why, r.Reason = from.Said, from.Method, from.Why, from.Reason
	for to, x := range map[*float64]*float64{&r.Value: from.Value, &r.Lower: from.Lower, &r.Upper: from.Upper,
		&r.P: from.P, &r.SD: from.SD, &draws.Median: from.Median, &draws.RHat: from.RHat,
		&draws.ESSBulk: from.ESSBulk, &draws.ESSTail: from.ESSTail, &draws.MCSEMean: from.MCSE} {
		if x != nil {
			*to = *x
		}
	}
	if from.N != nil {
		r.N = *from.N
	}
	if q.Unit == quantity.Needed && from.Value == nil {
		r.Value = math.Inf(1) // no number is enough
	}
	if q.Unit == quantity.Needed && from.Lower != nil && from.Upper == nil {
		r.Upper = math.Inf(1)
	}
	if from.Median != nil {
		draws.Mean, draws.SD, draws.Lower, draws.Upper = r.Value, r.SD, r.Lower, r.Upper
		if from.SD == nil { // the posterior has no mean
			draws.Mean = none
		}
		r.Draws = &draws
	}
	return nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (a *Answer) UnmarshalJSON(text []byte) error {
	type plain Answer
	from := plain(*New("", result.Data{}, result.Intervals{}))
	if err := json.Unmarshal(text, &from); err != nil {
		return err
	}
	*a = Answer(from)
	a.Rows = nil
	for _, r := range from.Rows {
		if old, _ := a.find(r.Q.Name, r.Key); old != nil {
			return fmt.Errorf("two rows %s", r.Q.Name)
		}
		a.Put(r)
	}
	return nil
}

// WriteItems writes a table with a line for each thing that has the first of those quantities that the answer has: what
// it is, its group, how many labels it has, and of each quantity the value or the words, with interval and probability.
// A quantity that is against several has columns for each.
func (a *Answer) WriteItems(w io.Writer, what string, names ...string) error {
	names = slices.DeleteFunc(names, func(name string) bool { return len(a.of[name]) == 0 })
	if len(names) == 0 {
		return nil
	}
	out := csv.NewWriter(w)
	head := []string{what, "group"}
	var columns []aspect
	for i, name := range names {
		columns = append(columns, a.aspects(name, i == 0)...)
	}
	for _, c := range columns {
		head = append(head, document.Guarded(c.head))
	}
	_ = out.Write(head)
	for _, first := range a.of[names[0]] {
		record := []string{document.Guarded(first.Key.Of), document.Guarded(first.Group)}
		for _, c := range columns {
			at, text := first.Key, ""
			at.Against = c.against
			if r, _ := a.find(c.quantity, at); r != nil {
				text = c.of(r)
			}
			record = append(record, text)
		}
		_ = out.Write(record)
	}
	out.Flush()
	return out.Error()
}

// aspect is a column of [Answer.WriteItems].
type aspect struct {
	head, quantity, against string
	of                      func(*Row) string
}

// aspects are the columns of a quantity that some of its rows have; of the first one with how many things were counted.
func (a *Answer) aspects(name string, counted bool) (all []aspect) {
	var against []string
	for _, r := range a.of[name] {
		if !slices.Contains(against, r.Against) {
			against = append(against, r.Against)
		}
	}
	for _, who := range against {
		add := func(suffix string, has func(*Row) bool, of func(*Row) string) {
			if who != "" {
				suffix += ":" + who
			}
			if slices.ContainsFunc(a.of[name], has) {
				all = append(all, aspect{name + suffix, name, who, of})
			}
		}
		number := func(suffix string, of func(*Row) float64) {
			add(suffix, func(r *Row) bool { return document.Finite(of(r)) },
				func(r *Row) string { return document.Full(of(r)) })
		}
		add("", (*Row).Defined, func(r *Row) string { return document.Guarded(r.Said) + document.Full(r.Value) })
		number("_p", func(r *Row) float64 { return r.P })
		number("_lower", func(r *Row) float64 { return r.Lower })
		number("_upper", func(r *Row) float64 { return r.Upper })
		add("_n", func(r *Row) bool { return counted && r.N >= 0 }, func(r *Row) string { return strconv.Itoa(r.N) })
	}
	return all
}

// WriteCSV writes the rows, with one header for every command.
func (a *Answer) WriteCSV(w io.Writer) error { return WriteRows(w, slices.Values(a.Rows)) }

// WriteRows is [Answer.WriteCSV] for rows that may be too many to be all there.
func WriteRows(w io.Writer, rows iter.Seq[*Row]) error {
	out := csv.NewWriter(w) // whose errors stay with it until Flush
	var head []string
	fields := newRow("labels", Key{}, 0).fields(nil)
	for _, f := range fields {
		head = append(head, f.name)
	}
	_ = out.Write(head)
	for r := range rows {
		record := head[:0]
		for _, f := range r.fields(fields) {
			switch x := f.value.(type) {
			case float64:
				record = append(record, document.Full(x))
			case int:
				record = append(record, strconv.Itoa(x))
			case string:
				record = append(record, document.Guarded(x))
			}
		}
		_ = out.Write(record)
	}
	out.Flush()
	return out.Error()
}
