package main

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"unicode"

	"github.com/spf13/pflag"

	"concord/internal/checks/loo"
	"concord/internal/option"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/model"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// alternative is another model that was asked for by --compare.
type alternative struct {
	flags string
	spec  spec.Spec
}

// alternatives reads flags of other models, which replace the flags of the call.
func (mf *work) alternatives(all []string) ([]alternative, error) {
	var models []alternative
	for _, text := range all {
		words := fields(text)
		if len(words) == 0 {
			return nil, usage("--compare: name the flags of another model, such as --compare '--labeler-effects none'")
		}
		if !strings.HasPrefix(words[0], "-") {
			words[0] = "--" + words[0]
		}
		fs := pflag.NewFlagSet("compare", pflag.ContinueOnError)
		fs.Usage = func() {}
		other := option.Like(mf, fs, option.Join(option.Model, option.ItemsAre))
		if err := fs.Parse(words); err != nil {
			return nil, usage("--compare %s: %w. It takes flags of models, such as --labeler-effects none",
				quoting.Shell(text), err)
		}
		if rest := fs.Args(); len(rest) > 0 {
			return nil, usage("--compare %s: %s is no flag. Put several words into quotes: "+
				"--compare '--labeler-effects none'", quoting.Shell(text), quoting.Shell(rest[0]))
		}
		sp, err := option.Spec(other)
		if err != nil {
			return nil, usage("--compare %s: %w", quoting.Shell(text), err)
		}
		sp.Effects = true
		models = append(models, alternative{quoting.Fragment(words...), sp})
	}
	return models, nil
}

// fields splits a text at blanks outside quotes, and removes the quotes.
func fields(text string) []string {
	var all []string
	word, quote, begun := "", rune(0), false
	for _, r := range text + " " {
		switch {
		case quote == 0 && (r == '\'' || r == '"'):
			quote, begun = r, true
		case r == quote:
			quote = 0
		case quote == 0 && unicode.IsSpace(r):
			if begun {
				all = append(all, word)
			}
			word, begun = "", false
		default:
			word, begun = word+string(r), true
		}
	}
	if quote != 0 {
		return strings.Fields(text) // the flag says what is wrong with its value
	}
	return all
}

// resolved returns the models for the labels of a table.
func resolved(all []alternative, table *study.Table, sp spec.Spec, sm *work) ([]alternative, error) {
	if len(all) > 0 {
		if err := affordable("--compare", table, sm); err != nil {
			return nil, err
		}
	}
	var out []alternative
	for _, a := range all {
		if f := a.spec.Family; f != nil && f.String() != sp.Family.String() {
			return nil, usage("--compare %s: labels of the %v family and of the %v family have no probabilities "+
				"that can be compared", quoting.Shell(a.flags), f, sp.Family)
		}
		a.spec.Family = sp.Family
		other, err := model.Resolve(table, a.spec)
		if err != nil { // the model that it is compared with has been settled, so these flags are at fault
			return nil, usage("--compare %s: %s", quoting.Shell(a.flags), strings.TrimPrefix(err.Error(), "model: "))
		}
		same := sp
		same.Effects = true
		if reflect.DeepEqual(other, same) {
			return nil, usage("--compare %s: that is the same model", quoting.Shell(a.flags))
		}
		a.spec = other
		out = append(out, a)
	}
	return out, nil
}

// compareModels fits other models too, and says how well each predicts the labels. An interrupted run skips this.
func (f *work) compareModels(
	ctx context.Context, fitted *result.Fit, models []alternative, settings sampler.Settings,
) error {
	if len(models) == 0 || fitted.Partial {
		return nil
	}
	news := f.news()
	this, err := f.predicted(ctx, fitted)
	for _, m := range models {
		if err != nil {
			break
		}
		if !option.Quiet.In(f) {
			tell(f.err, "Compared with "+m.flags+":")
		}
		other := result.Other{Model: m.flags, This: this}
		var fit *result.Fit
		if fit, err = f.fit(ctx, fitted.Posterior.Table(), m.spec, settings, ""); err != nil {
			break
		}
		if fit.Partial {
			err = context.Canceled
			break
		}
		if fit.Reference, err = fit.Posterior.Study(fitted.Reference.Name()); err != nil {
			break
		}
		if fit.Check, err = f.checkFit(ctx, fit, news); err != nil {
			break
		}
		other.Fit = *fit
		if other.That, err = f.predicted(ctx, fit); err == nil {
			fitted.Others = append(fitted.Others, other)
		}
	}
	if errors.Is(err, context.Canceled) {
		fitted.Partial = true
		return nil
	}
	return err
}

// predicted says how well a fit predicts each label from the others.
func (f *work) predicted(ctx context.Context, fit *result.Fit) (*loo.Result, error) {
	defer startNotice(f.news(), "Predicting each label from the others").end()
	return loo.Of(ctx, fit.Posterior, option.Cores.In(f))
}
