package result

import (
	"slices"

	"concord/model/family"
	"concord/vpc"
)

// ScaleName returns how a scale of an [Estimate] is called where people read: "latent scale" or "label scale".
func ScaleName(scale string) string {
	if scale == ScaleLatent {
		return vpc.Latent.Words()
	}
	return vpc.Label.Words()
}

// Distribution returns the family of the model; nil if this program does not know the one of that name.
func (m *Model) Distribution() family.Family {
	f := m.distribution
	if f == nil {
		f, _ = family.Named(m.Family)
	}
	if general, ok := f.(family.Adapting); ok && general.Names() == nil {
		// A model that was read back; without its categories it can say no more than its family.
		if adapted, err := general.Adapt(m.Categories, m.Scores); err == nil {
			return adapted
		}
	}
	return f
}

// Know tells a model that was read back of families that this program does not have itself.
func (m *Model) Know(families ...family.Family) {
	for _, f := range families {
		if f.String() == m.Family {
			m.distribution = f
		}
	}
}

// scales are the scales of the estimates of a model, the scale of its parameters first.
func (m *Model) scales() []vpc.Scale {
	if f := m.Distribution(); f != nil {
		return vpc.Scales(f)
	}
	return []vpc.Scale{vpc.Label}
}

// Scales returns the scales of the estimates of a result, the label scale first.
func (r *Result) Scales() []string {
	if r.Model == nil {
		return []string{ScaleLabel}
	}
	var all []string
	for _, s := range slices.Backward(r.Model.scales()) {
		all = append(all, s.String())
	}
	return all
}

// LabelScale returns the scale of the labels themselves, on which coefficients are.
func (r *Result) LabelScale() string { return r.Scales()[0] }

// ParameterScale returns the scale of the model's parameters.
func (r *Result) ParameterScale() string {
	scales := r.Scales()
	return scales[len(scales)-1]
}

// OnScale says on which scale something is, if there are two: ", label scale".
func (r *Result) OnScale(scale string) string {
	if len(r.Scales()) == 1 {
		return ""
	}
	return ", " + ScaleName(scale)
}
