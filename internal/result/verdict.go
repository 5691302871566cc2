package result

import (
	"fmt"

	"concord/internal/document"
	"concord/internal/visible"
)

// Sure is the probability from which a finding counts as conclusive.
const Sure = 0.95

// Closest compares the group that agrees best with the reference with the next one, by ρ on the label scale.
type Closest struct {
	Reference, First, Next string
	// Probability is the probability that the first is closer than the next.
	Probability Number
	// Of is how many groups are compared.
	Of int
	// Against says how far the two agree with the reference; "" if it is left out.
	Against string
}

// Sentence says how sure it is.
func (c Closest) Sentence() string {
	first, next, reference := visible.Text(c.First), visible.Text(c.Next), visible.Text(c.Reference)
	p := document.Probability(float64(c.Probability))
	switch {
	case c.Probability >= Sure && c.Of == 2:
		return fmt.Sprintf("%s is closer to %s than %s is%s: %s", first, reference, next, c.Against, p)
	case c.Probability >= Sure:
		return fmt.Sprintf("%s is closest to %s%s: %s that it is closer than the runner-up, %s", first, reference,
			c.Against, p, next)
	case c.Of == 2:
		const open = "It is unclear whether %s or %s is closer to %s: %s that %s is"
		return fmt.Sprintf(open, first, next, reference, p, first)
	}
	return fmt.Sprintf("It is unclear which group is closest to %s: %s that %s is closer than the runner-up, %s",
		reference, p, first, next)
}
