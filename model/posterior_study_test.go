package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// studyOf is the study of a name, which the fit has.
func studyOf(t testing.TB, fit *model.Posterior, name string) model.StudyPosterior {
	t.Helper()
	s, err := fit.Study(name)
	require.NoError(t, err)
	return s
}

// twoStudies is a fit whose n-th parameter is n in its only draw.
func twoStudies(t *testing.T, labelers spec.LabelerEffects) *model.Posterior {
	t.Helper()
	names := []string{
		"mu[1]", "mu[2]", "sd_item[1]", "sd_item[2]", "sd_labeler[1]", "sd_labeler[2]",
		"sd_residual[1]", "sd_residual[2]", "cor_item[1,2]", "cor_labeler[1,2]",
	}
	draws := posterior.NewDraws(names, 1, 1)
	for v := range names {
		draws.Chain(v, 0)[0] = float64(v)
	}
	sp := spec.Spec{Family: family.Gaussian{}, Labelers: labelers, Residual: spec.StudyResidual}
	fit, err := model.FromDraws(sp, []string{"experts", "crowd"}, draws)
	require.NoError(t, err)
	return fit
}

func TestStudiesAreFoundByName(t *testing.T) {
	fit := twoStudies(t, spec.Shared)
	for i, name := range fit.Studies() {
		s := studyOf(t, fit, name)
		require.Equal(t, name, s.Name())
		require.Equal(t, i, s.Index())
		require.True(t, s == fit.StudyAt(i) && s == fit.EachStudy()[i] && s.Posterior() == fit)
		for n, q := range []posterior.Quantity{s.Mean(), s.ItemSD(), s.LabelerSD(), s.ResidualSD()} {
			require.Equal(t, [][]float64{{float64(2*n + i)}}, q.Chains)
		}
		other := fit.StudyAt(1 - i)
		require.Equal(t, [][]float64{{8}}, s.ItemCorrelation(other).Chains)
		require.Equal(t, [][]float64{{1}}, s.ItemCorrelation(s).Chains)
		q, ok := s.LabelerCorrelation(other)
		require.True(t, ok)
		require.Equal(t, [][]float64{{9}}, q.Chains)
		_, ok = s.LabelerCorrelation(s)
		require.False(t, ok)
	}
	nested := twoStudies(t, spec.Nested)
	_, ok := nested.StudyAt(0).LabelerCorrelation(nested.StudyAt(1))
	require.False(t, ok)
	require.Zero(t, twoStudies(t, spec.NoLabelers).StudyAt(1).LabelerSD().Chains[0][0])
	require.Panics(t, func() { fit.StudyAt(0).ItemCorrelation(nested.StudyAt(1)) }, "two fits have no correlation")
}

func TestUnknownStudyIsAnErrorThatNamesTheNearest(t *testing.T) {
	_, err := twoStudies(t, spec.Nested).Study("crwod")
	var unknown *study.NameError
	require.ErrorAs(t, err, &unknown)
	require.Equal(t, study.NameError{Kind: "group", Name: "crwod", Names: []string{"experts", "crowd"}}, *unknown)
	require.EqualError(t, err, `there is no group "crwod"; did you mean "crowd"?`)
}

func TestEffectsThatWereNotKept(t *testing.T) {
	s := twoStudies(t, spec.Nested).StudyAt(0)
	_, err := s.ItemEffect("a")
	require.ErrorIs(t, err, model.ErrNoEffects)
	_, err = s.LabelerEffect("a")
	require.ErrorIs(t, err, model.ErrNoEffects)
}
