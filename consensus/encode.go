package consensus

import (
	"errors"

	"concord/internal/wire"
)

// consensusFormat begins an encoded consensus, and changes with its layout.
const consensusFormat = "concord consensus 5"

var errNoConsensus = errors.New("consensus: this is not a consensus of this version, or it is incomplete")

// MarshalBinary encodes the consensus for another process of the same version: numbers are exact to the bit. Implements
// [encoding.BinaryMarshaler]; there is no error.
func (c *Consensus) MarshalBinary() ([]byte, error) {
	w := wire.NewWriter(consensusFormat)
	w.Texts(c.Categories)
	w.Int(len(c.Items))
	for _, item := range c.Items {
		w.Text(item.Study)
		w.Text(item.Name)
		w.Int(item.Labels)
		w.Floats(item.Mean, item.Lower, item.Upper)
		w.List(item.Chances)
		w.List(item.Wins)
		w.Int(item.Label)
		w.Int(item.Mode)
		w.Floats(item.Certainty)
	}
	w.Int(len(c.Labelers))
	for _, l := range c.Labelers {
		w.Text(l.Study)
		w.Text(l.Name)
		w.Int(l.Labels)
		w.Text(string(l.Verdict))
		w.Text(l.DriftsWith)
		w.Texts(l.Alike)
		w.Floats(l.Reversed, l.Adrift, l.Weak, l.Leans, l.Drifts, l.Support)
		for _, e := range []Estimate{l.Level, l.Leaning, l.Discrimination, l.Noise, l.Agrees} {
			w.Floats(e.Mean, e.Lower, e.Upper)
		}
	}
	return *w, nil
}

// UnmarshalBinary reads the output of [Consensus.MarshalBinary]. Implements [encoding.BinaryUnmarshaler].
func (c *Consensus) UnmarshalBinary(data []byte) error {
	var out Consensus
	ok := wire.Read(data, consensusFormat, func(r *wire.Reader) {
		out.Categories = r.Texts()
		for range r.Size(1) {
			out.Items = append(out.Items, Item{Study: r.Text(), Name: r.Text(), Labels: r.Int(),
				Mean: r.Float(), Lower: r.Float(), Upper: r.Float(), Chances: r.List(), Wins: r.List(),
				Label: r.Int(), Mode: r.Int(), Certainty: r.Float()})
		}
		for range r.Size(1) {
			l := Labeler{Study: r.Text(), Name: r.Text(), Labels: r.Int(), Verdict: Verdict(r.Text()),
				DriftsWith: r.Text(), Alike: r.Texts(),
				Reversed: r.Float(), Adrift: r.Float(), Weak: r.Float(), Leans: r.Float(),
				Drifts: r.Float(), Support: r.Float()}
			for _, e := range []*Estimate{&l.Level, &l.Leaning, &l.Discrimination, &l.Noise, &l.Agrees} {
				e.Mean, e.Lower, e.Upper = r.Float(), r.Float(), r.Float()
			}
			out.Labelers = append(out.Labelers, l)
		}
	})
	if !ok {
		return errNoConsensus
	}
	*c = out
	return nil
}
