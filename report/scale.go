package report

import (
	"concord/model/family"
	"concord/vpc"
)

// ScaleName returns how a scale of an [Estimate] is called where people read: "latent scale" or "label scale".
func ScaleName(scale string) string {
	if scale == ScaleLatent {
		return vpc.Latent.Words()
	}
	return vpc.Label.Words()
}

// LabelScale returns the scale of the labels of a family: [ScaleProbability] of binary ones, else [ScaleLabel].
func LabelScale(family family.Family) string { return vpc.LabelScale(family).String() }

// onScale says on which scale something is, if there are two: ", label scale".
func onScale(scale string) string {
	if scale == ScaleLabel || scale == "" {
		return ""
	}
	return ", " + ScaleName(scale)
}
