// Package logistic evaluates the Bernoulli log likelihood of crossed designs, the
// inner loop of the sampler: sums of log(1+exp θ) and of 1/(1+exp(−θ)) over all
// labels, where the logit θ of a label is a number of its labeler plus a number of
// its item slot.
//
// The labels' values never enter: Σ yθ and its gradient follow from counts of
// positive labels, which the caller has once and for all.
package logistic
