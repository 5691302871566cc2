package verdicts

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOrder(t *testing.T) {
	inOrder := []string{"second, much", "second", "second, slightly", "tie", "first, slightly", "first", "first, much"}
	for i := 1; i < len(inOrder); i++ {
		assert.Less(t, Order(inOrder[i-1]), Order(inOrder[i]), inOrder[i])
	}
	assert.Equal(t, 4, Order("first by 4"))
	assert.Equal(t, -1, Order("second by 1"))
	assert.Zero(t, Order("neither of them"))
}
