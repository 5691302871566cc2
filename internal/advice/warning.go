package advice

import (
	"slices"
	"strings"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// Warning returns the text of a warning about a design in one line, with the flags that look into it.
func Warning(w study.Warning) string {
	text := w.Text
	for _, s := range warningSteps(w, nil) {
		text += "; " + s.inline()
	}
	return text
}

// Warning is [Warning] in a call. Each next step stands below as a command to paste.
func (c Call) Warning(w study.Warning) string {
	return visible.Text(w.Text) + lines(c, warningSteps(w, c.Args))
}

func warningSteps(w study.Warning, args []string) []step {
	switch w.Code {
	case study.ManyStudies:
		return []step{with("without groups", "study", read.NoColumn),
			with("if others are the groups, name the column", "study", "NAME")}
	case study.SameLabelers:
		return []step{with("if they are the same people, let their levels correlate", "labeler-effects", "shared"),
			{does: "if they label the same items in several groups, keep their tastes from raising ρ",
				set: [][2]string{{"facet", "item:labeler"}, {"facet-effects", "common"}}}}
	case study.FewNumbers:
		if w.Count == 2 {
			return []step{{does: "as binary labels", drop: []string{"family"}}}
		}
		return []step{{does: "if only their order counts", drop: []string{"family"}}}
	case study.FarLabel:
		return []step{with("if it is", "missing", list(w.Names...))}
	case study.FarValue:
		return []step{with("without these rows", "where", quoting.Condition(w.Names[0], true, w.Names[1:]...))}
	case study.NearCovariates:
		return nearSteps(w.Names, args)
	case study.SameLabels:
		return []step{with("if they are one, without the others", "exclude-labelers", list(w.Names[1:]...))}
	case study.OneClassLabelers:
		if w.Count > 1 {
			return nil
		}
		return []step{with("without this labeler", "exclude-labelers", list(w.Names...))}
	case study.OtherScale:
		in := ""
		if w.StudyColumn {
			in = w.Studies[0]
		}
		return scaleSteps(in, w.Names, w.Alone)
	case study.OverlookedColumn:
		steps := overlookedSteps(w)
		if len(args) > 0 && slices.Contains(commandsByRole, args[0]) {
			steps = slices.DeleteFunc(steps, func(s step) bool { return s.set[0][0] == "study" })
		}
		return steps
	}
	return nil
}

// commandsByRole compare groups that are judges, people or a gold standard. Other groups would be another question.
var commandsByRole = []string{"judge", "gold", "score"}

// overlookedSteps say how a column that is not used would get a part.
func overlookedSteps(w study.Warning) []step {
	o := w.Overlooked[0]
	if o.AsItem {
		return []step{with("if these are the items", "item", list(o.Column))}
	}
	asLabeler := with("if they say who gave a label", "labeler", o.Column)
	asStudy := with("to compare them", "study", o.Column)
	if w.StudyColumn {
		asStudy.does += ", instead of the present column"
	}
	switch {
	case o.AsGroup:
		asStudy.does = strings.Replace(asStudy.does, "them", "the groups", 1)
	case o.AsStudy && o.AsLabeler:
		asStudy.does = "if they are conditions, " + asStudy.does
		return []step{asLabeler, asStudy}
	case o.AsLabeler:
		return []step{asLabeler}
	}
	if !w.StudyColumn {
		return []step{asStudy}
	}
	return slices.Concat([]step{with("to fit each alone", "by", list(o.Column))}, []step{asStudy})
}
