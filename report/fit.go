package report

import (
	"path"
	"path/filepath"

	"concord/internal/ask"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
)

// Fit lays out a fit: the answer on the first screen, then every number, and at level Appendix what only the page
// shows. It makes the sections of the level and of those before it.
func Fit(s Source, level document.Level) *document.Document {
	if level >= document.Appendix {
		s.Result = untimed(s.Result)
	}
	r, a := result.Look(s.Result), ask.Fit(s.Result)
	d := &document.Document{Title: "Rating quality: " + path.Base(filepath.ToSlash(r.Data.File)),
		Read:   view.ReadLine(r.Data),
		Alerts: r.Data.CautionTexts(),
		Rows:   a.WriteCSV}
	if s.Task != "" {
		d.Title, d.Read = s.Task+" · "+d.Title, s.Task+" · "+d.Read
	}
	d.Verdict, d.Repeat = r.Verdict, view.Repeat(a)
	first := inShort(r, a, level)
	first.Under = "Answer"
	d.Sections = append(d.Sections, first)
	if level >= document.Appendix {
		d.Sections = append(d.Sections, beforeDetail(s)...)
	}
	if level >= document.Detail {
		sections := detail(r, a)
		if level >= document.Appendix {
			sections = illustrated(s, sections)
			sections[0].Under = "Statistics"
		}
		d.Sections = append(d.Sections, sections...)
	}
	if level >= document.Appendix {
		d.Sections = append(d.Sections, afterDetail(s)...)
	}
	return d
}

// untimed returns the result without its seconds, so that pages of the same file, version and seed are the same.
func untimed(r *result.Result) *result.Result {
	if r.Sampler == nil {
		return r
	}
	copied, sampler := *r, *r.Sampler
	sampler.SetupSeconds, sampler.WarmupSeconds, sampler.SamplingSeconds = 0, 0, 0
	copied.Sampler = &sampler
	return &copied
}

// took says how long a run took, after some words; "" if nobody timed it.
func took(before string, s *result.Sampler) string {
	if seconds := s.SetupSeconds + s.WarmupSeconds + s.SamplingSeconds; seconds > 0 {
		return before + view.Duration(seconds)
	}
	return ""
}
