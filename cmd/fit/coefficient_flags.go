package main

import (
	"io"

	"concord/internal/option"
	"concord/nonparam"
)

// coefficients reads the options of coefficients, and the file of weights that they name.
func (cf *work) coefficients() (nonparam.Options, error) {
	o, err := option.Agreement(cf)
	if path, inFile := option.WeightsFile(cf); inFile && err == nil {
		if cf.weights, err = readWeights(path); err == nil {
			o.Distance, err = cf.weights.distance()
		}
	}
	return o, err
}

// unused says on w which flags for a bootstrap were given although there is none.
func (cf *work) unused(w io.Writer, options ...option.Keyed) {
	if option.Resample.In(cf) != option.Jackknife || option.Bootstrap.In(cf) == 0 || option.Quiet.In(cf) {
		return
	}
	for _, k := range options {
		if option.Given(cf, k) {
			const why = " is not used, as intervals are by a jackknife.\n" +
				"  --resample items, raters or both draws replicates."
			_, _ = io.WriteString(w, message(w, "Note: --"+option.Name(k)+why)+"\n")
		}
	}
}
