package report

import (
	"slices"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/view"
)

// Fit lays out a fit: the answer on the first screen, then every number, and at level Appendix what only the page
// shows. It makes the sections of the level and of those before it.
func Fit(s Source, level document.Level) *document.Document {
	if level >= document.Appendix {
		s.Result = untimed(s.Result)
	}
	d := view.Document(s.Result, level)
	if s.Task != "" {
		d.Title, d.Read = s.Task+" · "+d.Title, s.Task+" · "+d.Read
	}
	d.Sections[0].Under = "Answer"
	if level < document.Detail {
		return d
	}
	first, sections := d.Sections[:1], d.Sections[1:]
	at := slices.IndexFunc(sections, func(s document.Section) bool { return s.ID == "model" || s.ID == "diagnostics" })
	if at < 0 {
		at = len(sections)
	}
	for _, r := range s.Result.Of("elpd_difference") {
		sections, at = slices.Insert(sections, at, comparedSection(s.Result, r)), at+1
	}
	if level < document.Appendix {
		d.Sections = append(first, sections...)
		return d
	}
	sections = illustrated(s, sections)
	sections[0].Under = "Statistics"
	before, after := ofPage(s)
	d.Sections = slices.Concat(first, before, sections, after)
	return d
}

// Tasks lays out the fits of several tasks: a line for each on the first screen, then every table, and at level
// Appendix how to make them again.
func Tasks(a *answer.Answer, command, version string, level document.Level) *document.Document {
	d := view.Document(a, level)
	if level < document.Appendix {
		return d
	}
	end, _ := reproductionSection(Source{Result: &answer.Answer{Data: a.Data}, Command: command, Version: version})
	end.Lead = []string{"The seed of a task follows from the seed of the run and from the task’s name, whatever " +
		"its place. The same file, version and seed give the same draws for any number of cores, on processors " +
		"with the same vector instructions. On other processors draws differ within their Monte Carlo error."}
	d.Sections = append(d.Sections, end)
	return d
}

// ofPage are the sections that only the page has: between the answer and every number, and at its end.
func ofPage(s Source) (before, after []document.Section) {
	return append(made("Items", s, labelsSection, disputedSection, itemsSection, scaleSection),
		made("People", s, labelersSection)...), made("", s, predictiveSection, methodsSection, reproductionSection)
}

// made returns the sections that are not empty, below a title of the contents.
func made(under string, s Source, all ...func(Source) (document.Section, bool)) []document.Section {
	var sections []document.Section
	for _, one := range all {
		if section, ok := one(s); ok {
			section.Under, under = under, ""
			sections = append(sections, section)
		}
	}
	return sections
}

// untimed returns the answer without its seconds, so that pages of the same file, version and seed are the same.
func untimed(a *answer.Answer) *answer.Answer {
	copied := *a
	copied.Runs = slices.Clone(a.Runs)
	for i, run := range a.Runs {
		if run.Sampler != nil {
			sampler := *run.Sampler
			sampler.SetupSeconds, sampler.WarmupSeconds, sampler.SamplingSeconds = 0, 0, 0
			copied.Runs[i].Sampler = &sampler
		}
	}
	return &copied
}
