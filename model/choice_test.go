package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
)

func TestWordingOfChoices(t *testing.T) {
	choices := []model.Choice{{Name: "warmup", Value: "2000"}, {Name: "target-accept", Value: "0.95"}}
	var plain model.Wording
	require.Equal(t, "warmup 2000, target accept 0.95", plain.Of(choices...))
	first := model.Wording(func(c ...model.Choice) string { return c[0].Name + "=" + c[0].Value })
	require.Equal(t, "warmup=2000", first.Of(choices...))
}
