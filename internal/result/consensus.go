package result

import (
	"math"

	"concord/consensus"
	"concord/internal/checks/predictive"
)

// ConsensusItem is what the fit knows of an item in a study, given all labels.
type ConsensusItem struct {
	Item   string `json:"item"`
	Study  string `json:"study"`
	Labels int    `json:"labels"`
	// Mean, Lower and Upper are of the true score on the label scale: the label to be expected of a labeler drawn at
	// random.
	Mean  Number `json:"mean"`
	Lower Number `json:"lower"`
	Upper Number `json:"upper"`
	// Label is the consensus, the most probable label, and Certainty the probability that infinitely many labelers
	// would have it; of labels in categories.
	Label     string `json:"label,omitempty"`
	Certainty Number `json:"certainty,omitempty"`
	// Chances are the probabilities that a labeler drawn at random gives each category.
	Chances []Chance `json:"chances,omitempty"`
}

// Chance is the probability of a category.
type Chance struct {
	Category    string `json:"category"`
	Probability Number `json:"probability"`
}

// ConsensusLabeler is what the fit knows of a labeler in a study.
type ConsensusLabeler struct {
	Labeler string `json:"labeler"`
	Study   string `json:"study"`
	Labels  int    `json:"labels"`
	// Level is how much more than the average labeler of the study the labeler gives, on the scale of the parameters;
	// null where the study has no labeler effects.
	Level      Number `json:"level"`
	LevelLower Number `json:"level_lower"`
	LevelUpper Number `json:"level_upper"`
	// Discrimination is how closely the labeler follows the items, 1 as the average labeler and 0 not at all, and
	// Adrift the probability that it is below a tenth; Noise the standard deviation of the labeler's residual; null
	// where the model has none.
	Discrimination      Number `json:"discrimination"`
	DiscriminationLower Number `json:"discrimination_lower"`
	DiscriminationUpper Number `json:"discrimination_upper"`
	Adrift              Number `json:"adrift"`
	Noise               Number `json:"noise"`
	NoiseLower          Number `json:"noise_lower"`
	NoiseUpper          Number `json:"noise_upper"`
	// Agrees is the share of labels that are the consensus of their item, null of labels that are no categories; Off
	// the root mean square of what those are off the true scores of their items, null of others.
	Agrees Number `json:"agrees"`
	Off    Number `json:"off"`
	// Slope is that of the labels on the others' where it is not an ordinary one, and Flag says of which kind it is:
	// "random", nearer to answering at random than to ordinary labelers, or "uneven"; null and "" of others.
	Slope Number `json:"slope"`
	Flag  string `json:"flag"`
}

// Flags of labelers.
const (
	FlagRandom = "random"
	FlagUneven = "uneven"
)

// ConsensusItems returns the items of a consensus.
func ConsensusItems(c *consensus.Consensus) []ConsensusItem {
	all := make([]ConsensusItem, len(c.Items))
	for i, item := range c.Items {
		one := ConsensusItem{Item: item.Name, Study: item.Study, Labels: item.Labels, Mean: Number(item.Mean),
			Lower: Number(item.Lower), Upper: Number(item.Upper)}
		if item.Label >= 0 {
			one.Label, one.Certainty = c.Categories[item.Label], Number(item.Certainty)
		}
		for k, p := range item.Chances {
			one.Chances = append(one.Chances, Chance{c.Categories[k], Number(p)})
		}
		all[i] = one
	}
	return all
}

// ConsensusLabelers returns the labelers of a consensus, with what a predictive check has against them; nil is no
// check.
func ConsensusLabelers(c *consensus.Consensus, check *predictive.Check) []ConsensusLabeler {
	type key struct{ study, name string }
	flags := map[key]ConsensusLabeler{}
	if check != nil {
		for _, l := range check.Uneven {
			flags[key{l.Study, l.Name}] = ConsensusLabeler{Slope: Number(l.Slope), Flag: FlagUneven}
		}
		for _, l := range check.Outliers {
			flags[key{l.Study, l.Name}] = ConsensusLabeler{Slope: Number(l.Slope), Flag: FlagRandom}
		}
	}
	all := make([]ConsensusLabeler, len(c.Labelers))
	for i, l := range c.Labelers {
		one := ConsensusLabeler{Labeler: l.Name, Study: l.Study, Labels: l.Labels,
			Level: Number(l.Level.Mean), LevelLower: Number(l.Level.Lower), LevelUpper: Number(l.Level.Upper),
			Discrimination: Number(l.Discrimination.Mean), DiscriminationLower: Number(l.Discrimination.Lower),
			DiscriminationUpper: Number(l.Discrimination.Upper), Adrift: Number(l.Adrift), Noise: Number(l.Noise.Mean),
			NoiseLower: Number(l.Noise.Lower), NoiseUpper: Number(l.Noise.Upper),
			Agrees: Number(math.NaN()), Off: Number(math.NaN()), Slope: Number(math.NaN())}
		if c.Categories != nil {
			one.Agrees = Number(l.Agrees)
		} else {
			one.Off = Number(l.Agrees)
		}
		if flag, ok := flags[key{l.Study, l.Name}]; ok {
			one.Slope, one.Flag = flag.Slope, flag.Flag
		}
		all[i] = one
	}
	return all
}
