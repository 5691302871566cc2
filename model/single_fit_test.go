package model

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/modeltest"
	"concord/model/spec"
	"concord/sampler"
)

// One item, or one labeler, has nearly all labels: the posterior is found at once, and of few dimensions.
func TestOneLevelOfNearlyAllLabels(t *testing.T) {
	for _, distribution := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		for _, item := range []bool{true, false} {
			t.Run(fmt.Sprintf("%v/%v", distribution, item), func(t *testing.T) {
				table := modeltest.Lopsided(t, distribution, 1, 40, 12, 20000, item, !item)
				fit, err := Fit(context.Background(), table, spec.Spec{}, sampler.Settings{Seed: 1, Draws: 500})
				require.NoError(t, err)
				require.Less(t, fit.Run().Gradients(), 100000)
				for v, name := range fit.Draws().Names() {
					s := fit.Draws().Quantity(v).Summary(0.95)
					require.Less(t, s.RHat, 1.02, name)
					require.Greater(t, math.Min(s.ESSBulk, s.ESSTail), 150.0, name)
				}
			})
		}
	}
}
