package report

import (
	"concord/consensus"
	"concord/internal/checks/predictive"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/model"
)

// Source is the input of the document of a fit. Result is needed; what else is missing leaves out the pictures that
// need it.
type Source struct {
	Result *result.Result
	// Posterior is the fit that the result is of; nil if it is not at hand, such as for a result read from JSON.
	Posterior *model.Posterior
	// Shared has the posterior quantities that the result was made with; nil: they are worked out again.
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
	// Task is the name of the task that the document is about, and All a link to the page of all tasks; "" if there is
	// one task.
	Task, All string
}
