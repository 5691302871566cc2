package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/internal/option"
	"concord/internal/result"
	"concord/model/simulate"
	"concord/study"
)

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
