package main

import (
	"strings"

	"concord/internal/option"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/study"
)

// iccKind reads the flag. It may also be the number of Shrout and Fleiss, or the letter of McGraw and Wong.
func (kind *work) iccKind() (catalogue.ICCKind, error) {
	text := strings.ToLower(option.ICC.In(kind))
	switch strings.TrimSuffix(strings.Trim(strings.TrimPrefix(text, "icc"), "()"), ",1") {
	case "2", "a":
		text = "agreement"
	case "3", "c":
		text = "consistency"
	}
	return oneOf("icc", text, []string{"agreement", "consistency", "fixed"},
		[]catalogue.ICCKind{catalogue.Agreement, catalogue.Consistency, catalogue.Fixed})
}

// iccOf returns the kind for a resolved model, and marks labelers who are the only ones of interest.
func (kind *work) iccOf(spec *model.Spec) (catalogue.ICCKind, error) {
	of, err := kind.iccKind()
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

// iccOfSeveral refuses kinds other than agreement for several fits.
func (kind *work) iccOfSeveral() error {
	if of, err := kind.iccKind(); err != nil || of == catalogue.Agreement {
		return err
	}
	return usage("--icc %s is for one fit: several fits lead with agreement, and the JSON of each has all kinds",
		option.ICC.In(kind))
}

// keepFixed keeps the draws of the labelers' effects if they are the only labelers of interest.
func keepFixed(spec *model.Spec) {
	if spec.FixedLabelers && !spec.Effects {
		spec.Effects, spec.EffectsOf = true, []string{study.LabelerFactor}
	}
}
