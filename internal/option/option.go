// Package option is the table of options: what each is called, what it says, and which values it takes. Flags, help,
// completion, the arguments of agents and the settings of a pipeline read it.
package option

import (
	"reflect"
	"slices"

	"github.com/spf13/pflag"
)

// Group is the title below which help lists an option.
type Group string

// Groups of options.
const (
	question     Group = "Question"
	columns      Group = "Columns"
	labels       Group = "Labels"
	modelling    Group = "Model"
	coefficients Group = "Coefficients without a model"
	plan         Group = "Plan"
	simulation   Group = "Simulation"
	output       Group = "Output"
	exit         Group = "Exit code"
	expert       Group = "For experts"
	other        Group = "Other"
)

// Groups returns the groups in the order of help.
func Groups() []Group {
	return []Group{question, columns, labels, plan, simulation, output, exit, modelling, coefficients, expert, other}
}

// AboutFile reports whether options of a group say what a file has, which other commands take too.
func (g Group) AboutFile() bool { return g == columns || g == labels }

// OfFit reports whether options of a group say how labels are fitted and shown, whatever file they are in.
func (g Group) OfFit() bool {
	return slices.Contains([]Group{modelling, expert, coefficients, output, exit}, g)
}

// Fact is something about an option besides its value.
type Fact int

// What an option names, in the file that is read or as a file, and how it is used.
const (
	Columns     Fact = 1 << iota // of the file
	Everyday                     // in the short help
	NoColumn                     // or none of them
	Factors                      // item and labeler too
	GroupNames                   // groups of the file
	Labels                       // of the file
	File                         // or folder
	Writes                       // an output
	Fleeting                     // changes no number, so that no run is repeated with it
	Agents                       // an argument of tools
	Conditions                   // on results
	Assumptions                  // in place of a pilot
	Repeats                      // given several times, a value each
	FromFile                     // @FILE has a name in each line
	Quoted                       // names in its text stand in quotes where they need them
)

// Option describes an option.
type Option struct {
	Name, Short string
	Group       Group
	Help        string   // the word for the value in `backquotes`
	Choices     []string // nil: any value
	Between     string   // characters between names
	was         string   // another name that is understood; "" is none
	facts       Fact
	first       any // default
	unsaid      bool
	base        *Option // of which this is a variant with another help
}

// Is reports whether a fact holds.
func (o *Option) Is(f Fact) bool { return o.facts&f != 0 }

// Key is an option whose value has a type.
type Key[T any] struct{ *Option }

func keyOf[T any](g Group, name, help string, facts []Fact) Key[T] {
	var first T
	k := Key[T]{&Option{Name: name, Group: g, Help: help, first: first}}
	for _, f := range facts {
		k.facts |= f
	}
	k.base = k.Option
	return k
}

func (g Group) text(name, help string, facts ...Fact) Key[string] {
	return keyOf[string](g, name, help, facts)
}

// list is of values with commas between them.
func (g Group) list(name, help string, facts ...Fact) Key[[]string] {
	k := keyOf[[]string](g, name, help, facts)
	k.Between = ","
	return k
}

// texts is an option that may be repeated.
func (g Group) texts(name, help string, facts ...Fact) Key[[]string] {
	return keyOf[[]string](g, name, help, append(facts, Repeats))
}

// names is a list that a file may hold.
func (g Group) names(name, help string, facts ...Fact) Key[[]string] {
	return g.list(name, help, append(facts, FromFile)...)
}

func (g Group) toggle(name, help string, facts ...Fact) Key[bool] {
	return keyOf[bool](g, name, help, facts)
}
func (g Group) number(name, help string, facts ...Fact) Key[int] {
	return keyOf[int](g, name, help, facts)
}
func (g Group) real(name, help string, facts ...Fact) Key[float64] {
	return keyOf[float64](g, name, help, facts)
}

// or sets the default.
func (k Key[T]) or(first T) Key[T] {
	k.first = first
	return k
}

// oneOf sets the values of a text, the default first.
func oneOf(k Key[string], choices ...string) Key[string] { return k.among(choices...).or(choices[0]) }

// among sets the values; none is the default.
func (k Key[T]) among(choices ...string) Key[T] {
	k.Choices = choices
	return k
}

// short sets the letter of the flag.
func (k Key[T]) short(letter string) Key[T] {
	k.Short = letter
	return k
}

// was sets another name that is understood.
func (k Key[T]) was(name string) Key[T] {
	k.Option.was = name
	return k
}

// silent leaves the default out of help.
func (k Key[T]) silent() Key[T] {
	k.unsaid = true
	return k
}

// between sets the characters between names.
func (k Key[T]) between(text string) Key[T] {
	k.Between = text
	return k
}

// With returns the option with another help.
func (k Key[T]) With(help string) Key[T] {
	o := *k.Option
	o.Help = help
	return Key[T]{&o}
}

// Or returns the option with another default.
func (k Key[T]) Or(first T) Key[T] { return k.With(k.Help).or(first) }

// Keyed is an option of any type.
type Keyed interface{ option() *Option }

func (o *Option) option() *Option { return o }

// Set is options in the order in which help lists them within a group.
type Set []Keyed

// Request has the values of the options of a call.
type Request struct {
	Paths  []string // of files, as far as they are known
	flags  *pflag.FlagSet
	values map[*Option]any // pointers to values
}

// Asked is a call with values of options.
type Asked interface{ request() *Request }

func (r *Request) request() *Request { return r }

// In returns the value of an option in a call; the zero value if the command has no such option.
func (k Key[T]) In(call Asked) (value T) {
	if at, ok := call.request().values[k.base].(*T); ok {
		return *at
	}
	return value
}

// Set sets the value of an option in a call, also if the command has no such option.
func (k Key[T]) Set(call Asked, value T) {
	r := call.request()
	if at, ok := r.values[k.base].(*T); ok {
		*at = value
		return
	}
	r.values[k.base] = &value
}

// Has reports whether the command of a call has an option.
func Has(call Asked, k Keyed) bool { return call.request().values[k.option().base] != nil }

// Uses reports whether the command of a call has an option as it is, and no variant of it.
func Uses(call Asked, k Keyed) bool {
	f := call.request().flags.Lookup(k.option().Name)
	return f != nil && Of(f) == k.option()
}

// Given reports whether a call has an option.
func Given(call Asked, k Keyed) bool {
	return Has(call, k) && call.request().flags.Changed(k.option().Name)
}

// Name returns the name of an option.
func Name(k Keyed) string { return k.option().Name }

// Same reports whether two calls have the same values of some options.
func Same(a, b Asked, options Set) bool {
	return !slices.ContainsFunc(options, func(k Keyed) bool {
		base := k.option().base
		return !reflect.DeepEqual(a.request().values[base], b.request().values[base])
	})
}

// Like registers options with a set of flags. Their values come from a call, until flags are parsed.
func Like(call Asked, fs *pflag.FlagSet, options Set) *Request {
	r := NewRequest(fs, options)
	for base, to := range r.values {
		if from := call.request().values[base]; from != nil {
			reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem())
		}
	}
	return r
}
