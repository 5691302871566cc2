package html

import (
	"cmp"
	"fmt"
	"slices"

	"concord/model"
	"concord/posterior"
	"concord/result"
)

// habit is the effect of one labeler.
type habit struct {
	name   string
	labels int
	posterior.Summary
}

// labelers shows who is harsh and who is lenient.
func labelers(r Report) (section, bool) {
	fit := r.Posterior
	if fit == nil || fit.Table() == nil || !fit.HasLabelers() || !fit.Table().HasLabelers() {
		return section{}, false
	}
	s := section{ID: "labelers", Title: "Labelers", Lead: []string{
		"How much higher than the average labeler of the same study each one’s labels are, with the items that the " +
			"labeler happened to get taken into account" + unit(r.Result) + ". " +
			"Of marks, the lowest labelers are the harshest and the highest the most lenient; of yes-or-no " +
			"labels, the lowest say yes most sparingly.",
	}}
	if !fit.Spec().Effects {
		s.Lead = append(s.Lead, "The run did not keep the effects of single labelers.")
		return s, true
	}
	for at, study := range fit.Studies() {
		all := habits(fit.StudyAt(at), r.Result.Interval.Level)
		if len(all) == 0 {
			continue
		}
		s.Parts = append(s.Parts, part{Picture: caterpillar(study, seriesClass(at), all, r.Result.Interval)})
		if r.Consensus == nil {
			s.Parts = append(s.Parts, part{Table: extremes(study, all, r.Result.Interval)})
		}
	}
	if r.Check != nil && len(r.Check.Outliers) > 0 {
		t := &table{Caption: "Labelers who hardly follow the others: the slope of their labels on the mean of the " +
			"others’ labels of the same items (0: at random), and its 90% interval, adjusted to the choice among all",
			Head: []string{"Labeler", "Study", "Slope", "90% interval", "Ordinary slope"}, Words: map[int]bool{1: true}}
		for _, l := range r.Check.Outliers {
			t.Rows = append(t.Rows, cells(l.Name, l.Study, fixed(l.Slope, 2), interval(l.Lower, l.Upper, 2),
				fixed(l.Ordinary, 2)))
		}
		s.Parts = append(s.Parts, part{Table: t})
	}
	s.Parts = append(s.Parts, people(r)...)
	return s, true
}

func unit(r *result.Result) string {
	if link := about(r).Link; link != "" {
		return " (on the " + result.ScaleName(result.ScaleLatent) + ", in " + link + "s)"
	}
	return ""
}

// habits returns the labelers of a study, the lowest first.
func habits(study model.StudyPosterior, level float64) []habit {
	table := study.Posterior().Table()
	n := make([]int, len(table.Labelers()))
	for _, l := range table.StudyAt(study.Index()).Labeler() {
		n[l]++
	}
	var all []habit
	var effects []posterior.Quantity
	for l, name := range table.Labelers() {
		if n[l] == 0 {
			continue
		}
		if q, err := study.LabelerEffect(name); err == nil {
			all = append(all, habit{name: name, labels: n[l]})
			effects = append(effects, q)
		}
	}
	for i, s := range posterior.Summarize(effects, posterior.Interval{Level: level}) {
		all[i].Summary = s
	}
	slices.SortStableFunc(all, func(a, b habit) int { return cmp.Compare(a.Mean, b.Mean) })
	return all
}

// caterpillar draws the labelers of a study below each other, the lowest first: with their names where they are few, of
// many with those of the lowest and the highest.
func caterpillar(study, class string, all []habit, i result.Intervals) *picture {
	const named, unnamed, scale = 17.0, 4.0, 18.0 // heights of rows, and of the scale
	drawn, ends := evenly(all, mostHabits), len(all)
	if len(all) > mostNamed {
		ends = mostNamed / 2
	}
	low, high := 0.0, 0.0
	for _, h := range all {
		low, high = min(low, h.Lower), max(high, h.Upper)
	}
	across := newAxis(low, high)
	x := func(v float64) float64 { return nameShare + (100-nameShare)*across.at(v)/100 }
	height := 4.0
	heightOf := func(k int) float64 {
		if k < ends || k >= len(drawn)-ends {
			return named
		}
		return unnamed
	}
	for k := range drawn {
		height += heightOf(k)
	}
	f := figure{Title: fmt.Sprintf("Labelers of %s from the lowest to the highest", study), Height: height + scale}
	for _, t := range across.ticks() {
		grid := "grid"
		if t == 0 || (t < across.step/1e6 && t > -across.step/1e6) {
			grid = "zero"
		}
		f.line(grid, x(t), 0, x(t), height)
		f.text("tick", "middle", x(t), height+scale-5, across.label(t))
	}
	y := 4.0
	for k, h := range drawn {
		middle := y + heightOf(k)/2
		f.line("thin "+class, x(h.Lower), middle, x(h.Upper), middle)
		if heightOf(k) == named {
			f.text("tick", "start", 0, middle+4, shortened(h.name, nameLength))
			f.dot("mark "+class, x(h.Mean), middle)
		} else {
			f.line("bar "+class, x(h.Mean)-0.2, middle, x(h.Mean)+0.2, middle)
		}
		y += heightOf(k)
	}
	caption := fmt.Sprintf("%s: %s from the lowest to the highest, posterior mean and %s.", study,
		plural(len(all), "labeler"), levelName(i, "CrI"))
	if len(drawn) < len(all) {
		caption += fmt.Sprintf(" Drawn are %s of them, at even distances of rank.", count(len(drawn)))
	}
	if ends < len(all) {
		caption += fmt.Sprintf(" Names are those of the %d lowest and the %d highest.", ends, ends)
	}
	return &picture{Figure: f, Caption: caption}
}

const (
	// mostHabits is how many labelers one picture can show, mostNamed how many of them with their names.
	mostHabits, mostNamed = 150, 30
	// nameShare is the per cent of a picture's width that names take, and nameLength the characters that fit in it on
	// a phone.
	nameShare, nameLength = 30.0, 16
)

// evenly returns at most most of the labelers, with the first and the last, at even distances.
func evenly(all []habit, most int) []habit {
	if len(all) <= most {
		return all
	}
	some := make([]habit, most)
	for k := range some {
		some[k] = all[k*(len(all)-1)/(most-1)]
	}
	return some
}

// extremes lists the lowest and the highest labelers.
func extremes(study string, all []habit, i result.Intervals) *table {
	const most = 3
	t := &table{Caption: "Lowest and highest labelers of " + study,
		Head: []string{"Labeler", "Labels", "Effect", levelName(i, "CrI")}}
	for k, h := range all {
		if k < most || k >= len(all)-most {
			d := decimals(h.SD, 3)
			t.Rows = append(t.Rows, cells(h.name, count(h.labels), fixed(h.Mean, d), interval(h.Lower, h.Upper, d)))
		}
	}
	return t
}
