package predictive

import "concord/internal/wire"

// checkFormat begins an encoded check, and changes with its layout.
const checkFormat = "concord check 4"

// MarshalBinary writes a check for another process of the same version: numbers are to the bit. Implements
// [encoding.BinaryMarshaler]; there is no error.
func (c *Check) MarshalBinary() ([]byte, error) { return wire.Write(checkFormat, c.fields), nil }

// UnmarshalBinary reads the output of [Check.MarshalBinary]. Implements [encoding.BinaryUnmarshaler].
func (c *Check) UnmarshalBinary(data []byte) error {
	return wire.Read(c, data, checkFormat, (*Check).fields)
}

func (c *Check) fields(f *wire.Form) {
	f.Ints(&c.Replicates, &c.Labels)
	f.Texts(&c.SampledBy)
	f.Floats(&c.Threshold)
	for _, all := range []*[]Discrepancy{&c.Coefficients, &c.Discrepancies} {
		wire.List(f, all, func(d *Discrepancy) {
			f.Texts(&d.Statistic, &d.Undefined)
			f.Names(&d.Studies)
			f.Floats(&d.Observed, &d.Mean, &d.Lower, &d.Upper, &d.Tail, &d.Familywise, &d.far)
			f.Numbers(&d.Values)
		})
	}
	for _, all := range []*[]Labeler{&c.Outliers, &c.Uneven} {
		wire.List(f, all, func(l *Labeler) {
			f.Texts(&l.Study, &l.Name)
			f.Floats(&l.Slope, &l.Lower, &l.Upper, &l.Ordinary)
		})
	}
	f.Names(&c.Dependent)
	wire.List(f, &c.Shifts, func(s *Shift) {
		f.Texts(&s.Studies[0], &s.Studies[1])
		f.Floats(&s.Difference, &s.CrossKappa, &s.Without)
	})
	wire.List(f, &c.Doubts, func(d *Doubt) {
		f.Names(&d.Statistics)
		f.Names(&d.Studies)
		f.Texts(&d.Assumption, &d.Evidence, &d.Consequence, &d.Look)
		f.Floats(&d.rarity)
	})
}
