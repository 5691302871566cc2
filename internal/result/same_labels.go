package result

import (
	"context"
	"fmt"

	"concord/consensus/copies"
	"concord/internal/visible"
	"concord/study"
)

// BeyondOthers ends what a caution of the code [SameLabels] says of the labels alone.
const BeyondOthers = ", far more than the others' labels explain"

// sameLabels warns of people whose labels agree beyond what all others' labels explain. It reports the agreement and
// lists its possible causes: labels alone do not distinguish a copy from one person twice, or from a rule.
func sameLabels(t *study.Table) []study.Warning {
	var all []study.Warning
	for s := range t.Studies() {
		v := t.StudyAt(s)
		for _, g := range copies.Find(context.Background(), v) {
			w := study.Warning{Code: study.SameLabels, Studies: []string{v.Name()}}
			for _, k := range g.Members {
				w.Names = append(w.Names, t.Labelers()[k])
			}
			w.Fixes = []study.Fix{study.Fix{Does: "if they are one, without the others"}.Adding("exclude-labelers",
				w.Names[1:]...)}
			w.Text = fmt.Sprintf("%s and %s gave the same labels on %d of %d items",
				visible.Text(t.Labelers()[g.Pair[0]]), visible.Text(t.Labelers()[g.Pair[1]]), g.Same, g.Shared)
			if len(w.Names) > len(g.Pair) {
				w.Text += fmt.Sprintf(" (as alike: %s)", visible.Names(w.Names))
			}
			w.Text += BeyondOthers + ": one person twice, a copy, or a rule that only they know. In the consensus " +
				"they count once"
			if len(t.Studies()) > 1 {
				w.Text = "group " + visible.Text(v.Name()) + ": " + w.Text
			}
			all = append(all, w)
		}
	}
	return all
}
