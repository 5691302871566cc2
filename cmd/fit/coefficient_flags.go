package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"concord/nonparam"
)

// coefficientFlags say which coefficients of agreement to compute.
type coefficientFlags struct {
	coefficients []string
	distance     string
	pairs        string
	resample     string
	flags        *pflag.FlagSet // that they are registered with
	weights      *weightsFile   // that --distance names; nil if it names a distance
}

// jackknife is the value of --resample that draws no resamples.
const jackknife = "jackknife"

// differentPairs is the value of --cross-pairs that leaves out pairs of labels by one labeler.
const differentPairs = "different"

func crossPairs() []string { return []string{differentPairs, "all"} }

func resamplings() []string { return []string{jackknife, "items", "raters", "both"} }

func (cf *coefficientFlags) register(fs *pflag.FlagSet) {
	fs.StringSliceVar(&cf.coefficients, "coefficients", nil,
		"`names` of coefficients of agreement, or all (default: those that suit the labels)")
	cf.flags = fs
	fs.StringVar(&cf.resample, "resample", jackknife,
		"`method` for intervals of coefficients: jackknife, or a bootstrap of items, raters or both")
	fs.StringVar(&cf.distance, "distance", "",
		"`distance` between labels, or a file of weights (default: nominal, of ordered labels ordinal, of numbers "+
			"interval, of sets masi)")
	fs.StringVar(&cf.pairs, "cross-pairs", differentPairs,
		"`pairs` of labels for coefficients of two groups: different labelers, or all")
}

// options reads the flags.
func (cf *coefficientFlags) options() (nonparam.Options, error) {
	var o nonparam.Options
	if slices.Equal(cf.coefficients, []string{"all"}) {
		o.Coefficients = nonparam.Coefficients()
	} else {
		for _, name := range cf.coefficients {
			c := nonparam.Coefficient(name)
			if !c.Known() {
				return o, usage("--coefficients %s: there are %s", name, strings.Join(coefficientNames(), ", "))
			}
			o.Coefficients = append(o.Coefficients, c)
		}
	}
	if path, ok := isWeightsFile(cf.distance); ok {
		var err error
		if cf.weights, err = readWeights(path); err != nil {
			return o, err
		}
		if o.Distance, err = cf.weights.distance(); err != nil {
			return o, err
		}
	} else if cf.distance != "" {
		d, err := nonparam.ParseDistance(cf.distance)
		if err != nil {
			return o, usage("--distance %s: it is one of %s, or a file of weights such as weights.csv", cf.distance,
				strings.Join(distanceNames(), ", "))
		}
		o.Distance = d
	}
	var err error
	if o.AllPairs, err = oneOf("cross-pairs", cf.pairs, crossPairs(), []bool{false, true}); err != nil {
		return o, err
	}
	_, err = cf.resampled()
	return o, err
}

// resampled returns what a bootstrap draws.
func (cf *coefficientFlags) resampled() (nonparam.Resample, error) {
	return oneOf("resample", cf.resample, resamplings(),
		[]nonparam.Resample{nonparam.Both, nonparam.Items, nonparam.Raters, nonparam.Both})
}

// intervals sets how intervals of coefficients are made, at a level: by the jackknife, or from a number of replicates
// of a bootstrap; with 0 there are none.
func (cf *coefficientFlags) intervals(o *nonparam.Options, r resultFlags, b nonparam.Bootstrap) error {
	var err error
	if b.Resample, err = cf.resampled(); err != nil {
		return err
	}
	o.Level = r.level
	if b.Replicates = r.bootstrap; cf.resample == jackknife && r.bootstrap > 0 {
		o.Intervals = nonparam.Jackknife{}
		return nil
	}
	o.Intervals = b
	return checkRoom(need{count{"bootstrap", r.bootstrap}, bytesOfResample})
}

// unused says on w which flags for a bootstrap were given although there is none.
func (cf *coefficientFlags) unused(w io.Writer, r resultFlags, names ...string) {
	if cf.resample != jackknife || r.bootstrap == 0 || r.quiet {
		return
	}
	for _, name := range names {
		if cf.flags.Changed(name) {
			const why = " is not used, as intervals are by a jackknife.\n" +
				"  --resample items, raters or both draws replicates."
			_, _ = io.WriteString(w, message(w, "Note: --"+name+why)+"\n")
		}
	}
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
	for _, d := range slices.Concat(nonparam.Distances(), nonparam.SetDistances()) {
		names = append(names, d.String())
	}
	return names
}
