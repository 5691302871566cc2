package main

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"concord/nonparam"
)

// coefficientFlags say which coefficients of agreement to compute.
type coefficientFlags struct {
	coefficients []string
	distance     string
}

func (f *coefficientFlags) register(fs *pflag.FlagSet) {
	fs.StringSliceVar(&f.coefficients, "coefficients", nil, "`names` of coefficients of agreement, or all (default: those that suit the labels)")
	fs.StringVar(&f.distance, "distance", "", "`distance` between labels (default: interval for numbers, nominal otherwise)")
}

// options reads the flags.
func (f *coefficientFlags) options() (nonparam.Options, error) {
	var o nonparam.Options
	if slices.Equal(f.coefficients, []string{"all"}) {
		o.Coefficients = nonparam.Coefficients()
	} else {
		for _, name := range f.coefficients {
			c := nonparam.Coefficient(name)
			if !c.Known() {
				return o, usage("--coefficients %s: there are %s", name, strings.Join(coefficientNames(), ", "))
			}
			o.Coefficients = append(o.Coefficients, c)
		}
	}
	if f.distance != "" {
		d, ok := nonparam.ParseDistance(f.distance)
		if !ok {
			return o, usage("--distance %s: it is one of %s", f.distance, strings.Join(distanceNames(), ", "))
		}
		o.Distance = d
	}
	return o, nil
}

func coefficientNames() []string {
	var names []string
	for _, c := range nonparam.Coefficients() {
		names = append(names, string(c))
	}
	return names
}

func distanceNames() []string {
	var names []string
	for _, d := range nonparam.Distances() {
		names = append(names, d.String())
	}
	return names
}
