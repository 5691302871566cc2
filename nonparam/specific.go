package nonparam

// SpecificAgreement returns the agreement on each category. For two raters it is the share 2n_kk/(n_k+ + n_+k) of the
// ratings k that the other rater shares (Dice 1945). For two categories these are positive and negative agreement
// (Cicchetti and Feinstein 1990). For more raters it is the share of such pairs of ratings of an item (Uebersax 1982),
//
//	p_k = Σ_i n_ik(n_ik − 1) / Σ_i n_ik(n_i − 1).
//
// There is an estimate for each category, in the order of their values, or an [*UndefinedError] of the first that is
// not defined.
func SpecificAgreement(r *Ratings) ([]Estimate, error) {
	var all []Estimate
	for _, p := range prepareEach(SpecificAgreementName, r, Nominal) {
		if p.why == "" {
			p.why = finish(&p.Estimate, p.statistic, 1)
		}
		if p.why != "" {
			return nil, undefined(p.Estimate, p.why)
		}
		all = append(all, p.Estimate)
	}
	return all, nil
}

// mostSpecific is the number of categories that have an agreement each.
const mostSpecific = 50

// specific is the agreement on a category.
type specific struct {
	*Ratings
	code  int32
	item  []int     // those with a rating of the category and one more
	count []float64 // of the ratings of the category of each
}

// newSpecific returns the agreement on each category.
func newSpecific(r *Ratings) []specific {
	all := make([]specific, len(r.values))
	for k := range all {
		all[k] = specific{Ratings: r, code: int32(k)}
	}
	for i, m := range r.size {
		for j := r.start[i]; j < r.start[i+1] && m >= 2; j++ {
			s := &all[r.cell.code[j]]
			s.item, s.count = append(s.item, i), append(s.count, r.cell.weight[j])
		}
	}
	return all
}

func (sp specific) used() (items, ratings int) {
	for _, i := range sp.item {
		ratings += int(sp.size[i])
	}
	return len(sp.item), ratings
}

func (sp specific) evaluator() func([]weighting) (float64, reason) {
	return func(all []weighting) (float64, reason) {
		w := all[0]
		if w.rater != nil && sp.rater == nil {
			return 0, noRaters
		}
		var agreed, pairs float64
		for j, i := range sp.item {
			n, m, copies := sp.count[j], sp.size[i], sp.count[j]
			if w.rater != nil {
				n, m, copies = sp.weighed(i, w.rater)
			}
			agreed += w.of(i) * (n*n - copies)
			pairs += w.of(i) * (n*m - copies)
		}
		return specificOf(agreed, pairs)
	}
}

// weighed returns the weights of the ratings of the category, of all ratings of an item, and of the pairs of a rating
// of the category with its copies, which are not by two raters.
func (sp specific) weighed(i int, rater []float64) (n, m, copies float64) {
	for t := sp.first[i]; t < sp.first[i+1]; t++ {
		v := rater[sp.Ratings.rater[t]]
		m += v
		if sp.cell.code[sp.cellAt[t]] == sp.code {
			n += v
			copies += v * v
		}
	}
	return n, m, copies
}

func specificOf(agreed, pairs float64) (float64, reason) {
	if pairs < 0.5 { // whole numbers
		return 0, noSuchPair
	}
	return agreed / pairs, ""
}

// compile is of rows, one for each item that has the category.
func (sp specific) compile() statistic {
	c := sp.compiled()
	c.item = make([]int32, 0, len(sp.item))
	for _, i := range sp.item {
		c.item = append(c.item, int32(i))
	}
	return c
}

func (sp specific) compiled() compiled {
	return compiled{statistic: sp, rows: allRows(len(sp.item), 2, sp.row), work: 1,
		finish: func(sum []float64, _ []dense) (float64, reason) { return specificOf(sum[0], sum[1]) }}
}

// row is of an item of the category without some of its ratings.
func (sp specific) row(to *rows, j int, gone [2][]int32) {
	i, n, m := sp.item[j], sp.count[j], sp.size[sp.item[j]]
	if whole(gone[0], m) {
		return
	}
	m -= float64(len(gone[0]))
	for _, place := range gone[0] {
		if sp.cell.code[sp.cellAt[sp.first[i]+int(place)]] == sp.code {
			n--
		}
	}
	to.put(0, n*(n-1))
	to.put(1, n*(m-1))
}

func (sp specific) deletable() tallied {
	a := newAdditive(sp.compiled(), sp.row)
	a.number[0] = make([]int32, len(sp.items))
	for i := range a.number[0] {
		a.number[0][i] = -1
	}
	for j, i := range sp.item {
		a.number[0][i] = int32(j)
	}
	return a
}
