package main

import (
	"fmt"

	"concord/judge"
)

// goldAdvice says what can be done about a gold standard with several labels of an item.
func goldAdvice(e *judge.SeveralGold) string {
	return fmt.Sprintf("as a group with labels of its own: fit --reference %s FILE", flagList(e.Study))
}

// positiveAdvice says how words without order get a true score.
const positiveAdvice = "; one of them against the rest has: --positive LABEL"
