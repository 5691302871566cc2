package refusal

import (
	"fmt"

	"concord/internal/visible"
)

// CautionCode names an assumption of a model about some labels, for programs that suggest other ways.
type CautionCode string

// SeveralJudges says that Studies have one label of each item, and that one model is fitted to them and to Pools, which
// have more. Whatever such labels share, beyond one source of errors, then counts as the items' true scores.
const SeveralJudges CautionCode = "several_judges"

// Caution is something that a model takes for granted and that may be wrong of these labels.
type Caution struct {
	Code    CautionCode
	Studies []string // that it is about
	Pools   []string // the studies with more labels of each item
}

// String states the assumption, without full stop.
func (ct Caution) String() string {
	return fmt.Sprintf("groups %s have one label of each item, and one model is fitted to all groups. If they "+
		"share more than one source of errors, the model counts errors as true scores, and the estimates of %s "+
		"move", visible.Names(ct.Studies), visible.Names(ct.Pools))
}
