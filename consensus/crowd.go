package consensus

import (
	"context"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/internal/abandon"
	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/study"
)

// crowd is the labelers of one study, each seen by the others, by belief propagation (Pearl 1988; for labelers Karger,
// Oh and Shah 2014). The parameters of the population are the posterior medians of a fit. An item's belief is its prior
// times a message from each labeler. A labeler's evidence is the product, over the labeler's items, of the probability
// of the label. That is averaged over the belief about the item without the labeler's own message. A labeler has a
// level, a discrimination λ and, for numbers, a residual. Their priors are as in [spec.Spec], averaged over the scales
// ω and ν.
//
// Covariates have the posterior means of their coefficients. An item's own covariates make its prior mean, so
// that λ multiplies the whole true score. All other covariates, and the labelers' slopes, shift labels.
type crowd struct {
	people   []person
	items    int
	labels   []int32 // of each item
	kernel   kernel
	traits   *traits
	others   bool // at least three people: who differs from the others can be known
	workers  int
	messages [][]float64 // of each person to items, as the kernel has them
	offsets  *offsets
}

// person is a labeler of the study, with the labels.
type person struct {
	name  string
	index int32   // among the labelers of the table
	given []given // by item
	items [][]given
}

// given is a label. Labels that a labeler gave an item again count together as one.
type given struct {
	item  int32
	times int32 // labels of the item by this labeler
	value float64
	shift float64 // see [offsets].label
}

// kernel turns labels of a family into beliefs about items and evidence about labelers. It belongs to one study. Only
// items changes what is shared.
type kernel interface {
	// start returns the message of a labeler who is known by the priors alone.
	start(p *person) []float64
	// items sets the beliefs about items to the product of all messages.
	items(people []person, messages [][]float64)
	// reader returns a reader of the labels of one person at a time, for one goroutine.
	reader() reader
}

// reader reads the labels of one person.
type reader interface {
	// read returns the evidence about traits, given the person's last message. If only is not −1, it is about that one.
	read(p *person, message []float64, only int) evidence
	// message sets the message to one that averages over traits with these weights.
	message(dst []float64, p *person, weights []float64)
	// look compares the labels with the others' consensus.
	look(p *person, message []float64, labels []int32) looked
}

// evidence is how probable the labels of a person are, by trait.
type evidence struct {
	// log is the logarithm of the probability of the labels by trait; level and sd are mean and standard deviation of
	// the person's level given the trait.
	log, level, sd []float64
}

// looked is how labels agree with the others'.
type looked struct {
	compared int     // labels of items that others labelled too
	agrees   float64 // of them: the share that is the others' consensus, or the mean square of the distance
}

// newCrowd returns the crowd of a study, without some labelers of the table.
func newCrowd(of model.StudyPosterior, without map[int32]bool) *crowd {
	table := of.Posterior().Table()
	view := table.StudyAt(of.Index())
	c := &crowd{items: len(table.Items()), labels: make([]int32, len(table.Items())), workers: runtime.GOMAXPROCS(0)}
	c.offsets = newOffsets(of)
	all := make([][]given, len(table.Labelers()))
	for n, l := range view.Labeler() {
		if without[l] {
			continue
		}
		one := given{item: view.Item()[n], value: view.Value()[n]}
		if c.offsets.label != nil {
			one.shift = c.offsets.label[n]
		}
		all[l] = append(all[l], one)
		c.labels[view.Item()[n]]++
	}
	for l, own := range all {
		if len(own) == 0 {
			continue
		}
		slices.SortStableFunc(own, func(a, b given) int { return int(a.item) - int(b.item) })
		one := person{name: table.Labelers()[l], index: int32(l), given: own}
		for len(own) > 0 {
			n := 1
			for n < len(own) && own[n].item == own[0].item {
				n++
			}
			one.items, own = append(one.items, own[:n]), own[n:]
			for i := range n {
				one.items[len(one.items)-1][i].times = int32(n)
			}
		}
		c.people = append(c.people, one)
	}
	const fewest = 3
	c.others = len(c.people) >= fewest && of.HasLabelers() && !of.OneLabel()
	if f, ok := of.Posterior().Spec().Family.(family.Categorical); ok {
		c.kernel, c.traits = newGrid(of, f, c)
	} else {
		c.kernel, c.traits = newNormal(of, c)
	}
	return c
}

// Rounds of messages: first with λ = 1, as in the model that was fitted, then with traits.
const (
	plainRounds = 1
	traitRounds = 3
)

// run sends the messages round, and returns the posterior of each person's traits.
func (c *crowd) run(ctx context.Context, level float64) ([]known, []looked, error) {
	c.messages = make([][]float64, len(c.people))
	for k := range c.people {
		c.messages[k] = c.kernel.start(&c.people[k])
	}
	c.kernel.items(c.people, c.messages)
	all, looks := make([]known, len(c.people)), make([]looked, len(c.people))
	rounds := plainRounds
	if c.others {
		rounds += traitRounds
	}
	for round := range rounds {
		only, last := -1, round == rounds-1
		if round < plainRounds {
			only = c.traits.one
		}
		c.each(ctx, func(r reader, k int) {
			p := &c.people[k]
			all[k] = c.traits.posterior(k, r.read(p, c.messages[k], only), only, level, last)
			if last {
				looks[k] = r.look(p, c.messages[k], c.labels)
			} else {
				r.message(c.messages[k], p, all[k].weights)
			}
			all[k].weights = nil
		})
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if !last {
			c.kernel.items(c.people, c.messages)
			c.traits.learn(all)
		}
	}
	return all, looks, nil
}

// each calls f for each person, on as many cores as there are.
func (c *crowd) each(ctx context.Context, f func(r reader, k int)) {
	_ = abandon.Each(ctx, c.workers, len(c.people), func() func(k int) error { // callers look at ctx
		r := c.kernel.reader()
		return func(k int) error {
			f(r, k)
			return nil
		}
	})
}

// otherSD returns the standard deviation of the effects of a study that belong to no item, labeler or residual. Slopes
// that are known as offsets do not count.
func (o *offsets) otherSD(of model.StudyPosterior) float64 {
	var sd []float64
	for _, t := range of.Terms() {
		known := slices.ContainsFunc(o.slopes, func(s slopes) bool { return s.covariate == t.Slopes })
		if t.OfLabels() && t.Name != study.ItemFactor && t.Name != study.LabelerFactor && !known {
			sd = append(sd, median(of.EffectSD(t)))
		}
	}
	return floats.Norm(sd, 2)
}

// median of a parameter. The mean of a standard deviation can lie far above all probable values. Its prior has the long
// tail of few degrees of freedom, and labels that all agree are little evidence against this tail.
func median(q posterior.Quantity) float64 { return q.Quantile(0.5) }
