package nonparam

// stepped is ICC(k) by Spearman-Brown from ICC(1).
type stepped struct {
	icc
	k int
}

func newStepped(r *Ratings, k int) (statistic, reason) {
	c, why := newICC(r, ICC1Name)
	return stepped{c, k}, why
}

func (ss stepped) used() (items, ratings int) { return len(ss.items), ss.Len() }

func (ss stepped) evaluator() func([]weighting) (float64, reason) {
	single := ss.icc.evaluator()
	return func(all []weighting) (float64, reason) {
		v, why := single(all)
		if why == "" && ss.k > 1 && v <= -1/float64(ss.k-1) {
			why = notReliable
		}
		if why != "" {
			return 0, why
		}
		return SpearmanBrown(v, float64(ss.k)), ""
	}
}
