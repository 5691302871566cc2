package result

import (
	"slices"

	"concord/internal/result/catalogue"
	"concord/model/family"
	"concord/vpc"
)

// ScaleName returns the name of a scale of an [Estimate] for readers: "latent scale" or "label scale".
func ScaleName(scale string) string {
	if scale == ScaleLatent {
		return vpc.Latent.Words()
	}
	return vpc.Label.Words()
}

// Distribution returns the family of the model; nil if this program does not know its name.
func (m *Model) Distribution() family.Family {
	f := m.distribution
	if f == nil {
		f, _ = family.Named(m.Family)
	}
	if general, ok := f.(family.Adapting); ok && general.Names() == nil {
		// The model was read from a file. Without its categories, only its family is known.
		if adapted, err := general.Adapt(m.Categories, m.Scores); err == nil {
			return adapted
		}
	}
	return f
}

// Know gives a model that was read from a file families that this program does not have.
func (m *Model) Know(families ...family.Family) {
	for _, f := range families {
		if f.String() == m.Family {
			m.distribution = f
		}
	}
}

// scales returns the scales of the estimates of a model, the scale of its parameters first.
func (m *Model) scales() []vpc.Scale {
	if f := m.Distribution(); f != nil {
		return vpc.Scales(f)
	}
	return []vpc.Scale{vpc.Label}
}

// OnScale names the scale in a heading, if there are two: ", label scale".
func (m *Model) OnScale(scale string) string {
	if len(m.scales()) == 1 {
		return ""
	}
	return ", " + ScaleName(scale)
}

// Prints reports whether tables show a quantity on a scale.
func (m *Model) Prints(q catalogue.Entry, scale string) bool {
	return slices.ContainsFunc(q.Printed.Of(m.scales()), func(s vpc.Scale) bool { return s.String() == scale })
}

// Heading returns the heading over the estimates of a quantity. It names the scale if there are two.
func (m *Model) Heading(q catalogue.Entry, scale string) string {
	heading := q.Title
	if f := m.Distribution(); f != nil && scale == ScaleLabel {
		heading = q.HeadingOn(f, vpc.Label)
	}
	return catalogue.Naming(m.Reference, heading) + m.OnScale(scale)
}
