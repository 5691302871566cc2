package session

import (
	"context"
	"io"

	"concord/consensus"
	"concord/criteria"
	"concord/internal/answer"
	"concord/internal/answers"
	"concord/internal/ask"
	"concord/internal/document"
	"concord/internal/document/page"
	"concord/internal/result"
	"concord/internal/version"
	"concord/internal/view"
	"concord/model/family"
	"concord/model/spec"
	"concord/nonparam"
	"concord/posterior"
	"concord/study"
)

// answer lays an answer out in all forms. There is no run.json: only fits and comparisons with judges are repeated by
// one.
func (s *Session) answer(a *answer.Answer, messages []string) (*Fitted, error) {
	d := view.Document(a, document.Appendix)
	out := &Fitted{Messages: messages}
	return out.write(
		func(w io.Writer) error { return page.Write(w, d, page.Options{Version: version.OfBuild()}) },
		func(w io.Writer) error { return document.WriteText(w, d, document.Options{Level: document.Detail}) },
		a.WriteCSV,
		func(w io.Writer) error { return result.WriteJSON(w, a) },
		func(io.Writer) error { return nil },
	)
}

// Answer answers a question that needs no model.
func (s *Session) Answer(ctx context.Context) (*Fitted, error) {
	if s.request.Task == measuring {
		if !answers.Measurable(s.table) {
			return nil, &unsuitedError{s.why(measuring, nil, nil), "labels"}
		}
		data := result.NewDataOf(s.name, s.table, study.Describe(s.table), spec.NoLabelers, worded)
		return s.answer(ask.Measurement(data, s.table, nil, level, false), nil)
	}
	o := nonparam.Options{Level: level, Workers: 1, Intervals: nonparam.Jackknife{}, TwoRaters: true}
	all, err := result.Coefficients(ctx, s.table, s.reference, o)
	if err != nil {
		return nil, err
	}
	if all, err = result.AddGroupDifferences(ctx, all, s.table, s.reference, o); err != nil {
		return nil, err
	}
	return s.answer(s.coefficients(all), nil)
}

// coefficients answers with coefficients alone.
func (s *Session) coefficients(all []result.Agreement) *answer.Answer {
	return ask.Agreement(s.newData(s.table, spec.NoLabelers), level, ask.Coefficients{All: all})
}

// labelersOf fits the labels, and describes the labelers.
func (s *Session) labelersOf(ctx context.Context, fitted result.Fit, sp spec.Spec) (*Fitted, error) {
	seen, err := consensus.LabelersOf(ctx, fitted.Posterior, level)
	if err != nil {
		return nil, err
	}
	r := ask.Fit(s.newData(s.table, sp.Labelers), fitted, nil, posterior.Interval{Level: level})
	_, categorical := sp.Family.(family.Categorical)
	return s.answer(ask.Labelers(r, seen, categorical), r.Runs[0].Trust.Messages)
}

// plan plans from a fit.
func (s *Session) plan(fitted result.Fit, sp spec.Spec) (*Fitted, error) {
	r := ask.Fit(s.newData(s.table, sp.Labelers), fitted, nil, posterior.Interval{Level: level})
	plan, err := ask.Plan(fitted.Posterior, r, ask.PlanOptions{Kind: ask.PlanReliability,
		Targets: []float64{0.7, 0.8, 0.9}, Interval: posterior.Interval{Level: level}, Assurance: 0.9, MostLabels: 10,
		Reference: s.reference,
	})
	if err != nil {
		return nil, err
	}
	return s.answer(plan, r.Runs[0].Trust.Messages)
}

// criteriaFactor is the factor of the criteria.
func (s *Session) criteriaFactor() string {
	if len(s.request.Criteria) > 1 {
		return criteria.Factor
	}
	factors := s.table.Factors()
	return factors[len(factors)-1]
}
