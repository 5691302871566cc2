package result

import (
	"fmt"
	"math"
	"slices"

	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/nominal"
	"concord/posterior"
)

// Quantities of a joint fit, besides [catalogue.ICC] and others of the catalogue.
const (
	JointRate         = "rate"         // of a category
	JointDisagreement = "disagreement" // of two labels of an item
)

// JointQuantity describes a quantity of a joint fit.
type JointQuantity struct {
	catalogue.Entry
	// Each says that each category has it, and Together that all together have it.
	Each, Together bool
}

// JointQuantities returns the quantities of a joint fit, in the order of estimates.
func JointQuantities() []JointQuantity {
	of := func(name string, each bool) JointQuantity {
		q, _ := catalogue.Find(name)
		return JointQuantity{Entry: q, Each: each, Together: true}
	}
	return []JointQuantity{
		of(catalogue.ICC, true), of(catalogue.LabelerICC, true),
		{Entry: catalogue.Entry{Name: JointDisagreement, Of: catalogue.One, Range: catalogue.Share,
			What: "chance that two labels of an item are of different categories"}, Together: true},
		{Entry: catalogue.Entry{Name: JointRate, Of: catalogue.One, Range: catalogue.Share,
			What: "share of the labels"}, Each: true},
		of(catalogue.Rho, true), of(catalogue.XCC, true),
		of(catalogue.RhoDifference, false), of(catalogue.XCCDifference, false),
	}
}

// BeliefOn returns the probability of an event of the studies and the category of an estimate; undefined if the result
// was not asked for it.
func (j *Jointly) BeliefOn(a Asked, e Estimate) Number {
	return beliefOf(j.Probabilities, a.eventOf("", "", e.Category), e.Studies)
}

// JointDraws are the draws of a quantity of a category, or of all together (""), in some studies.
type JointDraws struct {
	Quantity, Category string
	Studies            []int
	Draws              posterior.Quantity
}

// jointQuantities returns what a description says of categories, in the order of estimates. labelers says which studies
// have effects of labelers. Differences are against the study reference; negative: there are none.
func jointQuantities(
	d *nominal.Description, categories []string, labelers func(study int) bool, reference int,
) []JointDraws {
	var all []JointDraws
	add := func(name, category string, q posterior.Quantity, studies ...int) {
		all = append(all, JointDraws{name, category, studies, q})
	}
	for s, of := range d.Studies {
		add(catalogue.ICC, "", of.NominalICC(), s)
		if labelers(s) {
			add(catalogue.LabelerICC, "", of.NominalLabelerICC(), s)
		}
		add(JointDisagreement, "", of.Disagreement(), s)
		for c, category := range categories {
			add(JointRate, category, of.Rate(c), s)
			add(catalogue.ICC, category, of.ICC(c), s)
			if labelers(s) {
				add(catalogue.LabelerICC, category, of.LabelerICC(c), s)
			}
		}
	}
	for b, row := range d.Between {
		for a, pair := range row {
			add(catalogue.Rho, "", pair.NominalRho(), a, b)
			add(catalogue.XCC, "", pair.NominalXCC(), a, b)
			for c, category := range categories {
				add(catalogue.Rho, category, pair.Rho(c), a, b)
				add(catalogue.XCC, category, pair.XCC(c), a, b)
			}
		}
	}
	less := func(x, y posterior.Quantity) posterior.Quantity {
		return posterior.Map("", func(v []float64) float64 { return v[0] - v[1] }, x, y)
	}
	for b := range d.Studies {
		for a := range b {
			if reference < 0 || a == reference || b == reference {
				continue
			}
			of := func(s int) nominal.Between { return d.Between[max(s, reference)][min(s, reference)] }
			add(catalogue.RhoDifference, "", less(of(b).NominalRho(), of(a).NominalRho()), reference, b, a)
			add(catalogue.XCCDifference, "", less(of(b).NominalXCC(), of(a).NominalXCC()), reference, b, a)
		}
	}
	return all
}

// Draws returns the draws of all quantities of a fit, in the order of its estimates. Others are compared with the group
// reference. Draws are NaN if a study never uses the category.
func (f JointFit) Draws(reference string) []JointDraws {
	p := f.Posterior
	all := jointQuantities(f.described(), p.Categories(), p.HasLabelers, slices.Index(p.Studies(), reference))
	for i, q := range all {
		if unusedIn(p, q.Category, q.Studies...) != "" {
			all[i].Draws = posterior.Map(q.Draws.Name, func([]float64) float64 { return math.NaN() }, q.Draws)
		}
	}
	return all
}

func (f JointFit) described() *nominal.Description {
	if f.Description == nil {
		return f.Posterior.Describe()
	}
	return f.Description
}

// Engine returns the fit of contrasts.
func (f JointFit) Engine() Fit {
	return Fit{Posterior: f.Posterior.Engine(), Settings: f.Settings, Setup: f.Setup, Sampling: f.Sampling,
		Partial: f.Partial, Words: f.Words}
}

// unusedIn says why a category has no estimates in some groups: nobody uses it there. "" if it is used in all.
func unusedIn(p *nominal.Posterior, category string, studies ...int) string {
	for _, s := range studies {
		if category != "" && !p.Uses(s, slices.Index(p.Categories(), category)) {
			return fmt.Sprintf("no label of %s is %s", visible.Text(p.Studies()[s]), visible.Text(category))
		}
	}
	return ""
}

// NewTruthOfCategories computes every quantity that a joint fit reports, for labels that [simulate.Categories] draws
// with these truths.
func NewTruthOfCategories(
	categories []string, truths []simulate.Truth, design simulate.Design, seed uint64,
) (*Truth, error) {
	d, err := nominal.Known(categories, truths, design.Studies)
	if err != nil {
		return nil, err
	}
	labelers := truths[0].Labelers
	if labelers == model.AutoLabelers {
		labelers = model.Nested
	}
	out := &Truth{Family: family.Contrasts{}.String(), Labelers: labelers.String(), Seed: seed}
	for _, q := range jointQuantities(d, categories, func(int) bool { return labelers != model.NoLabelers }, 0) {
		v := TrueValue{Quantity: q.Quantity, Category: q.Category, Scale: ScaleLabel,
			Value: rounded(q.Draws.Chains[0][0])}
		for _, s := range q.Studies {
			v.Studies = append(v.Studies, design.Studies[s])
		}
		out.Quantities = append(out.Quantities, v)
	}
	return out, nil
}
