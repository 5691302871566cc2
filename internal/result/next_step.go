package result

import (
	"slices"

	"concord/internal/result/catalogue"
	"concord/study"
)

// Next is what a reader of the result would do next, as a command for the same files.
func (l *Lookup) Next() study.Fix {
	one, mean := l.ICCs()
	several := len(l.Data.Studies) > 1
	alone := ""
	if !several {
		alone = l.Data.Studies[0].Name
	}
	icc, known := l.Find(one, alone)
	now, _ := l.Find(mean, alone)
	switch {
	case !l.Trusted():
		return study.To("more draws", "warmup", "2000").And("draws", "2000")
	case known && icc.saysLittle():
		return study.Fix{Does: "how many labels would narrow it", Command: "plan"}
	case slices.ContainsFunc(l.Doubts, func(d Doubt) bool {
		return slices.Contains(d.Statistics, StatisticDiscrimination)
	}):
		return study.Fix{Does: "who does not follow the items", Command: "labelers"}
	case several && slices.ContainsFunc(l.Estimates, func(e Estimate) bool {
		return e.Quantity == catalogue.Rho && e.Defined()
	}):
		return study.To("see the items on which they differ most", "html", "report.html")
	case slices.ContainsFunc(l.LabelsNeeded, func(n LabelsNeeded) bool {
		return n.Study == alone && n.Needed().Value > float64(now.K)
	}):
		return study.Fix{Does: "which items need more labels", Command: "next"}
	}
	return study.Fix{Does: "one answer for each item", Command: "consensus"}
}
