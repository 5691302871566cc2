package consensus

import "concord/internal/wire"

// consensusFormat begins an encoded consensus, and changes with its layout.
const consensusFormat = "concord consensus 6"

// MarshalBinary encodes the consensus for another process of the same version: numbers are exact to the bit. Implements
// [encoding.BinaryMarshaler]; there is no error.
func (c *Consensus) MarshalBinary() ([]byte, error) {
	return wire.Write(consensusFormat, c.fields), nil
}

// UnmarshalBinary reads the output of [Consensus.MarshalBinary]. Implements [encoding.BinaryUnmarshaler].
func (c *Consensus) UnmarshalBinary(data []byte) error {
	return wire.Read(c, data, consensusFormat, (*Consensus).fields)
}

func (c *Consensus) fields(f *wire.Form) {
	f.Names(&c.Categories)
	wire.List(f, &c.Items, func(i *Item) {
		f.Texts(&i.Study, &i.Name)
		f.Ints(&i.Labels, &i.Label, &i.Mode)
		f.Floats(&i.Mean, &i.Lower, &i.Upper, &i.Certainty)
		f.Numbers(&i.Chances)
		f.Numbers(&i.Wins)
	})
	wire.List(f, &c.Labelers, func(l *Labeler) {
		f.Texts(&l.Study, &l.Name, (*string)(&l.Verdict), &l.DriftsWith)
		f.Ints(&l.Labels)
		f.Names(&l.Alike)
		f.Floats(&l.Reversed, &l.Adrift, &l.Weak, &l.Leans, &l.Drifts, &l.Support)
		for _, e := range []*Estimate{&l.Level, &l.Leaning, &l.Discrimination, &l.Noise, &l.Agrees} {
			f.Floats(&e.Mean, &e.Lower, &e.Upper)
		}
	})
}
