package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOneOrOther(t *testing.T) {
	assert.Equal(t, "a, b or c", oneOrOther([]string{"a", "b", "c"}))
	assert.Equal(t, "a or b", oneOrOther([]string{"a", "b"}))
	assert.Equal(t, "a", oneOrOther([]string{"a"}))
	assert.Empty(t, oneOrOther(nil))
}
