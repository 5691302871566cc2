package main

import (
	"encoding/csv"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"concord/internal/option"
	"concord/internal/visible"
	"concord/nonparam"
	"concord/study"
)

// weightsFile is a table of agreement weights: categories in the first row and in the first column.
type weightsFile struct {
	path       string
	categories []string
	line       []int // of each row
	agreement  [][]float64
}

// readWeights reads a table of agreement weights.
func readWeights(path string) (*weightsFile, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	w := &weightsFile{path: path}
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(text), "\ufeff")))
	head, _, _ := strings.Cut(string(text), "\n")
	for _, comma := range ";\t" {
		if strings.Count(head, string(comma)) > strings.Count(head, string(r.Comma)) {
			r.Comma = comma
		}
	}
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		line, _ := r.FieldPos(0)
		if err != nil {
			return nil, w.fault(line, "", "%v", err)
		}
		if w.categories == nil {
			w.categories = cells[1:]
			if len(w.categories) < 2 {
				return nil, w.fault(line, "", "the first row has the categories, and there are %d", len(w.categories))
			}
			continue
		}
		row, err := w.row(len(w.line), line, cells)
		if err != nil {
			return nil, err
		}
		w.line, w.agreement = append(w.line, line), append(w.agreement, row)
	}
	if n, rows := len(w.categories), len(w.line); rows != n {
		return nil, w.fault(0, "", "there are %s for %s: a row for each, in the order of the columns",
			visible.Count(rows, "row"), visible.Count(n, "column"))
	}
	return w, nil
}

// row reads the weights of a category, and checks its name against the head.
func (w *weightsFile) row(at, line int, cells []string) ([]float64, error) {
	if at >= len(w.categories) || cells[0] != w.categories[at] {
		want := "the end of the table"
		if at < len(w.categories) {
			want = visible.Quote(w.categories[at])
		}
		return nil, w.fault(line, "", "the row is of %s, and %s comes next in the first row: rows and columns have "+
			"one order", visible.Quote(cells[0]), want)
	}
	if len(cells)-1 != len(w.categories) {
		return nil, w.fault(line, "", "category %s has %s for %d columns", visible.Quote(cells[0]),
			visible.Count(len(cells)-1, "weight"), len(w.categories))
	}
	row := make([]float64, len(w.categories))
	for k, cell := range cells[1:] {
		x, err := parseFloat(strings.TrimSpace(cell))
		if err != nil {
			return nil, w.fault(line, w.categories[k], "%s is no number", visible.Quote(cell))
		}
		row[k] = x
	}
	return row, nil
}

// fault is an error about a line, and a column if it has a name.
func (w *weightsFile) fault(line int, column, found string, args ...any) error {
	at := w.path
	if line > 0 {
		at += ":" + strconv.Itoa(line)
	}
	if column != "" {
		at += ", column " + visible.Quote(column)
	}
	return unusable("%s: "+found, append([]any{at}, args...)...)
}

// distance returns the weights as a distance.
func (w *weightsFile) distance() (nonparam.Distance, error) {
	d, err := nonparam.Weights(w.categories, w.agreement)
	var wrong *nonparam.WeightError
	if !errors.As(err, &wrong) {
		return d, err
	}
	line, column, x := w.line[wrong.Row], w.categories[wrong.Column], w.agreement[wrong.Row][wrong.Column]
	switch wrong.Code {
	case nonparam.RepeatedCategory:
		return nil, w.fault(line, "", "category %s comes twice", visible.Quote(column))
	case nonparam.NotOneItself:
		const advice = "the weight of %s with itself is %v, not 1.\n" +
			"  Weights are of agreement, from 0 to 1. If these " +
			"are distances d, write 1 − d/max d"
		return nil, w.fault(line, column, advice, visible.Quote(column), x)
	}
	return nil, w.fault(line, column, "%v is not between 0 and 1, as weights of agreement are", x)
}

// suits checks that the weights cover the labels of tables, and that they are symmetric if a coefficient needs it.
func (w *weightsFile) suits(tables []*study.Table, coefficients []string) error {
	if len(coefficients) == 0 || slices.ContainsFunc(coefficients, func(name string) bool {
		c := nonparam.Coefficient(name)
		return c.UsesDistance() && c != nonparam.CohenKappaName && c != nonparam.CrossKappaName
	}) {
		if err := w.symmetric(); err != nil {
			return err
		}
	}
	for _, t := range tables {
		labels := labelNames(t)
		for k, name := range w.categories {
			if !slices.Contains(labels, name) {
				all := slices.Clone(w.categories)
				for _, label := range labels {
					if !slices.Contains(all, label) {
						all = append(all, label)
					}
				}
				return w.fault(w.line[k], "", "%v\n  Correct the name, leave out its row and column, or name all "+
					"categories of the scale in their order: --order %s",
					&study.NameError{Kind: "label", Name: name, Names: labels}, strings.Join(all, ","))
			}
		}
		for _, name := range labels {
			if !slices.Contains(w.categories, name) {
				return w.fault(0, "", "there is no row for the label %s of the file\n  Add a row and a column %[1]s",
					visible.Quote(name))
			}
		}
	}
	return nil
}

// labelNames returns the categories of a table, or the different numbers among its labels.
func labelNames(t *study.Table) []string {
	if t.Kind() != study.Numeric {
		return t.Categories()
	}
	var names []string
	seen := map[float64]bool{}
	for s := range t.Studies() {
		for _, x := range t.StudyAt(s).Value() {
			if !seen[x] {
				seen[x] = true
				names = append(names, strconv.FormatFloat(x, 'g', -1, 64))
			}
		}
	}
	return names
}

// symmetric returns an error about the first pair of categories with two weights.
func (w *weightsFile) symmetric() error {
	for a, row := range w.agreement {
		for b, x := range row[:a] {
			if y := w.agreement[b][a]; x != y {
				return w.fault(w.line[a], w.categories[b], "%v, and %v in line %d, column %s: weights are symmetric\n"+
					"  Only cohen_kappa and cross_kappa take others: --coefficients cohen_kappa", x, y, w.line[b],
					visible.Quote(w.categories[a]))
			}
		}
	}
	return nil
}

// coefficients reads the options of coefficients, and the file of weights that they name.
func (cf *work) coefficients() (nonparam.Options, error) {
	o, err := option.Agreement(cf)
	if path, inFile := option.WeightsFile(cf); inFile && err == nil {
		if cf.weights, err = readWeights(path); err == nil {
			o.Distance, err = cf.weights.distance()
		}
	}
	return o, err
}

// unused says on w which flags for a bootstrap were given although there is none.
func (cf *work) unused(w io.Writer, options ...option.Keyed) {
	if option.Resample.In(cf) != option.Jackknife || option.Bootstrap.In(cf) == 0 || option.Quiet.In(cf) {
		return
	}
	for _, k := range options {
		if option.Given(cf, k) {
			const why = " is not used, as intervals are by a jackknife.\n" +
				"  --resample items, raters or both draws replicates."
			_, _ = io.WriteString(w, message(w, "Note: --"+option.Name(k)+why)+"\n")
		}
	}
}
