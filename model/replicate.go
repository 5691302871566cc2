package model

import (
	"math/rand/v2"
	"slices"

	"concord/internal/semidefinite"
	"concord/model/internal/counting"
	"concord/model/internal/random"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
)

// Replicator draws new studies from a posterior, with the design of the labels that were fitted. The same items are
// labelled by as many labelers in the same pattern, and covariates stay as they are. But items, labelers and the levels
// of further terms are drawn anew from their populations, given one draw of the parameters. This is the mixed
// predictive distribution (Gelman, Meng and Stern 1996; Marshall and Spiegelhalter 2003). It suits coefficients, which
// are statements about populations of items and labelers. With the effects that were fitted to the very same labels, a
// check would nearly always pass.
type Replicator struct {
	spec   spec.Spec
	starts []int // labels of study s are starts[s]:starts[s+1]
	mean   []posterior.Quantity
	own    [][]posterior.Quantity // by study
	terms  []replicatedTerm
	itemDF posterior.Quantity // of [StudentItems]
	// Of the labels; nil: the model has none.
	covariates *Covariates
	studies    []StudyPosterior
	places     [][]int32 // by study: of its labels that are drawn, among all that were fitted; nil: all
}

// replicatedTerm is a term's parameters and who has which of its effects.
type replicatedTerm struct {
	multiplies bool // the items' effects
	scales     bool // the residual
	slopes     int  // place of the covariate by which the effects are slopes; −1: they are none
	levels     int
	index      []int32                // of each label
	sd         []posterior.Quantity   // by study
	cor        [][]posterior.Quantity // row i holds the pairs of i and j < i; nil: independent
}

// NewReplicator returns a replicator for a fit. It panics if the posterior was made from draws alone, since then
// there is no design.
func NewReplicator(p *Posterior) *Replicator {
	if p.table == nil {
		panic("model: a posterior from draws has no design to replicate")
	}
	design := simulate.DesignOf(p.table)
	r := &Replicator{spec: p.spec, starts: []int{0}, covariates: p.Covariates(), studies: p.EachStudy()}
	for i, a := range p.EachStudy() {
		r.starts = append(r.starts, r.starts[i]+p.table.StudyAt(i).Len())
		r.mean, r.own = append(r.mean, a.Mean()), append(r.own, a.Own())
	}
	r.itemDF, _ = p.ItemDF()
	for _, t := range p.spec.Terms() {
		levels, index, err := design.Levels(t.By)
		if err != nil {
			panic("model: " + err.Error()) // the fit has grouped by them
		}
		term := replicatedTerm{multiplies: t.Multiplies != "", scales: t.Scales, slopes: p.spec.SlopesBy(t),
			levels: levels, index: index}
		for i, a := range p.EachStudy() {
			term.sd = append(term.sd, a.TermSD(t.Name))
			if t.Covariance == spec.Independent {
				continue
			}
			var row []posterior.Quantity
			for _, b := range p.EachStudy()[:i] {
				q, ok := a.TermCorrelation(t.Name, b)
				if !ok { // of a study without such effects
					q = p.constant("", 0)
				}
				row = append(row, q)
			}
			term.cor = append(term.cor, row)
		}
		r.terms = append(r.terms, term)
	}
	return r
}

// At returns a replicator of some labels alone, by their ascending places among all labels. Only their items, labelers
// and levels of further terms are drawn, so that it takes less time where they are few.
func (rep *Replicator) At(places []int32) *Replicator {
	part := *rep
	part.starts, part.places = []int{0}, nil
	for s := range rep.mean {
		var of []int32
		for n := part.starts[s]; n < len(places) && int(places[n]) < rep.starts[s+1]; n++ {
			of = append(of, places[n]-int32(rep.starts[s]))
		}
		part.places, part.starts = append(part.places, of), append(part.starts, part.starts[s]+len(of))
	}
	part.terms = slices.Clone(rep.terms)
	for i, t := range rep.terms {
		keys := make([]int64, len(places))
		for n, place := range places {
			keys[n] = int64(t.index[place])
		}
		levels, index := counting.Number(keys, int64(t.levels))
		part.terms[i].levels, part.terms[i].index = len(levels), index
	}
	return &part
}

// Len returns the number of labels.
func (rep *Replicator) Len() int { return rep.starts[len(rep.starts)-1] }

// Labels returns the labels of a new study, a slice for each study of the table in the order of its labels, drawn with
// the parameters of one draw. The same draw and random numbers give the same labels. Labels is safe for concurrent use
// if each caller has separate random numbers. The results are parts of theta, which has an element for each label; nil
// asks for new memory.
func (rep *Replicator) Labels(theta []float64, chain, draw int, rng *rand.Rand) [][]float64 {
	k := len(rep.mean)
	at := func(q posterior.Quantity) float64 { return q.Chains[chain][draw] }
	switch {
	case theta == nil:
		theta = make([]float64, rep.starts[k])
	case len(theta) != rep.starts[k]:
		panic("model: Labels: the slice is not as long as there are labels")
	}
	for s := range k {
		for n := rep.starts[s]; n < rep.starts[s+1]; n++ {
			theta[n] = at(rep.mean[s])
		}
	}
	var item []float64 // true score of each label's item; nil: no term multiplies it
	if slices.ContainsFunc(rep.terms, func(t replicatedTerm) bool { return t.multiplies }) {
		item = make([]float64, len(theta))
	}
	if rep.covariates != nil {
		rep.addCovariates(theta, item, chain, draw)
	}
	var noise []float64 // log σ of each label less log σ of its study; nil: 0
	for i, t := range rep.terms {
		m := simulate.CommonCorrelation(k, 0)
		for a, row := range t.cor {
			for b, q := range row {
				m[a][b] = at(q)
			}
		}
		sd := func(s int) float64 { return at(t.sd[s]) }
		var b []float64
		if i == 0 && rep.spec.Items == spec.StudentItems {
			b = random.StudentEffects(rng, t.levels, semidefinite.Root(m), sd, at(rep.itemDF))
		} else {
			b = random.Effects(rng, t.levels, semidefinite.Root(m), sd)
		}
		if t.scales {
			noise = make([]float64, len(theta))
		}
		for s := range k {
			for n := rep.starts[s]; n < rep.starts[s+1]; n++ {
				effect := b[int(t.index[n])*k+s]
				switch {
				case i == 0:
					if item != nil {
						item[n] += effect
						effect = item[n]
					}
				case t.multiplies:
					effect *= item[n]
				case t.scales:
					noise[n] = effect
					continue
				case t.slopes >= 0:
					effect *= rep.covariates.design.Offset(t.slopes, s, n-rep.starts[s])
				}
				theta[n] += effect
			}
		}
	}
	studies := make([][]float64, k)
	for s := range k {
		studies[s] = theta[rep.starts[s]:rep.starts[s+1]]
		var own []float64
		for _, q := range rep.own[s] {
			own = append(own, at(q))
		}
		var of []float64
		if noise != nil {
			of = noise[rep.starts[s]:rep.starts[s+1]]
		}
		random.Labels(rng, rep.spec.Family, studies[s], own, of)
	}
	return studies
}

// addCovariates adds what covariates add to the linear predictors of all labels in one draw, see [Covariates.add].
func (rep *Replicator) addCovariates(theta, item []float64, chain, draw int) {
	for s, of := range rep.studies {
		var places []int32
		if rep.places != nil {
			places = rep.places[s]
		}
		from, to := rep.starts[s], rep.starts[s+1]
		var items []float64
		if item != nil {
			items = item[from:to]
		}
		rep.covariates.add(theta[from:to], items, places, of, chain, draw)
	}
}
