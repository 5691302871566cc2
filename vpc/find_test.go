package vpc_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/vpc"
)

func TestFindReturnsErrorsWhereOnPanics(t *testing.T) {
	fit := fitOf(t, gaussian, []draw{withICC(0.5), withICC(0.2)})
	part, err := vpc.Find(fit, "s", vpc.Label)
	require.NoError(t, err)
	require.Equal(t, vpc.ICC(fit, "s"), part.ICC())
	_, err = vpc.Find(fit, "S ", vpc.Label)
	var unknown *vpc.StudyError
	require.True(t, errors.As(err, &unknown))
	require.Equal(t, "S ", unknown.Name)
	require.EqualError(t, err, `there is no study "S "; did you mean "s"?`)
	require.Panics(t, func() { vpc.On(fit, "S ", vpc.Label) })
	_, err = vpc.Find(fit, "s", vpc.Latent)
	require.EqualError(t, err, "labels of the gaussian family have no latent scale")
	require.Panics(t, func() { vpc.On(fit, "s", vpc.Latent) })
}

func TestStudyErrorNamesTheNearest(t *testing.T) {
	studies := []string{"experts", "control", "treatment", "d", "e", "f", "expert"}
	for name, want := range map[string]string{
		"exprets":     `there is no study "exprets"; did you mean "experts" or "expert"?`,
		"nobody":      `there is no study "nobody"; there are "experts", "control", "treatment", "d", "e" and 2 more`,
		"\x1b[31mred": `there is no study "\x1b[31mred"; there are "experts", "control", "treatment", "d", "e" and 2 more`,
	} {
		require.EqualError(t, &vpc.StudyError{Name: name, Studies: studies}, want)
	}
	require.EqualError(t, &vpc.StudyError{Name: "a"}, `there is no study "a"`)
}
