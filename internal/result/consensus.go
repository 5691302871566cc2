package result

import (
	"cmp"
	"slices"

	"concord/consensus"
	"concord/internal/checks/predictive"
	"concord/internal/visible"
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

// ConsensusLabeler is the fit's knowledge of a labeler in a study.
type ConsensusLabeler struct {
	Labeler string `json:"labeler"`
	Study   string `json:"study"`
	Labels  int    `json:"labels"`
	// Level is how much more than the average labeler the labeler gives, on the scale of the parameters. Leaning is the
	// same on the scale of labels. They are null if the study has no labeler effects. With covariates, Level includes
	// the part that the labeler's own covariates explain. Leaning does not: it is compared with labels that have the
	// same covariates, as is all else. It is null if nobody else has the labeler's category of a covariate.
	Level        Number `json:"level"`
	LevelLower   Number `json:"level_lower"`
	LevelUpper   Number `json:"level_upper"`
	Leaning      Number `json:"leaning"`
	LeaningLower Number `json:"leaning_lower"`
	LeaningUpper Number `json:"leaning_upper"`
	// Discrimination is how closely the labeler follows the items, 1 as the average labeler and 0 not at all. Reversed
	// and Adrift are the probabilities that it is below 0, and below a tenth. They are null for labelers with one
	// label, and if there are fewer than three labelers.
	Discrimination      Number `json:"discrimination"`
	DiscriminationLower Number `json:"discrimination_lower"`
	DiscriminationUpper Number `json:"discrimination_upper"`
	Reversed            Number `json:"reversed"`
	Adrift              Number `json:"adrift"`
	// Noise is the standard deviation of the labeler's residual; null unless labels are numbers.
	Noise      Number `json:"noise"`
	NoiseLower Number `json:"noise_lower"`
	NoiseUpper Number `json:"noise_upper"`
	// Agrees is the share of labels that equal the consensus of the item's other labelers; null unless labels are
	// categories. Off is the root mean square distance from the prediction by the others' labels; null unless labels
	// are numbers.
	Agrees      Number `json:"agrees"`
	AgreesLower Number `json:"agrees_lower"`
	AgreesUpper Number `json:"agrees_upper"`
	Off         Number `json:"off"`
	OffLower    Number `json:"off_lower"`
	OffUpper    Number `json:"off_upper"`
	// Weak is the probability that a label says less than a quarter as much about its item as an ordinary label does,
	// or the reverse. Leans is the probability that the labeler leans too far. Drifts is the probability that the
	// labeler changes too far with a covariate, which is DriftsWith: the one for which it is largest. It is null if
	// labelers have no slopes. Support is the logarithm of the Bayes factor between following the items as the others
	// do and answering at random. The verdict follows from them.
	Weak       Number `json:"weak"`
	Leans      Number `json:"leans"`
	Drifts     Number `json:"drifts"`
	DriftsWith string `json:"drifts_with,omitempty"`
	Support    Number `json:"support"`
	// Verdict is "retrain", "read", "fine" or "too few labels".
	Verdict string `json:"verdict"`
	// SameAs are others whose labels agree with the labeler's beyond what all others' labels explain.
	SameAs []string `json:"same_labels_as,omitempty"`
	// Slope is the slope of the labels on the others' labels, if it is unusual. Flag is then "random", nearer to random
	// answers than to ordinary labelers, or "uneven". Others have null and "".
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
			one.Mode = c.Categories[item.Mode]
		}
		for k, p := range item.Chances {
			one.Chances = append(one.Chances, Chance{c.Categories[k], Number(p)})
		}
		all[i] = one
	}
	return all
}

// NewLabelers returns labelers with the doubts of a predictive check about them; nil is no check. categorical says that
// labels are categories.
func NewLabelers(labelers []consensus.Labeler, categorical bool, check *predictive.Check) []ConsensusLabeler {
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
	all := make([]ConsensusLabeler, len(labelers))
	for i, l := range labelers {
		one := ConsensusLabeler{Labeler: l.Name, Study: l.Study, Labels: l.Labels,
			Reversed: Number(l.Reversed), Adrift: Number(l.Adrift), Weak: Number(l.Weak), Leans: Number(l.Leans),
			Drifts: Number(l.Drifts), DriftsWith: l.DriftsWith, Support: Number(l.Support),
			Verdict: string(l.Verdict), SameAs: l.Alike, Slope: Undefined(),
			Agrees: Undefined(), AgreesLower: Undefined(), AgreesUpper: Undefined(),
			Off: Undefined(), OffLower: Undefined(), OffUpper: Undefined()}
		one.Level, one.LevelLower, one.LevelUpper = numbers(l.Level)
		one.Leaning, one.LeaningLower, one.LeaningUpper = numbers(l.Leaning)
		one.Discrimination, one.DiscriminationLower, one.DiscriminationUpper = numbers(l.Discrimination)
		one.Noise, one.NoiseLower, one.NoiseUpper = numbers(l.Noise)
		if categorical {
			one.Agrees, one.AgreesLower, one.AgreesUpper = numbers(l.Agrees)
		} else {
			one.Off, one.OffLower, one.OffUpper = numbers(l.Agrees)
		}
		if flag, ok := flags[key{l.Study, l.Name}]; ok {
			one.Slope, one.Flag = flag.Slope, flag.Flag
		}
		all[i] = one
	}
	return all
}

func numbers(e consensus.Estimate) (mean, lower, upper Number) {
	return Number(e.Mean), Number(e.Lower), Number(e.Upper)
}

// Concern is the larger of the probabilities that something is wrong with a labeler; 0 if neither is known.
func (l ConsensusLabeler) Concern() float64 {
	worst := 0.0
	for _, p := range []Number{l.Weak, l.Leans, l.Drifts} {
		if p.Defined() {
			worst = max(worst, float64(p))
		}
	}
	return worst
}

// SortByNeed sorts labelers by the action that they need and by concern.
func SortByNeed(all []ConsensusLabeler) {
	order := []consensus.Verdict{consensus.Retrain, consensus.Read, consensus.TooFew, consensus.Fine}
	rank := func(l ConsensusLabeler) int { return slices.Index(order, consensus.Verdict(l.Verdict)) }
	slices.SortStableFunc(all, func(a, b ConsensusLabeler) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.Concern(), a.Concern()))
	})
}

// Why gives the reason if a labeler is to be retrained or read; otherwise "".
func (l ConsensusLabeler) Why() string {
	if v := consensus.Verdict(l.Verdict); v != consensus.Retrain && v != consensus.Read {
		return ""
	}
	worst := Number(l.Concern())
	switch {
	case l.SameAs != nil:
		return "same labels as " + visible.Names(l.SameAs)
	case l.Drifts == worst && l.Leans != worst && l.Weak != worst:
		return "changes with " + visible.Text(l.DriftsWith)
	case l.Leans == worst && l.Weak != worst && l.Leaning < 0:
		return "leans low"
	case l.Leans == worst && l.Weak != worst:
		return "leans high"
	case l.Reversed > consensus.Sure:
		return "reverses the scale"
	case l.Noise.Defined() && l.DiscriminationLower > 0.5:
		return "careless"
	}
	return "barely follows the items"
}
