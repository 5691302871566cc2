package advice

import (
	"concord/study"
	"concord/study/read"
)

// Warning returns the text of a warning about a design, with what can be done about it on this command line.
func Warning(w study.Warning) string {
	switch w.Code {
	case study.ManyStudies:
		return w.Text + "; if that is not so, name the column: --study NAME, or --study " + read.NoColumn + " for none"
	case study.SameLabelers:
		return w.Text + "; if they are the same: --labeler-effects shared lets their levels go together; if they " +
			"label items in several studies, their tastes for these raise ρ, unless there is also " +
			"--facet item:labeler --facet-effects common"
	case study.FewNumbers:
		if w.Count == 2 {
			return w.Text + "; without --family they are binary"
		}
		return w.Text + "; without --family they are ordered categories, of which only the order counts"
	case study.FarLabel:
		return w.Text + "; if it is: --missing " + List(w.Names...)
	case study.OneClassLabelers:
		if w.Count > 1 {
			return w.Text
		}
		return w.Text + "; to see what is found without: --exclude-labelers " + List(w.Names...)
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
		asStudy = "split the file by it, or " + asStudy + " instead of the present one"
	}
	switch {
	case o.AsGroup:
		return "if the groups are to be compared: " + asStudy
	case o.AsStudy && o.AsLabeler:
		return "if they say who gave a label: " + asLabeler +
			"; if under which condition, labels of all of them are taken together: " + asStudy
	case o.AsLabeler:
		return "if they say who gave a label: " + asLabeler
	}
	return "if they are to be compared: " + asStudy
}
