package report

import (
	"fmt"
	"math"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
)

// fewestAcross is the number of tasks from which on pictures of all tasks are worth their room.
const fewestAcross = 5

// acrossSection shows all tasks at once: how reliabilities are spread in each study, and ρ next to its coefficient
// without a model, like figures 2 and 7 of Wong, Paritosh and Aroyo (2021).
func (sv *tasksLaid) acrossSection() document.Section {
	s := appendix("across", "All tasks at once")
	fitted := 0
	for _, task := range sv.Tasks {
		if task.Fitted() {
			fitted++
		}
	}
	if fitted < fewestAcross {
		return s
	}
	for i, study := range sv.Data.Studies {
		if c, ok := sv.iccBars(study, i); ok {
			s.Parts = append(s.Parts, document.Part{Chart: c})
		}
	}
	if c, ok := sv.rhoDots(); ok {
		s.Parts = append(s.Parts, document.Part{Heading: "Agreement between groups, with a model and without",
			Chart: c})
	}
	return s
}

// iccBins is the number of bins of ICCs from 0 to 1.
const iccBins = 20

// iccBars draws how many tasks have an ICC in each bin, for a study.
func (sv *tasksLaid) iccBars(study result.Study, series int) (document.Chart, bool) {
	heights := make([]float64, iccBins)
	tasks := 0
	for _, task := range sv.TasksOf(study.Grouping) {
		if !task.Fitted() {
			continue
		}
		if e, ok := sv.looked[taskName(task)].Find(catalogue.ICC, study.Name); ok {
			tasks++
			heights[max(0, min(iccBins-1, int(float64(e.Centre())*iccBins)))]++
		}
	}
	name := study.Name
	if study.Grouping != "" {
		name += " (" + study.Grouping + ")"
	}
	c := document.Bars{About: document.About{ID: fmt.Sprint("icc-", series+1), Small: true,
		Caption: fmt.Sprintf("ICC of %s: in how many of %s", name, document.Plural(tasks, "task"))},
		X: "ICC", Y: "tasks", Series: []document.BarSeries{{Name: "tasks", Series: series, Heights: heights}},
		Line: none}
	for i := range heights {
		c.Names = append(c.Names, document.Fixed(float64(i)/iccBins, 2))
	}
	return c, tasks > 0
}

// rhoDots draws ρ of each pair of studies in each task next to normalized κx.
func (sv *tasksLaid) rhoDots() (document.Chart, bool) {
	c := document.Dots{About: document.About{ID: "rho-dots", Caption: "ρ and normalized κx of each task and pair of " +
		"groups" + sv.onScale()}, Columns: []string{"ρ", "normalized κx"}, High: 1, Beat: none, Decimal: 2}
	for _, pair := range sv.Combinations(catalogue.Rho) {
		for _, task := range sv.TasksOf(pair.Grouping) {
			if !task.Fitted() {
				continue
			}
			r := sv.looked[taskName(task)]
			e, ok := r.Find(catalogue.Rho, pair.Studies...)
			a, known := r.Coefficient("normalized_cross_kappa", pair.Studies...)
			if !ok || !known || !a.Estimate.Defined() {
				continue
			}
			x := float64(a.Estimate)
			c.Low, c.High = math.Max(-1, math.Min(c.Low, x)), math.Min(2, math.Max(c.High, x))
			c.Rows = append(c.Rows, document.DotRow{Name: taskName(task) + ", " + studiesOf(pair.Studies),
				Values: []float64{float64(e.Centre()), x}})
		}
	}
	return c, len(c.Rows) >= fewestAcross
}
