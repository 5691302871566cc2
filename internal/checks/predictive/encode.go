package predictive

import (
	"errors"

	"concord/internal/wire"
)

// checkFormat begins an encoded check, and changes with its layout.
const checkFormat = "concord check 3"

var errNoCheck = errors.New("predictive: this is not a check of this version, or it is incomplete")

// MarshalBinary writes a check for another process of the same version: numbers are to the bit. Implements
// [encoding.BinaryMarshaler]; there is no error.
func (c *Check) MarshalBinary() ([]byte, error) {
	w := wire.NewWriter(checkFormat)
	w.Int(c.Replicates)
	w.Int(c.Labels)
	w.Text(c.SampledBy)
	w.Floats(c.Threshold)
	for _, all := range [][]Discrepancy{c.Coefficients, c.Discrepancies} {
		w.Int(len(all))
		for _, d := range all {
			w.Text(d.Statistic)
			w.Texts(d.Studies)
			w.Floats(d.Observed, d.Mean, d.Lower, d.Upper, d.Tail, d.Familywise, d.far)
			w.List(d.Values)
			w.Text(d.Undefined)
		}
	}
	for _, all := range [][]Labeler{c.Outliers, c.Uneven} {
		w.Int(len(all))
		for _, l := range all {
			w.Text(l.Study)
			w.Text(l.Name)
			w.Floats(l.Slope, l.Lower, l.Upper, l.Ordinary)
		}
	}
	w.Texts(c.Dependent)
	w.Int(len(c.Shifts))
	for _, s := range c.Shifts {
		w.Texts(s.Studies[:])
		w.Floats(s.Difference, s.CrossKappa, s.Without)
	}
	w.Int(len(c.Doubts))
	for _, d := range c.Doubts {
		w.Texts(d.Statistics)
		w.Text(d.Assumption)
		w.Texts(d.Studies)
		w.Text(d.Evidence)
		w.Text(d.Consequence)
		w.Text(d.Look)
		w.Floats(d.rarity)
	}
	return *w, nil
}

// UnmarshalBinary reads the output of [Check.MarshalBinary]. Implements [encoding.BinaryUnmarshaler].
func (c *Check) UnmarshalBinary(data []byte) error {
	var out Check
	ok := wire.Read(data, checkFormat, func(r *wire.Reader) {
		out.Replicates, out.Labels, out.SampledBy, out.Threshold = r.Int(), r.Int(), r.Text(), r.Float()
		for _, all := range []*[]Discrepancy{&out.Coefficients, &out.Discrepancies} {
			for range r.Size(1) {
				*all = append(*all, Discrepancy{Statistic: r.Text(), Studies: r.Texts(),
					Observed: r.Float(), Mean: r.Float(), Lower: r.Float(), Upper: r.Float(), Tail: r.Float(),
					Familywise: r.Float(), far: r.Float(), Values: r.List(), Undefined: r.Text()})
			}
		}
		for _, all := range []*[]Labeler{&out.Outliers, &out.Uneven} {
			for range r.Size(1) {
				*all = append(*all, Labeler{Study: r.Text(), Name: r.Text(),
					Slope: r.Float(), Lower: r.Float(), Upper: r.Float(), Ordinary: r.Float()})
			}
		}
		out.Dependent = r.Texts()
		for range r.Size(1) {
			out.Shifts = append(out.Shifts, Shift{Studies: [2]string(r.Texts()),
				Difference: r.Float(), CrossKappa: r.Float(), Without: r.Float()})
		}
		for range r.Size(1) {
			out.Doubts = append(out.Doubts, Doubt{Statistics: r.Texts(), Assumption: r.Text(), Studies: r.Texts(),
				Evidence: r.Text(), Consequence: r.Text(), Look: r.Text(), rarity: r.Float()})
		}
	})
	if !ok {
		return errNoCheck
	}
	*c = out
	return nil
}
