package spec

import (
	"fmt"
	"strconv"
	"strings"

	"concord/internal/visible"
)

// ParsePrior reads a prior as brms writes it: student_t(3, 0, 2.5), normal(0, 1), exponential(2). Whether its numbers
// suit a prior is checked later, where the prior is used.
func ParsePrior(text string) (Prior, error) {
	name, args, ok := call(text)
	switch {
	case ok && name == "student_t" && len(args) == 3:
		return StudentT{DF: args[0], Location: args[1], Scale: args[2]}, nil
	case ok && name == "normal" && len(args) == 2:
		return Normal{Location: args[0], Scale: args[1]}, nil
	case ok && name == "exponential" && len(args) == 1:
		return Exponential{Rate: args[0]}, nil
	}
	return nil, fmt.Errorf("%s: write the prior as student_t(3, 0, 2.5), normal(0, 1) or "+
		"exponential(1)", visible.Text(text))
}

// ParseCorrelationPrior reads the prior of a correlation matrix: marginal, lkj(2), or the shape alone.
func ParseCorrelationPrior(text string) (CorrelationPrior, error) {
	switch strings.TrimSpace(text) {
	case "marginal", MarginallyUniform{}.String():
		return MarginallyUniform{}, nil
	}
	if eta, err := strconv.ParseFloat(text, 64); err == nil && eta > 0 {
		return LKJ{Shape: eta}, nil
	}
	name, args, ok := call(text)
	if !ok || name != "lkj" || len(args) != 1 || !(args[0] > 0) {
		return nil, fmt.Errorf("%s: write the prior as marginal, or as lkj(2), with a positive "+
			"shape", visible.Text(text))
	}
	return LKJ{Shape: args[0]}, nil
}

// call reads name(number, …).
func call(text string) (name string, args []float64, ok bool) {
	name, rest, ok := strings.Cut(strings.TrimSpace(text), "(")
	list, closed := strings.CutSuffix(rest, ")")
	if !ok || !closed {
		return "", nil, false
	}
	for _, field := range strings.Split(list, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil {
			return "", nil, false
		}
		args = append(args, x)
	}
	return strings.TrimSpace(name), args, true
}
