package result

import (
	"concord/consensus"
)

// ConsensusItem is the fit's knowledge of an item in a study, given all labels.
type ConsensusItem struct {
	Item   string `json:"item"`
	Study  string `json:"study"`
	Labels int    `json:"labels"`
	// Mean, Lower and Upper describe the true score on the label scale: the expected label of a labeler drawn at
	// random.
	Mean  Number `json:"mean"`
	Lower Number `json:"lower"`
	Upper Number `json:"upper"`
	// Label is the consensus, and Certainty the probability that unlimited labelers have it: as their median
	// label if labels have an order, and else as their most frequent one. Mode is most probably their most
	// frequent label. All are for labels in categories.
	Label     string `json:"label,omitempty"`
	Certainty Number `json:"certainty,omitempty"`
	Mode      string `json:"mode,omitempty"`
	// Chances are the probabilities that a labeler drawn at random gives each category.
	Chances []Chance `json:"chances,omitempty"`
}

// Chance is the probability of a category.
type Chance struct {
	Category    string `json:"category"`
	Probability Number `json:"probability"`
}

// ConsensusItems returns the items of a consensus.
func ConsensusItems(c *consensus.Consensus) []ConsensusItem {
	all := make([]ConsensusItem, len(c.Items))
	for i, item := range c.Items {
		one := ConsensusItem{Item: item.Name, Study: item.Study, Labels: item.Labels, Mean: Number(item.Mean),
			Lower: Number(item.Lower), Upper: Number(item.Upper)}
		if item.Label >= 0 {
			one.Label, one.Certainty = c.Categories[item.Label], Number(item.Certainty)
			one.Mode = c.Categories[item.Mode]
		}
		for k, p := range item.Chances {
			one.Chances = append(one.Chances, Chance{c.Categories[k], Number(p)})
		}
		all[i] = one
	}
	return all
}
