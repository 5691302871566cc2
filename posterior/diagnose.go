package posterior

import "math"

// Extreme is the worst value of a diagnostic and the name of the quantity that has it.
type Extreme struct {
	Value float64
	Name  string
}

// Diagnostics are the worst diagnostics of several quantities. An extreme is NaN without a name if no quantity has the
// diagnostic.
type Diagnostics struct {
	MaxRHat, MinESSBulk, MinESSTail Extreme
	// Undefined names the quantities without R̂ or ESS: constant, too few draws, or NaN. They do not count for the
	// extremes.
	Undefined []string
}

// Diagnose returns the worst diagnostics of the summaries.
func Diagnose(summaries []Summary) Diagnostics {
	none := Extreme{Value: math.NaN()}
	d := Diagnostics{MaxRHat: none, MinESSBulk: none, MinESSTail: none}
	for _, s := range summaries {
		if math.IsNaN(s.RHat) || math.IsNaN(s.ESSBulk) || math.IsNaN(s.ESSTail) {
			d.Undefined = append(d.Undefined, s.Name)
		}
		// Negated so that the first number replaces NaN.
		if !math.IsNaN(s.RHat) && !(s.RHat <= d.MaxRHat.Value) {
			d.MaxRHat = Extreme{s.RHat, s.Name}
		}
		d.MinESSBulk = d.MinESSBulk.orSmaller(s.ESSBulk, s.Name)
		d.MinESSTail = d.MinESSTail.orSmaller(s.ESSTail, s.Name)
	}
	return d
}

func (e Extreme) orSmaller(value float64, name string) Extreme {
	if !math.IsNaN(value) && !(value >= e.Value) {
		return Extreme{value, name}
	}
	return e
}
