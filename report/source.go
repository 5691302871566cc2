package report

import (
	"concord/consensus"
	"concord/internal/answer"
	"concord/internal/checks/predictive"
	"concord/internal/result/catalogue"
	"concord/model"
)

// Source is the input of the document of a fit. Result is needed. If another field is missing, the pictures that need
// it are left out.
type Source struct {
	Result *answer.Answer
	// Posterior is the fit of the result; nil if it is not at hand, for example if the result was read from JSON.
	Posterior *model.Posterior
	// Shared has the posterior quantities that the result was computed with; nil: they are computed again.
	Shared *catalogue.Evaluator
	// Check is the predictive check of the fit, or nil.
	Check *predictive.Check
	// Consensus is the fit's knowledge of each item and labeler, or nil.
	Consensus *consensus.Consensus
	// Texts are the texts of items, by name; nil: they are not known.
	Texts map[string]string
	// Command repeats the run, as typed in a shell; "" if there is none.
	Command string
	// Version names the program.
	Version string
	// Task is the name of the document's task, and All a link to the page of all tasks; "" if there is one task.
	Task, All string
}
