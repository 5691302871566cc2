package main

import (
	"context"
	"errors"
	"slices"

	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/judge"
	"concord/model"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// apart takes the covariates out of the model: validity and all else is of labels as they are, and the covariates have
// separate fits. It refuses covariates of labels that have no such fit.
func (jr *judgeRun) apart(t *study.Table, sp spec.Spec) (spec.Spec, error) {
	jr.covariates, sp.Covariates = sp.Covariates, nil
	for i := range jr.covariates {
		// A judge has one label for each item, and covariates then have no parts. So people's labels are compared
		// in the same way.
		jr.covariates[i].Undivided = true
	}
	if len(jr.covariates) == 0 {
		return sp, nil
	}
	jf := jr.work
	fault := &study.Error{File: jr.file}
	var names []string
	for _, c := range jr.covariates {
		names = append(names, c.Factor)
	}
	of := "judges are compared by " + visible.Names(names)
	switch {
	case len(option.By.In(jf)) > 0:
		fault.Code, fault.Column = covariateByTask, option.By.In(jf)[0]
		fault.Fixes = []study.Fix{oneTask(t, fault.Column), study.By("all tasks", "covariate")}
		fault.Found = of + " in one task at a time"
	case t.Kind() == study.Nominal:
		fault.Code = covariateOfWords
		fault.Fixes = []study.Fix{againstRest(t.Categories()), study.By("all categories", "covariate")}
		fault.Found = of + ", but the labels are words without order"
	case len(t.Source().Probabilities) > 0 && len(option.Threshold.In(jf)) == 0:
		fault.Code = covariateOfProbabilities
		fault.Fixes = []study.Fix{jf.asYes("as yes and no"),
			study.By("the probabilities themselves", "covariate")}
		fault.Found = visible.Sprintf("%s, but %v has probabilities", of, t.Source().Probabilities)
	case len(option.JudgeColumn.In(jf)) > 0:
		at := slices.IndexFunc(names, func(name string) bool { return !t.Within(study.ItemFactor, name) })
		if at < 0 {
			return sp, nil
		}
		fault.Code, fault.Column = covariateOfRows, names[at]
		fault.Fixes = []study.Fix{study.WithoutCovariate(names[at], false),
			{Does: "write each label of a judge as a separate row"}}
		fault.Found = visible.Sprintf("rows of one item differ in %v, and a judge has one label of it", fault.Column)
	default:
		return sp, nil
	}
	return sp, fault
}

// noteCovariates notes the covariates in the data. It refuses those that labels of people and judges together cannot be
// regressed on.
func (jr *judgeRun) noteCovariates(data *result.Data, roles *judge.Roles, sp spec.Spec) error {
	if len(jr.covariates) == 0 {
		return nil
	}
	sp.Covariates = jr.covariates
	sp, err := model.Resolve(roles.Fitted, sp)
	if err != nil {
		return err
	}
	data.AddCovariates(roles.Fitted, sp)
	return nil
}

// fitCovariates fits people and each judge with the covariates.
func (jr *judgeRun) fitCovariates(
	ctx context.Context, roles *judge.Roles, sp spec.Spec, settings sampler.Settings,
) (all []ask.CovariateFit, err error) {
	if len(jr.covariates) == 0 {
		return nil, nil
	}
	sp.Covariates, sp.Effects, sp.EffectsOf = jr.covariates, false, nil
	for _, name := range roles.Fitted.Studies() {
		if name == roles.People {
			continue
		}
		both, err := roles.Fitted.Select(roles.People, name)
		if err != nil {
			return nil, err
		}
		of := ask.CovariateFit{Judge: name}
		of.Fit, err = jr.work.fitBy(settings, comparisonNeeds, func(settings sampler.Settings) (*model.Posterior,
			error) {
			return model.Fit(ctx, both, sp, settings)
		})
		switch {
		case errors.As(err, &of.Undefined):
		case err != nil:
			return nil, err
		}
		all = append(all, of)
	}
	return all, nil
}
