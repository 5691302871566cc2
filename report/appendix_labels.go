package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/internal/ask"
	"concord/internal/document"
	"concord/internal/result"
	"concord/posterior"
	"concord/vpc"
)

// labelsSection shows how many labels an item needs: the reliability of the mean of k labels by k.
func labelsSection(s Source) (document.Section, bool) {
	if s.Posterior == nil {
		return document.Section{}, false
	}
	out := appendix("labels", "How many labels", "How many labels does an item need? The more labels an item has, the "+
		"more reliable is their mean: k ICC / (1 + (k − 1) ICC) for k labels by different people (Spearman, 1910; "+
		"Brown, 1910).")
	level := s.Result.Interval.Level
	t := &document.Table{Name: "labels-needed", Caption: "Labels per item for a reliability of",
		Columns: []document.Column{{}}}
	goal, err := strconv.ParseFloat(s.Result.Set["target"], 64)
	if err != nil {
		goal = result.TargetReliability
	}
	targets := []float64{0.7, 0.8, 0.9, goal}
	slices.Sort(targets)
	targets = slices.Compact(targets)
	for _, target := range targets {
		t.Columns = append(t.Columns, document.Column{Head: fmt.Sprint(target)})
	}
	longest := 10.0
	var parts []vpc.Partition
	var lines []document.Line
	var rows []document.Row
	for i, study := range s.Posterior.EachStudy() {
		if study.OneLabel() {
			continue // the fit does not know its ICC; the first screen says so
		}
		p := s.shared().Labels().Partition(study)
		parts = append(parts, p)
		lines = append(lines, document.Line{Name: study.Name(), Series: i})
		row := document.Row{Name: study.Name()}
		for _, target := range targets {
			needed := slices.Concat(p.LabelsFor(target).Chains...)
			slices.Sort(needed)
			row.Cells = append(row.Cells, document.Needed{Value: ask.CountQuantile(needed, 0.5),
				Lower: ask.CountQuantile(needed, (1-level)/2), Upper: ask.CountQuantile(needed, (1+level)/2)})
		}
		rows = append(rows, row)
		longest = math.Max(longest, p.LabelsFor(0.9).Quantile(0.5))
	}
	if len(rows) == 0 {
		return out, false
	}
	t.Groups = document.Rows(rows...)
	t.Notes = []string{"Median and " + s.Result.Interval.Name("CrI") + "."}
	part := document.Part{Table: t}
	if len(lines) <= mostCurves {
		for i := range lines {
			reliabilityOfMeans(&lines[i], parts[i], int(math.Min(30, longest)), level)
		}
		about := document.About{ID: "labels",
			Caption: "Reliability of the mean of k labels, with " + s.Result.Interval.Name("CrI"),
			Legend:  []document.Key{{Series: document.BeatLine, Text: "a reliability of " + fmt.Sprint(goal)}}}
		part.Chart = document.Lines{About: about, X: "labels per item (k)", Y: "reliability of their mean",
			Lines: lines, High: 1, Beat: goal,
			Points: t}
	}
	out.Parts = []document.Part{part}
	return out, true
}

// reliabilityOfMeans fills a line with the reliability of means of 1 to longest labels.
func reliabilityOfMeans(l *document.Line, p vpc.Partition, longest int, level float64) {
	for k := 1; k <= longest; k++ {
		q := p.ICCk(k)
		lower, upper := q.CredibleInterval(posterior.Interval{Level: level})
		l.X, l.Y = append(l.X, float64(k)), append(l.Y, q.Quantile(0.5))
		l.Lower, l.Upper = append(l.Lower, lower), append(l.Upper, upper)
	}
}
