package advice

import (
	"concord/study"
	"concord/study/read"
)

// Warning returns the text of a warning about a design, with what can be done about it on this command line.
func Warning(w study.Warning) string {
	switch w.Code {
	case study.ManyStudies:
		return w.Text + "; if these are not studies, name the column: --study NAME, or " +
			"--study " + read.NoColumn + " for none"
	case study.SameLabelers:
		return w.Text + "; if they are the same people, let their levels correlate: --labeler-effects shared; if " +
			"they label the same items in several studies, keep their tastes from raising ρ: --facet item:labeler " +
			"--facet-effects common"
	case study.FewNumbers:
		if w.Count == 2 {
			return w.Text + "; to take them as binary, leave out --family"
		}
		return w.Text + "; if only their order counts, leave out --family"
	case study.FarLabel:
		return w.Text + "; if it is: --missing " + List(w.Names...)
	case study.OneClassLabelers:
		if w.Count > 1 {
			return w.Text
		}
		return w.Text + "; to leave this labeler out: --exclude-labelers " + List(w.Names...)
	case study.OverlookedColumn:
		return w.Text + "; " + overlookedAdvice(w)
	}
	return w.Text
}

// overlookedAdvice says how a column that is not used would get a part.
func overlookedAdvice(w study.Warning) string {
	o := w.Overlooked[0]
	asLabeler, asStudy := "--labeler "+List(o.Column), "--study "+List(o.Column)
	if w.StudyColumn {
		asStudy = "split the file by it, or " + asStudy + " instead of the present column"
	}
	switch {
	case o.AsGroup:
		return "to compare the groups: " + asStudy
	case o.AsStudy && o.AsLabeler:
		return "if they say who gave a label: " + asLabeler +
			"; if they are conditions, to compare them: " + asStudy
	case o.AsLabeler:
		return "if they say who gave a label: " + asLabeler
	}
	return "to compare them: " + asStudy
}
