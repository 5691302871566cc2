package option

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// value is the value of a flag, which knows its option.
type value struct {
	pflag.Value
	*Option
}

type sliceValue struct {
	value
	pflag.SliceValue
}

// Of returns the option of a flag; nil for one that is not of the table.
func Of(f *pflag.Flag) *Option {
	if v, ok := f.Value.(Keyed); ok {
		return v.option()
	}
	return nil
}

// NewRequest registers options with a set of flags. The request has their values when flags have been parsed.
func NewRequest(fs *pflag.FlagSet, options Set) *Request {
	fs.SortFlags = false
	r := &Request{flags: fs, values: map[*Option]any{}}
	fs.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		for _, k := range options {
			if k.option().was == name {
				name = k.option().Name
			}
		}
		return pflag.NormalizedName(name)
	})
	for _, k := range options {
		o := k.option()
		f := o.flag(r)
		if o.unsaid {
			f.DefValue = ""
		}
		v := value{f.Value, o}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			f.Value = sliceValue{v, list}
		} else {
			f.Value = v
		}
		fs.AddFlag(f)
	}
	return r
}

// flag makes the flag of an option.
func (o *Option) flag(r *Request) *pflag.Flag {
	fs := pflag.NewFlagSet(o.Name, pflag.ContinueOnError)
	switch first := o.first.(type) {
	case string:
		r.values[o.base] = fs.StringP(o.Name, o.Short, first, o.Help)
	case []string:
		switch {
		case o.Is(Repeats):
			r.values[o.base] = fs.StringArrayP(o.Name, o.Short, first, o.Help)
		case o.Is(FromFile):
			list := &nameList{}
			r.values[o.base] = &list.names
			fs.VarP(list, o.Name, o.Short, o.Help)
		default:
			r.values[o.base] = fs.StringSliceP(o.Name, o.Short, first, o.Help)
		}
	case bool:
		r.values[o.base] = fs.BoolP(o.Name, o.Short, first, o.Help)
	case int:
		r.values[o.base] = fs.IntP(o.Name, o.Short, first, o.Help)
	case uint64:
		r.values[o.base] = fs.Uint64P(o.Name, o.Short, first, o.Help)
	case float64:
		r.values[o.base] = fs.Float64P(o.Name, o.Short, first, o.Help)
	case []float64:
		r.values[o.base] = fs.Float64SliceP(o.Name, o.Short, first, o.Help)
		fs.Lookup(o.Name).DefValue = strings.ReplaceAll(fmt.Sprint(first), " ", ",")
	default:
		panic(fmt.Sprintf("option: %s has values of type %T", o.Name, first))
	}
	return fs.Lookup(o.Name)
}

// FilesOf returns the files that values of a flag were read from.
func FilesOf(f *pflag.Flag) []string {
	if v, ok := f.Value.(sliceValue); ok {
		if list, ok := v.Value.(*nameList); ok {
			return list.files
		}
	}
	return nil
}

// IsWritten reports whether a flag names what a command writes.
func IsWritten(f *pflag.Flag) bool { return is(f, Writes) }

// IsFleeting reports whether a flag decides what is shown or where, and not what is computed.
func IsFleeting(f *pflag.Flag) bool { return Of(f) == nil || is(f, Fleeting) }

// IsQuoted reports whether names in the text of a flag stand in quotes where they need them.
func IsQuoted(f *pflag.Flag) bool { return is(f, Quoted) }

func is(f *pflag.Flag, fact Fact) bool {
	o := Of(f)
	return o != nil && o.Is(fact)
}

// GroupOf returns the group of a flag.
func GroupOf(f *pflag.Flag) Group {
	if o := Of(f); o != nil {
		return o.Group
	}
	return other
}
