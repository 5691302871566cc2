package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"concord/criteria"
	"concord/internal/option"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/model"
	"concord/model/simulate"
	"concord/study"
)

// covariateTruths reads the coefficients.
func (sc *work) covariateTruths(p simulate.Plan) ([]simulate.CovariateTruth, error) {
	var all []simulate.CovariateTruth
	for _, text := range option.CovariateTruth.In(sc) {
		column, values, ok := strings.Cut(text, "=")
		name, of, named := strings.Cut(strings.TrimSpace(column), ":")
		units := []string{study.ItemFactor, study.LabelerFactor, simulate.LabelUnit}
		switch {
		case !ok || !named || name == "" || !slices.Contains(units, of):
			return nil, usage("--covariate %s: write a column, what it is a property of (item, labeler or label), and "+
				"its effect, as length:item=0.5", text)
		case of == study.LabelerFactor && p.Labelers == model.NoLabelers:
			return nil, usage("--covariate %s: labelers have no names; with names: --labeler-effects nested", text)
		}
		c := simulate.CovariateTruth{Covariate: model.Covariate{Factor: name}}
		var err error
		if strings.Contains(values, ":") {
			c.Levels, c.Coefficients, err = effectsOf(text, values, len(p.Studies))
			c.Kind = model.CategoryCovariate
		} else {
			var numbers []float64
			numbers, err = perStudy("covariate "+column, values, len(p.Studies), parseFloat)
			for _, x := range numbers {
				c.Coefficients = append(c.Coefficients, []float64{x})
			}
			c.Kind = model.NumberCovariate
		}
		if err != nil {
			return nil, err
		}
		all, sc.of = append(all, c), append(sc.of, of)
	}
	return all, sc.addSlopes(all, p)
}

// addSlopes reads how far labelers' slopes differ.
func (sc *work) addSlopes(all []simulate.CovariateTruth, p simulate.Plan) error {
	for _, text := range option.SlopeSD.In(sc) {
		name, values, ok := strings.Cut(text, "=")
		name = strings.TrimSpace(name)
		i := slices.IndexFunc(all, func(c simulate.CovariateTruth) bool { return c.Factor == name })
		switch {
		case !ok:
			return usage("--slopes %s: write a covariate and a standard deviation, as week=0.5", text)
		case i < 0:
			return usage("--slopes %s: it is no covariate; add it: --covariate %s:label=0", text, quoting.Shell(name))
		case p.Labelers == model.NoLabelers:
			return usage("--slopes %s: labelers have no names; with names: --labeler-effects nested", text)
		case all[i].Levels != nil:
			return usage("--slopes %s: slopes are by numbers, and %s has categories", text, name)
		case sc.of[i] == study.LabelerFactor:
			return usage("--slopes %s: each labeler has one value of %s; a property of labels: --covariate %s:label=0",
				text, name, quoting.Shell(name))
		}
		deviations, err := perStudy("slopes "+name, values, len(p.Studies), parseFloat)
		if err != nil {
			return err
		}
		all[i].Slopes, all[i].SlopeSD = true, deviations
	}
	return nil
}

// effectsOf reads the names of categories and their effects in each group. The effects are less their mean.
func effectsOf(text, values string, studies int) (names []string, effects [][]float64, err error) {
	lists := strings.Split(values, "/")
	if len(lists) != 1 && len(lists) != studies {
		return nil, nil, usage("--covariate %s: %d lists for %d groups; give one, or one for each", text, len(lists),
			studies)
	}
	for s := range studies {
		var own []string
		var of []float64
		mean := 0.0
		fields := strings.Split(lists[min(s, len(lists)-1)], ",")
		for _, field := range fields {
			name, number, _ := strings.Cut(strings.TrimSpace(field), ":")
			x, err := parseFloat(strings.TrimSpace(number))
			if err != nil || name == "" || slices.Contains(own, name) {
				return nil, nil, usage("--covariate %s: give each category once, with its effect, as BR:-0.6,US:0.6",
					text)
			}
			own, of, mean = append(own, name), append(of, x), mean+x/float64(len(fields))
		}
		for c := range of {
			of[c] -= mean
		}
		if names == nil {
			names = own
		}
		if len(own) < 2 || !slices.Equal(names, own) {
			return nil, nil, usage("--covariate %s: name the same two categories or more in each group", text)
		}
		effects = append(effects, of)
	}
	return names, effects, nil
}

// addSimulatedCovariates adds the columns to a design.
func (sc *work) addSimulatedCovariates(
	d simulate.Design, covariates []simulate.CovariateTruth, seed uint64,
) (simulate.Design, error) {
	var err error
	for i, c := range covariates {
		if d, err = d.WithCovariate(c.Factor, sc.of[i], c.Levels, seed); err != nil {
			return d, usage("--covariate %s: %w", option.CovariateTruth.In(sc)[i], err)
		}
	}
	return d, nil
}

// mostColumns bounds the label columns that are simulated.
const mostColumns = 1000

// differ is how much label columns differ: it is the standard deviation of μ between them, and twice that of log σ_i.
// Between the studies of a column, both standard deviations are half as large.
const differ = 0.8

// trueColumn is the truth of one simulated label column.
type trueColumn struct {
	Label string `json:"label"`
	*result.Truth
}

// runColumns simulates several label columns, which are questions about the same items by the same people.
func (sf *work) runColumns(truth simulate.Truth, design simulate.Design) error {
	if option.LabelColumns.In(sf) < 0 || option.LabelColumns.In(sf) > mostColumns {
		return usage("--columns %d: there are 1 to %d", option.LabelColumns.In(sf), mostColumns)
	}
	var names []string
	var tables []*study.Table
	var known []trueColumn
	for c := range option.LabelColumns.In(sf) {
		name, seed := fmt.Sprintf("label_%0*d", len(fmt.Sprint(option.LabelColumns.In(sf))), c+1),
			option.Seed.In(sf)+uint64(c)<<32
		of := columnTruth(truth, rand.New(rand.NewPCG(seed, columnStream)))
		table, err := simulate.Simulate(of, design, seed)
		if err != nil {
			return usage("%w", err)
		}
		t, err := result.NewTruthOf(of, design, option.Seed.In(sf))
		if err != nil {
			return err
		}
		names, tables, known = append(names, name), append(tables, table), append(known, trueColumn{name, t})
	}
	if option.Truth.In(sf) != "" {
		if err := writeFile(option.Truth.In(sf), func(w io.Writer) error {
			return writeTrueColumns(w, known)
		}); err != nil {
			return err
		}
	}
	write := func(w io.Writer, tables []*study.Table) error { return study.WriteColumns(w, names, tables...) }
	if option.Output.In(sf) == "-" {
		return displayed("csv", write)(sf.out, tables)
	}
	return writeFile(option.Output.In(sf), func(w io.Writer) error { return write(w, tables) })
}

// writeTrueColumns writes a JSON array with a line for each column.
func writeTrueColumns(w io.Writer, known []trueColumn) error {
	between := "[\n"
	for _, column := range known {
		b, err := json.Marshal(column)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s%s", between, b); err != nil {
			return err
		}
		between = ",\n"
	}
	_, err := io.WriteString(w, "\n]\n")
	return err
}

// columnStream separates the random numbers of the columns' parameters from those of their labels.
const columnStream = 0x636f6c756d6e73

// columnTruth draws the parameters of a column about the common ones.
func columnTruth(all simulate.Truth, rng *rand.Rand) simulate.Truth {
	t := all
	t.Studies = append([]simulate.StudyTruth{}, all.Studies...)
	shift, factor := differ*rng.NormFloat64(), math.Exp(differ/2*rng.NormFloat64())
	for s := range t.Studies {
		scale := 1.0
		if all.Family.LocationScale() {
			scale = all.Studies[s].ItemSD // means are in the unit of the labels
		}
		raise(&t.Studies[s], scale*(shift+differ/2*rng.NormFloat64()))
		t.Studies[s].ItemSD *= factor * math.Exp(differ/4*rng.NormFloat64())
	}
	// ρ is multiplied by a factor from ½ to 1, so that the matrix stays a correlation matrix.
	share := (1 + rng.Float64()) / 2
	t.ItemCorrelation = nil // the identity, as for all columns
	if all.ItemCorrelation != nil {
		t.ItemCorrelation = make([][]float64, len(all.ItemCorrelation))
	}
	for a, row := range all.ItemCorrelation {
		for b, rho := range row {
			if a != b {
				rho *= share
			}
			t.ItemCorrelation[a] = append(t.ItemCorrelation[a], rho)
		}
	}
	return t
}

// raise adds to the mean of a study, or subtracts from its thresholds if it has some.
func raise(t *simulate.StudyTruth, by float64) {
	if t.Thresholds == nil {
		t.Mean += by
		return
	}
	t.Thresholds = slices.Clone(t.Thresholds) // other columns share the slice
	floats.AddConst(-by, t.Thresholds)
}

// byCriteria draws labels by criteria, if the flags name some; ok is false otherwise.
func (sf *work) byCriteria0() (table *study.Table, ok bool, err error) {
	sc := sf
	if option.CriteriaNames.In(sc) == "" {
		if option.CriteriaCorrelation.In(sc) != "" || option.HaloSD.In(sc) != "" {
			return nil, false, usage("--criteria-correlation and --halo-sd go with --criteria")
		}
		return nil, false, nil
	}
	t := criteria.Truth{Criteria: strings.Split(option.CriteriaNames.In(sc), ",")}
	for c, name := range t.Criteria {
		t.Criteria[c] = strings.TrimSpace(name)
		if t.Criteria[c] == "" || slices.Contains(t.Criteria[:c], t.Criteria[c]) {
			return nil, true, usage("--criteria %s: give each criterion a name of its own", option.CriteriaNames.In(sc))
		}
	}
	for _, f := range []struct {
		flag  string
		given bool
	}{{"columns", option.LabelColumns.In(sf) != 0}, {"truth", option.Truth.In(sf) != ""},
		{"discrimination-sd", option.DiscriminationSD.In(sf) != ""}, {"noise-sd", option.NoiseSD.In(sf) != ""},
		{"step", option.Step.In(sf) != 0},
		{"item-df", option.ItemDF.In(sf) != 0},
		{"labels-again", option.LabelsAgain.In(sf) != 1}, {"factor", len(option.Factor.In(sf)) > 0},
		{"facet", len(option.FacetSD.In(sf)) > 0},
		{"covariate", len(option.CovariateTruth.In(sf)) > 0}, {"cluster", option.Clusters.In(sf) != ""}} {
		if f.given {
			return nil, true, usage("--%s does not go with --criteria; leave it out", f.flag)
		}
	}
	if len(t.Criteria) < 2 {
		return nil, true, usage("--criteria %s: there are at least two", option.CriteriaNames.In(sc))
	}
	if t.Items, err = correlations("criteria-correlation", option.CriteriaCorrelation.In(sc),
		len(t.Criteria)); err != nil {
		return nil, true, err
	}
	if t.Levels, err = correlations("labeler-correlation", option.LabelerCorrelation.In(sf),
		len(t.Criteria)); err != nil {
		return nil, true, err
	}
	if option.LabelerCorrelation.Set(sf, ""); option.HaloSD.In(sc) == "" {
		option.HaloSD.Set(sc, "0")
	}
	plan, err := sf.simulatedPlan()
	if err != nil {
		return nil, true, err
	}
	if plan.Labelers != model.Nested {
		return nil, true, usage("--labeler-effects %s: with --criteria it is nested", option.SimulatedLabelers.In(sf))
	}
	groups, err := sf.simulatedTruth(plan)
	if err != nil {
		return nil, true, err
	}
	if t.Halo, err = perStudy("halo-sd", option.HaloSD.In(sc), len(plan.Studies), parseFloat); err != nil {
		return nil, true, err
	}
	t.Family, t.Studies = groups.Family, groups.Studies
	t.Items = kronecker(orIdentity(groups.ItemCorrelation, len(plan.Studies)), orIdentity(t.Items, len(t.Criteria)))
	t.Levels = orIdentity(t.Levels, len(t.Criteria))
	design, err := plan.Generate(option.Seed.In(sf))
	if err != nil {
		return nil, true, usage("%w", err)
	}
	if table, err = t.Simulate(design, option.Seed.In(sf)); err != nil {
		return nil, true, usage("%w", err)
	}
	return table, true, nil
}

// orIdentity is a correlation matrix, or that of n independent effects if there is none.
func orIdentity(r [][]float64, n int) [][]float64 {
	if r != nil {
		return r
	}
	return simulate.CommonCorrelation(n, 0)
}

// kronecker is the Kronecker product of two matrices.
func kronecker(a, b [][]float64) [][]float64 {
	k := len(b)
	out := make([][]float64, len(a)*k)
	for i := range out {
		for j := range out {
			out[i] = append(out[i], a[i/k][j/k]*b[i%k][j%k])
		}
	}
	return out
}
