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
	for _, f := range OfWarning(w) {
		text += "; " + Call{}.inline(f)
	}
	return text
}

// Warning is [Warning] in a call. Each next step stands below as a command to paste.
func (c Call) Warning(w study.Warning) string {
	return visible.Text(w.Text) + c.lines(OfWarning(w))
}

// OfWarning are the fixes of a warning.
func OfWarning(w study.Warning) []study.Fix {
	switch w.Code {
	case study.ManyStudies:
		return []study.Fix{study.To("without groups", "group", read.NoColumn),
			study.Choose("if others are the groups, name the column", "group")}
	case study.SameLabelers:
		return []study.Fix{study.To("if they are the same people, let their levels correlate", "labeler-effects",
			"shared"),
			study.To("if they label the same items in several groups, keep their tastes from raising ρ", "facet",
				"item:labeler").And("facet-effects", "common")}
	case study.FewNumbers:
		if w.Count == 2 {
			return []study.Fix{study.By("as binary labels", "family")}
		}
		return []study.Fix{study.By("if only their order counts", "family")}
	case study.FarLabel:
		return []study.Fix{study.Fix{Does: "if it is"}.Adding("missing", w.Names...)}
	case study.FarValue:
		return []study.Fix{study.Fix{Does: "without these rows"}.Adding("where", quoting.Condition(w.Names[0], true,
			w.Names[1:]...))}
	case study.NearCovariates:
		var all []study.Fix
		for _, name := range w.Names {
			all = append(all, withoutCovariate(name, true))
		}
		return all
	case study.SameLabels:
		return []study.Fix{study.Fix{Does: "if they are one, without the others"}.Adding("exclude-labelers",
			w.Names[1:]...)}
	case study.OneClassLabelers:
		if w.Count > 1 {
			return nil
		}
		return []study.Fix{study.Fix{Does: "without this labeler"}.Adding("exclude-labelers", w.Names...)}
	case study.OtherScale:
		in := ""
		if w.StudyColumn {
			in = w.Studies[0]
		}
		return scaleSteps(in, w.Names, w.Alone)
	case study.OverlookedColumn:
		return overlookedSteps(w)
	}
	return nil
}

// overlookedSteps say how a column that is not used would get a part.
func overlookedSteps(w study.Warning) []study.Fix {
	o := w.Overlooked[0]
	if o.AsItem {
		return []study.Fix{study.To("if these are the items", "item", o.Column)}
	}
	asLabeler := study.To("if they say who gave a label", "labeler", o.Column)
	asStudy := study.To("to compare them", "group", o.Column)
	if w.StudyColumn {
		asStudy.Does += ", instead of the present column"
	}
	switch {
	case o.AsGroup:
		asStudy.Does = strings.Replace(asStudy.Does, "them", "the groups", 1)
	case o.AsStudy && o.AsLabeler:
		asStudy.Does = "if they are conditions, " + asStudy.Does
		return []study.Fix{asLabeler, asStudy}
	case o.AsLabeler:
		return []study.Fix{asLabeler}
	}
	if !w.StudyColumn {
		return []study.Fix{asStudy}
	}
	return slices.Concat([]study.Fix{study.To("to fit each alone", "by", o.Column)}, []study.Fix{asStudy})
}
