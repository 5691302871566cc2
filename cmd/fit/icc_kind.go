package main

import (
	"strings"

	"github.com/spf13/pflag"

	"concord/internal/result/catalogue"
	"concord/model"
	"concord/study"
)

// iccFlag says which reliability the result leads with.
type iccFlag struct{ text string }

func (kind *iccFlag) register(fs *pflag.FlagSet) {
	fs.StringVar(&kind.text, "icc", "agreement",
		"`kind` of reliability that leads: agreement (ICC(2,1)), consistency (ICC(3,1)) or fixed (agreement of "+
			"these labelers)")
}

// kind reads the flag. It may also be the number of Shrout and Fleiss, or the letter of McGraw and Wong.
func (kind *iccFlag) kind() (catalogue.ICCKind, error) {
	text := strings.ToLower(kind.text)
	switch strings.TrimSuffix(strings.Trim(strings.TrimPrefix(text, "icc"), "()"), ",1") {
	case "2", "a":
		text = "agreement"
	case "3", "c":
		text = "consistency"
	}
	return oneOf("icc", text, []string{"agreement", "consistency", "fixed"},
		[]catalogue.ICCKind{catalogue.Agreement, catalogue.Consistency, catalogue.Fixed})
}

// of returns the kind for a resolved model, and marks labelers who are the only ones of interest.
func (kind *iccFlag) of(spec *model.Spec) (catalogue.ICCKind, error) {
	of, err := kind.kind()
	switch {
	case err != nil || of == catalogue.Agreement:
		return of, err
	case spec.Labelers == model.NoLabelers:
		return of, usage("--icc %s leaves levels of labelers out, but the model has no labeler effects", of)
	case of == catalogue.Fixed && !spec.Family.LocationScale():
		return of, usage("--icc fixed is for numbers: for %v labels use --icc consistency", spec.Family)
	}
	spec.FixedLabelers = of == catalogue.Fixed
	return of, nil
}

// ofSeveral refuses kinds other than agreement for several fits.
func (kind *iccFlag) ofSeveral() error {
	if of, err := kind.kind(); err != nil || of == catalogue.Agreement {
		return err
	}
	return usage("--icc %s is for one fit: several fits lead with agreement, and the JSON of each has all kinds",
		kind.text)
}

// keepFixed keeps the draws of the labelers' effects if they are the only labelers of interest.
func keepFixed(spec *model.Spec) {
	if spec.FixedLabelers && !spec.Effects {
		spec.Effects, spec.EffectsOf = true, []string{study.LabelerFactor}
	}
}
