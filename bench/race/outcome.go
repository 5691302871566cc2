package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// outcome is the output of a rival, with its time and memory.
type outcome struct {
	chains   map[string][][]float64 // draws by quantity; nil of a point estimate
	estimate map[string]float64     // means of the draws
	wall     time.Duration
	// Seconds of the processor; seconds to compile a model, which are not included; and memory in MB.
	processor, compiled, memory float64
}

func quantities() []string { return []string{"mu", "sd_item", "sd_labeler", "sd_residual"} }

// read reads the output of a rival in its folder: a point estimate, or the draws of chains, which fit writes to
// run/chains.
func read(folder string) (*outcome, error) {
	o := &outcome{estimate: map[string]float64{}}
	if text, err := os.ReadFile(filepath.Join(folder, "compiled.txt")); err == nil {
		if o.compiled, err = strconv.ParseFloat(strings.TrimSpace(string(text)), 64); err != nil {
			return nil, err
		}
	}
	if point, err := table(filepath.Join(folder, "point.csv")); err == nil {
		for name, values := range point {
			o.estimate[name] = values[0]
		}
		return o, nil
	}
	var files []string
	for _, pattern := range []string{"chain-*.csv", filepath.Join("run", "chains", "*.csv")} {
		some, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return nil, err
		}
		files = append(files, some...)
	}
	if len(files) == 0 {
		return nil, errors.New("there are neither draws nor a point estimate")
	}
	o.chains = map[string][][]float64{}
	for _, file := range files {
		chain, err := table(file)
		if err != nil {
			return nil, err
		}
		for name, draws := range chain {
			o.chains[name] = append(o.chains[name], draws)
		}
	}
	for name, chains := range o.chains {
		o.estimate[name], _ = moments(slices.Concat(chains...))
	}
	return o, nil
}

// table reads the columns of a CSV that are quantities, called as here, or as fit calls them: sd_item.1.
func table(path string) (map[string][]float64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows := csv.NewReader(f)
	rows.Comment = '#'
	all, err := rows.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(all) < 2 {
		return nil, fmt.Errorf("%s has no values", path)
	}
	columns := map[string][]float64{}
	for c, name := range all[0] {
		name = strings.TrimSuffix(name, ".1")
		if !slices.Contains(quantities(), name) {
			continue
		}
		for _, row := range all[1:] {
			x, err := strconv.ParseFloat(row[c], 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			columns[name] = append(columns[name], x)
		}
	}
	return columns, nil
}

// row is an outcome as a row of the table, with its distance from the reference; nil if there is none.
func (o *outcome) row(name string, reference *outcome) string {
	cells := []string{name, fmt.Sprintf("%.2f", o.processor), fmt.Sprintf("%.2f", o.wall.Seconds()),
		fmt.Sprintf("%.0f", o.memory)}
	if o.chains == nil {
		cells = append(cells, "point", "–", "–")
	} else {
		least := math.Inf(1)
		for _, q := range quantities() {
			if chains := o.chains[q]; chains != nil {
				least = math.Min(least, bulkESS(chains))
			}
		}
		cells = append(cells, fmt.Sprintf("%.0f", least), fmt.Sprintf("%.3g", least/o.processor),
			fmt.Sprintf("%.3g", 400*o.processor/least))
	}
	distance := math.NaN()
	for _, q := range quantities() {
		x, known := o.estimate[q]
		if !known {
			cells = append(cells, "–")
			continue
		}
		cells = append(cells, fmt.Sprintf("%.4g", x))
		if reference == nil {
			continue
		}
		mean, sd := moments(slices.Concat(reference.chains[q]...))
		if d := math.Abs(x-mean) / sd; math.IsNaN(distance) || d > distance {
			distance = d
		}
	}
	if math.IsNaN(distance) {
		cells = append(cells, "–")
	} else {
		cells = append(cells, fmt.Sprintf("%.2f", distance))
	}
	return "| " + strings.Join(cells, " | ") + " |"
}

// moments returns mean and standard deviation.
func moments(x []float64) (mean, sd float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		sd += (v - mean) * (v - mean) / float64(len(x)-1)
	}
	return mean, math.Sqrt(sd)
}
