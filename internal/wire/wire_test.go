package wire

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhatIsWrittenIsRead(t *testing.T) {
	w := NewWriter("test 1")
	w.Bool(true)
	w.Int(-3)
	w.Floats(math.Inf(-1), math.Copysign(0, -1))
	w.List([]float64{1, math.NaN()})
	w.List(nil)
	w.Text("κ_x")
	w.Texts([]string{"", "a"})
	w.Texts(nil)
	read := func(data []byte, format string) bool {
		return Read(data, format, func(r *Reader) {
			assert.True(t, r.Bool())
			assert.Equal(t, -3, r.Int())
			assert.True(t, math.IsInf(r.Float(), -1))
			assert.True(t, math.Signbit(r.Float()))
			list := r.List()
			assert.Len(t, list, 2)
			assert.True(t, math.IsNaN(list[1]))
			assert.Nil(t, r.List())
			assert.Equal(t, "κ_x", r.Text())
			assert.Equal(t, []string{"", "a"}, r.Texts())
			assert.Nil(t, r.Texts())
		})
	}
	require.True(t, read(*w, "test 1"))
	require.False(t, read(*w, "test 2"))
	require.False(t, read(append(append([]byte(nil), *w...), 0), "test 1"))
}

func TestWhatIsCutOffIsNotRead(t *testing.T) {
	w := NewWriter("test 1")
	w.Texts([]string{"some", "texts"})
	w.List([]float64{1, 2})
	for n := range *w {
		require.False(t, Read((*w)[:n], "test 1", func(r *Reader) { r.Texts(); r.List() }), n)
	}
	huge := NewWriter("test 1")
	huge.Int(math.MaxInt)
	require.False(t, Read(*huge, "test 1", func(r *Reader) { r.List() }))
}
