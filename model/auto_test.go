package model

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAutoDraws(t *testing.T) {
	for labels, want := range map[int]int{1: 1000, 20000: 1000, 80000: 500, 220000: 300, 4000000: 300} {
		require.Equal(t, want, AutoDraws(labels), labels)
	}
}
