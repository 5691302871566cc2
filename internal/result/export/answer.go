package export

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"

	"concord/internal/answer"
)

// JudgesCommand is the command that compares judges, as [Manifest.Command] names it.
const JudgesCommand = "judge"

// numbersHash is the name of the hash of the rows of an answer, which are in no separate file.
const numbersHash = "numbers"

// AnswerOutput is the content of the run.json of an answer in rows.
type AnswerOutput struct {
	Origin
	*answer.Answer
}

// WriteManifest writes run.json, with a hash of all rows. Times of all fits add up.
func (ao AnswerOutput) WriteManifest(w io.Writer) error {
	m := ao.Origin.manifest()
	m.Command, m.Variables, m.Coordinates = ao.Command, []Variable{}, map[string][]string{}
	m.Data, m.Interval = ao.Data, ao.Interval
	if parts := ao.Parts(); len(parts) > 0 {
		m.Reference = parts[0].Group
	}
	for _, r := range ao.Runs {
		s := r.Sampler
		if s == nil {
			continue
		}
		m.Model = r.Model
		m.Settings = Settings{Algorithm: s.Algorithm, Chains: s.Chains, Warmup: s.Warmup, Draws: s.Draws,
			Thin: max(1, s.Thin), Seed: s.Seed, Attempts: s.Attempts}
		m.Partial = m.Partial || s.Partial
		m.Timings.Setup += s.SetupSeconds
		m.Timings.Warmup += s.WarmupSeconds
		m.Timings.Sampling += s.SamplingSeconds
	}
	var err error
	if m.SHA256[numbersHash], err = rowsHash(ao.Answer); err != nil {
		return err
	}
	return m.write(w)
}

// RepeatsRows reports whether an answer has the rows of an earlier one, to the byte.
func (m *Manifest) RepeatsRows(a *answer.Answer) (bool, error) {
	hash, err := rowsHash(a)
	return hash == m.SHA256[numbersHash], err
}

// rowsHash is the SHA-256 of the rows, which do not depend on the program and the time.
func rowsHash(a *answer.Answer) (string, error) {
	sum := sha256.New()
	err := json.NewEncoder(sum).Encode(a.Rows)
	return hex.EncodeToString(sum.Sum(nil)), err
}
