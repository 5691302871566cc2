package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/model"
	"concord/model/family"
	"concord/posterior"
)

// Saved is an earlier run, read from its folder.
type Saved struct {
	Manifest *Manifest
	Result   *answer.Answer // of a fit, or of criteria fitted jointly
	dir      string
}

// Open reads run.json and report.json of the folder of an earlier run. Draws are read by [Saved.Draws]. The family of
// the run is one of [family.All] or one of others.
func Open(dir string, others ...family.Family) (*Saved, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s: this is a file, not the folder of a run", visible.Text(dir))
	}
	s := &Saved{dir: dir}
	switch s.Manifest, err = ReadManifest(filepath.Join(dir, runFile)); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: this is not the folder of a run: it holds no %s", visible.Text(dir), runFile)
	case err != nil:
		return nil, fmt.Errorf("this is not the folder of a run: %w", err)
	case s.Manifest.Command != "":
		return nil, fmt.Errorf("%s: this is a run of fit %s, which keeps no draws", visible.Text(dir),
			visible.Text(s.Manifest.Command))
	}
	err = s.read(reportJSON, &s.Result)
	switch whole := s.Result != nil && len(s.Result.Runs) > 0 && len(s.Result.Rows) > 0; {
	case err == nil && !whole:
		return s, fmt.Errorf("%s: it is incomplete", visible.Text(filepath.Join(dir, reportJSON)))
	case err != nil || s.OfCriteria():
		return s, err
	}
	s.Manifest.Model.Know(others...)
	if m := s.Result.Model(); m != nil {
		m.Know(others...)
	}
	return s, nil
}

// OfCriteria reports whether criteria were fitted jointly.
func (s *Saved) OfCriteria() bool { return s.Manifest.Criteria != nil }

// SavedDraws are the draws of an earlier run.
type SavedDraws struct {
	// Variables are the run's, with their draws.
	Variables []Variable
	// Fit is the posterior of these draws, without effects of items and labelers. Fits of criteria have none.
	Fit *model.Posterior
	// Stats are the statistics of the draws of each fit.
	Stats []ask.Statistics
}

// Scalars returns each scalar of the variables once. Of the symmetric matrices of pairs of studies it returns the
// elements above the diagonal.
func (d *SavedDraws) Scalars() []ask.Scalar {
	var all []ask.Scalar
	for _, v := range d.Variables {
		for n, q := range v.Elements {
			at := v.at(n)
			second := slices.IndexFunc(v.Dims, func(dim string) bool { return strings.HasPrefix(dim, dimOthers) })
			if second > 0 && at[second-1] >= at[second] {
				continue
			}
			all = append(all, ask.Scalar{Quantity: q, NoMoments: v.NoMoments})
		}
	}
	return all
}

// Draws reads draws.json, but for the effects of items and labelers.
func (s *Saved) Draws() (*SavedDraws, error) {
	var kept struct {
		Posterior map[string]json.RawMessage `json:"posterior"`
		Stats     map[string]json.RawMessage `json:"sample_stats"`
	}
	if err := s.read(drawsFile, &kept); err != nil {
		return nil, err
	}
	path := filepath.Join(s.dir, drawsFile)
	d := &SavedDraws{}
	set := s.Manifest.Settings
	for _, v := range s.Manifest.Variables {
		if v.isEffect() {
			continue
		}
		kept := kept.Posterior[v.Name]
		if err := v.fill(kept, set.Chains, set.Draws); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", visible.Text(path), visible.Text(v.Name), err)
		}
		d.Variables = append(d.Variables, v)
	}
	fits := s.Manifest.Criteria
	if fits == nil {
		fits = []CriteriaPart{{Settings: set}}
	}
	for n, fit := range fits {
		stats, err := readStatistics(kept.Stats, ending(n), set)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", visible.Text(path), err)
		}
		if len(fits) > 1 {
			stats.Studies = fit.Studies
		}
		d.Stats = append(d.Stats, stats)
	}
	if s.OfCriteria() {
		return d, nil
	}
	var err error
	d.Fit, err = s.fit(d.Variables)
	return d, err
}

// readStatistics reads the statistics of a fit, whose names have an end.
func readStatistics(kept map[string]json.RawMessage, end string, set Settings) (s ask.Statistics, err error) {
	for name, to := range map[string]*[][]float64{
		"lp": &s.LogDensity, "acceptance_rate": &s.AcceptStat, "step_size": &s.StepSize, "energy": &s.Energy,
		"tree_depth": &s.TreeDepth, "n_steps": &s.Leapfrogs, "diverging": &s.Divergent,
		"reached_max_treedepth": &s.MaxDepthHit,
	} {
		numbers, err := flat(kept[name+end], []int{set.Chains, set.Draws})
		if err != nil {
			return s, fmt.Errorf("%s: %w", visible.Text(name+end), err)
		}
		for c := range set.Chains {
			*to = append(*to, numbers[c*set.Draws:(c+1)*set.Draws])
		}
	}
	return s, nil
}

// fit makes a posterior of the parameters among the variables.
func (s *Saved) fit(variables []Variable) (*model.Posterior, error) {
	studies := s.Manifest.Coordinates[dimStudy]
	spec, ok := specOf(s.Manifest.Model, studies)
	if !ok {
		return nil, fmt.Errorf("%s: no model of family %q with labelers %q is known", visible.Text(s.dir),
			s.Manifest.Model.Family, s.Manifest.Model.Labelers)
	}
	exported := parameterNames(spec)
	parameters := catalogue.ModelParameters(spec)
	var names []string
	var of []posterior.Quantity
	for _, v := range variables {
		if i := slices.Index(exported, v.Name); i >= 0 {
			v.Name = parameters[i].Parameter
		}
		for n, q := range v.Elements {
			names, of = append(names, v.bracketName(n)), append(of, q)
		}
	}
	draws := posterior.NewDraws(names, s.Manifest.Settings.Chains, s.Manifest.Settings.Draws)
	for v, q := range of {
		for c, chain := range q.Chains {
			copy(draws.Chain(v, c), chain)
		}
	}
	return model.FromDraws(spec, studies, draws)
}

// read decodes a JSON file of the folder.
func (s *Saved) read(name string, into any) error {
	f, err := os.Open(filepath.Join(s.dir, name))
	if err != nil {
		return err
	}
	defer f.Close()
	if err := json.NewDecoder(f).Decode(into); err != nil && err != io.EOF {
		return fmt.Errorf("%s: %w", filepath.Join(s.dir, name), err)
	}
	return nil
}
