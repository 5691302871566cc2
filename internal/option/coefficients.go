package option

import (
	"slices"
	"strings"

	"concord/nonparam"
)

// Jackknife is the value of --resample that draws no resamples.
const Jackknife = "jackknife"

// Agreement returns the coefficients that a call asks for. A distance in a file is left to the command.
func Agreement(call Asked) (nonparam.Options, error) {
	var o nonparam.Options
	names := Coefficients.In(call)
	if slices.Equal(names, []string{"all"}) {
		o.Coefficients, names = nonparam.Coefficients(), nil
	}
	for _, name := range names {
		c := nonparam.Coefficient(name)
		if !c.Known() {
			return o, Refuse("--coefficients %s: there are %s", name, strings.Join(CoefficientNames(), ", "))
		}
		o.Coefficients = append(o.Coefficients, c)
	}
	if _, inFile := WeightsFile(call); !inFile && Distance.In(call) != "" {
		d, err := nonparam.ParseDistance(Distance.In(call))
		if err != nil {
			return o, Refuse("--distance %s: it is one of %s, or a file of weights such as weights.csv",
				Distance.In(call), strings.Join(Distance.Choices, ", "))
		}
		o.Distance = d
	}
	var err error
	if o.AllPairs, err = Chosen(call, CrossPairs, false, true); err != nil {
		return o, err
	}
	_, err = resampled(call)
	return o, err
}

// WeightsFile returns the file of weights that --distance names.
func WeightsFile(call Asked) (path string, ok bool) {
	value := Distance.In(call)
	if path, ok := strings.CutPrefix(value, "@"); ok {
		return path, true
	}
	return value, strings.HasSuffix(value, ".csv") || strings.HasSuffix(value, ".tsv")
}

// resampled returns what a bootstrap draws.
func resampled(call Asked) (nonparam.Resample, error) {
	return Chosen(call, Resample, nonparam.Both, nonparam.Items, nonparam.Raters, nonparam.Both)
}

// Intervals sets how intervals of coefficients are made: by the jackknife, or from replicates of a bootstrap; with 0
// there are none.
func Intervals(call Asked, o *nonparam.Options, b nonparam.Bootstrap) error {
	const bytesOfResample = 24 // a coefficient of a bootstrap
	var err error
	if b.Resample, err = resampled(call); err != nil {
		return err
	}
	o.Level = Interval.In(call)
	if b.Replicates = Bootstrap.In(call); Resample.In(call) == Jackknife && b.Replicates > 0 {
		o.Intervals = nonparam.Jackknife{}
		return nil
	}
	o.Intervals = b
	return CheckRoom(Bootstrap.Name, b.Replicates, bytesOfResample)
}

// CoefficientNames returns the names of all coefficients.
func CoefficientNames() []string {
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
