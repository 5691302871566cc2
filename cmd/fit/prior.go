package main

import (
	"concord/model"
)

// parsePrior reads a prior as brms writes it.
func parsePrior(flag, text string) (model.Prior, error) {
	p, err := model.ParsePrior(text)
	if err != nil {
		return nil, usage("--"+flag+" %w", err)
	}
	return p, nil
}

// parseCorrelationPrior reads the prior of a correlation matrix.
func parseCorrelationPrior(flag, text string) (model.CorrelationPrior, error) {
	p, err := model.ParseCorrelationPrior(text)
	if err != nil {
		return nil, usage("--"+flag+" %w", err)
	}
	return p, nil
}
