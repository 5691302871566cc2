package wire

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// all has a field of each kind.
type all struct {
	yes          bool
	whole        int
	time         time.Duration
	low, zero    float64
	list, none   []float64
	block        [2]float64
	text         string
	texts, empty []string
}

func (a *all) fields(f *Form) {
	f.Bool(&a.yes)
	f.Ints(&a.whole)
	Int(f, &a.time)
	f.Floats(&a.low, &a.zero)
	f.Numbers(&a.list)
	f.Numbers(&a.none)
	f.Block(a.block[:])
	f.Texts(&a.text)
	f.Names(&a.texts)
	f.Names(&a.empty)
}

func written() (all, []byte) {
	a := all{yes: true, whole: -3, time: time.Second, low: math.Inf(-1), zero: math.Copysign(0, -1),
		list: []float64{1, math.MaxFloat64}, block: [2]float64{2, 3}, text: "κ_x", texts: []string{"", "a"}}
	return a, Write("test 1", a.fields)
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	a, data := written()
	var b all
	require.NoError(t, Read(&b, data, "test 1", (*all).fields))
	require.Equal(t, a, b)
	require.True(t, math.Signbit(b.zero))
	require.Error(t, Read(&b, data, "test 2", (*all).fields))
	require.Error(t, Read(&b, append(append([]byte(nil), data...), 0), "test 1", (*all).fields))
	nan := math.Float64frombits(math.Float64bits(math.NaN()) + 5)
	var got float64
	data = Write("x", func(f *Form) { f.Floats(&nan) })
	require.NoError(t, Read(&got, data, "x", func(x *float64, f *Form) { f.Floats(x) }))
	assert.Equal(t, math.Float64bits(nan), math.Float64bits(got))
}

func TestWhatIsCutOffIsNotRead(t *testing.T) {
	_, data := written()
	for n := range data {
		var b all
		require.Error(t, Read(&b, data[:n], "test 1", (*all).fields), n)
	}
	huge := math.MaxInt
	var list []float64
	data = Write("test 1", func(f *Form) { f.Ints(&huge) })
	require.Error(t, Read(&list, data, "test 1", func(x *[]float64, f *Form) { f.Numbers(x) }))
}
