package export

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"

	"concord/internal/result"
)

// JudgesCommand is the command that compares judges, as [Manifest.Command] names it.
const JudgesCommand = "judge"

// numbersHash is the name of the hash of a comparison's numbers, which are in no separate file.
const numbersHash = "numbers"

// JudgesOutput is the content of the run.json of a comparison of judges.
type JudgesOutput struct {
	Origin
	// Judges is the comparison, ByCategory the one of labels without order; the other is nil.
	Judges     *result.Judges
	ByCategory *result.JudgesByCategory
}

// WriteManifest writes run.json, with a hash of all numbers of the comparison.
func (jo JudgesOutput) WriteManifest(w io.Writer) error {
	m := jo.Origin.manifest()
	m.Command, m.Variables, m.Coordinates = JudgesCommand, []Variable{}, map[string][]string{}
	switch {
	case jo.Judges != nil:
		m.Data, m.Interval = jo.Judges.Data, jo.Judges.Interval
		m.fitted(jo.Judges)
	case jo.ByCategory != nil:
		m.Data, m.Interval, m.Reference = jo.ByCategory.Data, jo.ByCategory.Interval, jo.ByCategory.People
		for _, c := range jo.ByCategory.Categories {
			if c.Judges != nil {
				m.fitted(c.Judges)
			}
		}
	}
	var err error
	if m.SHA256[numbersHash], err = jo.hash(); err != nil {
		return err
	}
	return m.write(w)
}

// fitted describes a fit of the people in the manifest; times add up over all calls.
func (m *Manifest) fitted(j *result.Judges) {
	s := j.Sampler
	m.Model, m.Reference = j.Model, j.People.Study
	m.Settings = Settings{Algorithm: s.Algorithm, Chains: s.Chains, Warmup: s.Warmup, Draws: s.Draws,
		Thin: max(1, s.Thin), Seed: s.Seed, Attempts: s.Attempts}
	m.Partial = m.Partial || s.Partial
	m.Timings.Setup += s.SetupSeconds
	m.Timings.Warmup += s.WarmupSeconds
	m.Timings.Sampling += s.SamplingSeconds
}

// RepeatsJudges reports whether a comparison has the numbers of an earlier one, to the byte.
func (m *Manifest) RepeatsJudges(o JudgesOutput) (bool, error) {
	hash, err := o.hash()
	return hash == m.SHA256[numbersHash], err
}

// judgesNumbers has the numbers, which do not depend on the program and the time.
type judgesNumbers struct {
	People            result.PeopleStanding
	Judges            []result.JudgeStanding
	CommonErrors      []result.CommonErrors
	IndependentJudges *result.Measure
}

func numbersOf(j *result.Judges) judgesNumbers {
	n := judgesNumbers{j.People, make([]result.JudgeStanding, len(j.Judges)), j.CommonErrors, j.IndependentJudges}
	for i, standing := range j.Judges {
		standing.Diagnostics = nil // messages depend on the program
		n.Judges[i] = standing
	}
	return n
}

// hash returns the SHA-256 of the numbers.
func (jo JudgesOutput) hash() (string, error) {
	var all []any
	if jo.Judges != nil {
		all = append(all, numbersOf(jo.Judges))
	}
	if c := jo.ByCategory; c != nil {
		for _, of := range c.Categories {
			all = append(all, of.Category, of.Seed, of.Share, of.Undefined)
			if of.Judges != nil {
				all = append(all, numbersOf(of.Judges))
			}
		}
		all = append(all, c.Agreement, c.Confusion)
	}
	sum := sha256.New()
	err := json.NewEncoder(sum).Encode(all)
	return hex.EncodeToString(sum.Sum(nil)), err
}
