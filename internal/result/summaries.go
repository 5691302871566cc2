package result

import (
	"context"
	"strings"

	"concord/internal/abandon"
	"concord/internal/result/catalogue"
	"concord/posterior"
	"concord/vpc"
)

// instanceName is the name of a quantity in diagnostics: "rho (reference, control), label scale".
func instanceName(at catalogue.Instance) string {
	name := at.Name
	if at.Term != "" {
		name += " of " + at.Term
	}
	if at.OfThreshold {
		name += " " + Between(at.Category, at.NextCategory)
	}
	if at.OfDesign {
		name += " of " + at.Design.String()
	}
	name += " (" + strings.Join(at.StudyNames(), ", ") + ")"
	if len(vpc.Scales(at.Studies[0].Posterior().Spec().Family)) == 1 {
		return name
	}
	return name + ", " + at.Scale.Words()
}

// Summarize summarises the reported quantities of a fit on all cores, and hands the draws of each to a function; the
// result is the same for any number of cores. Draws are made when they are summarised: with many studies, the draws of
// all instances together would fill the memory.
func Summarize(
	fit catalogue.Evaluator, reported []catalogue.Instance, interval posterior.Interval,
	each func(i int, q posterior.Quantity),
) []posterior.Summary {
	summaries := make([]posterior.Summary, len(reported))
	EachOf(len(reported), func(summarizer *posterior.Summarizer, i int) {
		q := fit.Draws(reported[i])
		q.Name = instanceName(reported[i])
		summaries[i] = summarizer.Summarize(q, interval)
		if each != nil {
			each(i, q)
		}
	})
	return summaries
}

// EachOf calls f for 0 … n−1, on as many cores as there are, each with a separate working memory.
func EachOf[Memory any](n int, f func(memory *Memory, i int)) {
	_ = abandon.Each(context.Background(), 0, n, func() func(i int) error {
		memory := new(Memory)
		return func(i int) error {
			f(memory, i)
			return nil
		}
	})
}
