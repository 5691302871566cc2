package result

import "encoding/json"

// UnmarshalJSON implements [json.Unmarshaler]. It reads results of earlier versions too: what they call
// [ScaleProbability] is [ScaleLabel], and means of what has none are left out.
func (r *Result) UnmarshalJSON(b []byte) error {
	type plain Result
	if err := json.Unmarshal(b, (*plain)(r)); err != nil {
		return err
	}
	of := func(scale *string) {
		if *scale == ScaleProbability {
			*scale = ScaleLabel
		}
	}
	for i := range r.Estimates {
		of(&r.Estimates[i].Scale)
		r.Estimates[i].withoutMoments()
	}
	for i := range r.Probabilities {
		of(&r.Probabilities[i].Scale)
	}
	for i := range r.Unbounded {
		of(&r.Unbounded[i].Scale)
	}
	for i := range r.PriorSensitivity {
		of(&r.PriorSensitivity[i].Scale)
	}
	if r.Verdict == nil {
		defer func() { r.Verdict = r.newVerdict() }()
	}
	for i := range r.Compared {
		for k := range r.Compared[i].Estimates {
			of(&r.Compared[i].Estimates[k].Scale)
		}
	}
	return nil
}
