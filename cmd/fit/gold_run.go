package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"concord/consensus"
	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/judge"
	"concord/model"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// goldRun compares the groups of a table with its gold standard.
type goldRun struct {
	*work
	table    *study.Table // without studies that share no item with the standard
	spec     spec.Spec
	settings sampler.Settings
	source   ask.GoldQuestion
	pools    []string // that the fit has
	notes    []string // of the labels
	said     []string // of the result
	by       []string // columns by which labels are cut
}

// compare fits the labels and makes the comparison.
func (gr *goldRun) compare(ctx context.Context) (*ask.GoldQuestion, error) {
	err := gr.begin()
	if err != nil {
		return nil, err
	}
	if gr.source.Reliability, err = gr.work.stated(gr.source.Standard.Name()); err != nil {
		return nil, err
	}
	data := gr.about(gr.table, gr.spec)
	data.Cut(gr.by)
	data.Notes = append(data.Notes, gr.notes...)
	gr.warn(data)
	if err := gr.fit(ctx, data); err != nil {
		return nil, err
	}
	if gr.source.Notes = gr.said; gr.source.Fit == nil {
		gr.source.Data = data
	}
	return &gr.source, nil
}

// begin finds the standard and the groups that can be fitted.
func (gr *goldRun) begin() error {
	standard, err := gr.standard()
	if err != nil {
		return err
	}
	gold, err := judge.NewGold(standard)
	if err != nil {
		return &exitError{exitInput, err}
	}
	var apart []string
	for s, name := range gr.table.Studies() {
		v := gr.table.StudyAt(s)
		if name == standard.Name() {
			continue
		}
		if items, _ := gold.Shared(v); items == 0 {
			apart = append(apart, name)
			gr.notes = append(gr.notes, fmt.Sprintf("Left out: group %s, which labels no item of %s.",
				visible.Text(name), visible.Text(standard.Name())))
		} else if both := judge.CommonLabeler(standard, v); both != "" {
			return unusable("%s gave labels in group %s, the gold standard, and in group %s: a "+
				"gold standard cannot be one of the people that it judges. Leave its rows out of one of them",
				visible.Quote(both), visible.Quote(standard.Name()), visible.Quote(name))
		}
	}
	switch {
	case len(gr.table.Studies()) == 1:
		return unusable("all labels are of group %s, so there is nobody to compare with it",
			visible.Quote(standard.Name()))
	case len(apart) == len(gr.table.Studies())-1:
		return unusable("no group labels an item that the gold standard %s has labelled\n  "+
			"check that the item names of the groups are spelt alike", visible.Quote(standard.Name()))
	case len(apart) > 0:
		if gr.table, err = gr.table.Without(apart...); err != nil {
			return err
		}
		if standard, err = gr.table.Study(standard.Name()); err != nil {
			return err
		}
		if gold, err = judge.NewGold(standard); err != nil {
			return err
		}
	}
	gr.source.Gold, gr.source.Standard, gr.source.Undefined = gold, standard, map[string]string{}
	return gr.fittable()
}

// standard returns the study that is the gold standard.
func (gr *goldRun) standard() (study.View, error) {
	if name := option.Gold.In(gr.work); name != "" {
		v, err := gr.table.Study(name)
		if err != nil {
			return v, noStudy("gold", name, gr.table.Studies())
		}
		return v, nil
	}
	if name := onlySingle(gr.table); name != "" {
		return gr.table.Study(name)
	}
	return study.View{}, whichStandard(gr.table)
}

// onlySingle returns the only study that has one label of each item in all given tables; "" if there is none, or
// several.
func onlySingle(tables ...*study.Table) string {
	var names, several []string // studies, and studies with several labels of an item
	for _, t := range tables {
		for s, name := range t.Studies() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
			if t.StudyAt(s).Repeated() {
				several = append(several, name)
			}
		}
	}
	single := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(several, name) })
	if len(single) != 1 || len(names) == 1 {
		return ""
	}
	return single[0]
}

// whichStandard asks which study is the gold standard.
func whichStandard(t *study.Table) error {
	const question = "which group is the gold standard"
	if len(t.Studies()) == 1 { // which would be compared with nobody
		return openGroup(question, t.Studies(), study.Choose("the column of right answers", "gold-column"))
	}
	return openGroup(question, t.Studies(), groupsFor("gold", t.Studies())...)
}

// groupsFor are the choices of a group for an option.
func groupsFor(option string, names []string) (fixes []study.Fix) {
	const most = 6
	for _, name := range names[:min(len(names), most)] {
		fixes = append(fixes, study.To("", option, name))
	}
	return fixes
}

// openGroup asks for a group.
func openGroup(question string, names []string, fixes ...study.Fix) error {
	return &exitError{exitUsage, openQuestion.Faultf("%s? There are %v", question, names).FixedBy(fixes...)}
}

// whichPeople asks for the group of the people.
func whichPeople(names []string) error {
	return openGroup("which group are the people", names, groupsFor("humans", names)...)
}

// fittable sets the groups that can be fitted together with the standard, and why the others cannot.
func (gr *goldRun) fittable() error {
	standard := gr.source.Standard
	const why = "all labels of the gold standard are the same, and follow nothing"
	for s, name := range gr.table.Studies() {
		v := gr.table.StudyAt(s)
		switch {
		case name == standard.Name():
		case gr.table.Kind() == study.Nominal:
			gr.source.Undefined[name] = "words without order have no true score to follow" + positiveAdvice
		case standard.Constant():
			gr.source.Undefined[name] = why
		case v.Constant():
			gr.source.Undefined[name] = "its labels are all the same, and follow nothing"
		case !v.Repeated():
			gr.source.Undefined[name] = "like the standard it has one label of each item, from which its true scores " +
				"cannot be estimated"
		default:
			gr.pools = append(gr.pools, name)
		}
	}
	if gr.spec.Discrimination || gr.spec.Residual == spec.LabelerResidual {
		gr.said = append(gr.said, "The fit with the gold standard has neither discriminations nor residuals of "+
			"labelers, which one label an item does not determine; the consensus has them.")
	}
	for len(gr.pools) > 0 {
		some, err := gr.together()
		if err != nil {
			return err
		}
		_, err = model.Resolve(some, gr.joint())
		var data *refusal.Error
		switch {
		case err == nil:
			return nil
		case !errors.As(err, &data):
			return usage("%w", err)
		}
		gr.leaveOut(data)
	}
	return nil
}

// leaveOut leaves out of the fit the last group that an error names, or all groups if it names none.
func (gr *goldRun) leaveOut(e *refusal.Error) {
	left := slices.Clone(gr.pools)
	for i := len(e.Studies) - 1; i >= 0; i-- {
		if slices.Contains(gr.pools, e.Studies[i]) {
			left = e.Studies[i : i+1]
			break
		}
	}
	for _, name := range left {
		gr.source.Undefined[name] = strings.TrimSuffix(e.Error(), ".")
	}
	gr.pools = slices.DeleteFunc(gr.pools, func(name string) bool { return slices.Contains(left, name) })
}

// together returns the labels of the standard and of the groups that the fit has.
func (gr *goldRun) together() (*study.Table, error) {
	return gr.table.Select(append(slices.Clone(gr.pools), gr.source.Standard.Name())...)
}

// joint is the model with the standard, without parameters that one label of each item does not determine.
func (gr *goldRun) joint() spec.Spec {
	sp := gr.spec
	sp.Discrimination = false
	if sp.Residual == spec.LabelerResidual {
		sp.Residual = spec.AutoResidual
	}
	return sp
}

// fit fits the groups and the standard, and each group alone for its consensus.
func (gr *goldRun) fit(ctx context.Context, data result.Data) error {
	if len(gr.pools) == 0 {
		return nil
	}
	some, err := gr.together()
	if err != nil {
		return err
	}
	settings := gr.settings
	if settings.Draws == 0 {
		settings.Draws = model.AutoDraws(gr.table.Len())
	}
	fit, found, err := gr.fitOf(ctx, some, gr.joint(), settings, data)
	if err != nil {
		return err
	}
	gr.source.Fit, gr.source.Data = fit.Posterior, found.Data
	gr.source.Run = &found.Runs[0]
	gr.source.Consensus = map[string]ask.GoldConsensus{}
	for _, name := range gr.pools {
		if err := gr.consensus(ctx, name, settings, data); err != nil {
			return err
		}
	}
	return nil
}

// consensusDraws is the number of draws of each chain for a consensus, which needs 1,000 in all.
const consensusDraws = 500

// consensus fits a group alone, so that no gold label influences its consensus.
func (gr *goldRun) consensus(ctx context.Context, name string, settings sampler.Settings, data result.Data) error {
	some, err := gr.table.Select(name)
	if err != nil {
		return err
	}
	sp := gr.spec
	sp.Effects = true
	settings.Draws = min(settings.Draws, consensusDraws)
	effects := len(some.Items()) + 2*len(some.Labelers())
	var unfit *refusal.Error
	if _, err := model.Resolve(some, sp); errors.As(err, &unfit) {
		gr.said = append(gr.said, fmt.Sprintf("%s has no consensus of a fit: %v.", visible.Text(name), unfit))
		return nil
	}
	if effects*settings.Draws*option.Chains.In(gr.work) > mostEffectDraws {
		gr.said = append(gr.said, fmt.Sprintf("%s has no consensus of a fit, which would keep the draws of %d effects "+
			"and take more than 1.6 GB: fewer with --draws.", visible.Text(name), effects))
		return nil
	}
	fit, found, err := gr.fitOf(ctx, some, sp, settings, data)
	if err != nil {
		return err
	}
	defer startNotice(gr.news(), "Finding the consensus on each item").end()
	c, err := consensus.Of(ctx, fit.Posterior, option.Interval.In(gr.work))
	if err != nil {
		return err
	}
	gr.source.Consensus[name] = ask.NewGoldConsensus(c, gr.table, found.Runs[0].Trust)
	return nil
}

// fitOf fits some studies.
func (gr *goldRun) fitOf(
	ctx context.Context, t *study.Table, sp spec.Spec, settings sampler.Settings, data result.Data,
) (*result.Fit, *answer.Answer, error) {
	sp, err := gr.settled(t, sp)
	if err != nil {
		return nil, nil, err
	}
	fit, err := gr.work.fit(ctx, t, sp, settings, comparisonNeeds)
	if err != nil {
		return nil, nil, err
	}
	return fit, gr.summed(data, fit), nil
}

// tasks compares groups with the gold standard in each task into which --by cuts the labels.
func (gr *goldRun) tasks(ctx context.Context) error {
	gf := gr.work
	all, data, err := gf.cutTasks(gr.table, gr.spec)
	if err != nil {
		return err
	}
	if gr.table.Kind() != study.Nominal {
		if err := suitsLabels(gr.spec, gr.table.Kind()); err != nil {
			return err
		}
	}
	if option.Gold.In(gf) == "" {
		var tables []*study.Table
		for _, task := range all {
			tables = append(tables, task.Table())
		}
		if option.Gold.Set(gf, onlySingle(tables...)); option.Gold.In(gf) == "" {
			return whichStandard(gr.table)
		}
	} else if _, err := gr.standard(); err != nil {
		return err
	}
	gr.warn(data)
	g := ask.NewGolds(data, option.Gold.In(gf), gf.interval())
	err = g.OfTasks(all, gr.settings.Seed, func(of *study.Table, task string, seed uint64) error {
		if _, err := of.Study(option.Gold.In(gf)); err != nil {
			return &result.NoComparison{Err: &exitError{exitInput,
				fmt.Errorf("%s labels none of its items", visible.Text(option.Gold.In(gf)))}}
		}
		run := goldRun{work: gf, table: of, spec: gr.spec, settings: gr.settings, by: data.By}
		run.settings.Seed = seed
		q, err := run.compare(ctx)
		var fault *exitError
		switch {
		case errors.As(err, &fault) && fault.code == exitInput:
			return &result.NoComparison{Err: fault}
		case err == nil:
			g.Compare(task, *q)
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := g.Together(ctx, gr.settings); err != nil {
		return err
	}
	return gf.answer(g.Answer)
}
