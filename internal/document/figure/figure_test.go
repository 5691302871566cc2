package figure

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/document"
	"concord/internal/document/internal/draw"
	"concord/internal/document/internal/sample"
)

// Every chart is a picture: paper, with ink on it, and inside its frame.
func TestEveryChartAsPNG(t *testing.T) {
	d := sample.Document(sample.Hostile()...)
	names := Names(d)
	assert.Equal(t, []string{"crossing", "implied", "labelers", "labels", "ranks", "shares", "errors", "confusion",
		"rates", "differences"}, names)
	for _, name := range names {
		var b bytes.Buffer
		require.NoError(t, Write(&b, d, name, "png"), name)
		first := bytes.Clone(b.Bytes())
		picture, err := png.Decode(&b)
		require.NoError(t, err, name)
		inked, edge := 0, 0
		rgba, size := picture.(*image.RGBA), picture.Bounds().Size()
		for i := 0; i < len(rgba.Pix); i += 4 {
			if int(rgba.Pix[i])+int(rgba.Pix[i+1])+int(rgba.Pix[i+2]) < 3*0xf0 {
				inked++
				if x, y := i/4%size.X, i/4/size.X; x == 0 || y == 0 || x == size.X-1 || y == size.Y-1 {
					edge++
				}
			}
		}
		assert.Greater(t, inked, 1000, name)
		assert.Zero(t, edge, "%s: ink at the edge", name)
		b.Reset()
		require.NoError(t, Write(&b, d, name, "png"))
		assert.True(t, bytes.Equal(first, b.Bytes()), "%s is the same each time", name)
	}
}

// A mark has its colour where it lies, in both formats.
func TestPlaces(t *testing.T) {
	d := &document.Document{Sections: []document.Section{{Parts: []document.Part{{Chart: document.Dots{
		About: document.About{ID: "d", Caption: "D"}, Columns: []string{"a"}, High: 1,
		Rows: []document.DotRow{{Name: "row", Values: []float64{0.5}}}}}}}}}
	f := draw.Of(d.Sections[0].Parts[0].Chart, draw.Axes{}, draw.Wide)
	var place draw.Point
	for _, s := range f.Shapes {
		if s.Kind == draw.Dot && !s.Fixed {
			place = s.At(draw.Wide)[0]
			require.Equal(t, "#0060a8", s.Ink.Hex())
		}
	}
	var b bytes.Buffer
	require.NoError(t, Write(&b, d, "d", "png"))
	picture, err := png.Decode(&b)
	require.NoError(t, err)
	at := image.Pt(int(finer*(place.X+margin)), int(finer*(place.Y+margin)))
	r, g, blue, _ := picture.At(at.X, at.Y).RGBA()
	assert.Equal(t, [3]uint32{0x00, 0x60, 0xa8}, [3]uint32{r >> 8, g >> 8, blue >> 8})
	b.Reset()
	require.NoError(t, Write(&b, d, "d", "svg"))
	assert.True(t, strings.HasPrefix(b.String(), "<svg xmlns="))
	assert.Contains(t, b.String(), `fill="#0060a8"`)
}

// Dashes and gaps of a line have their lengths, also around corners.
func TestDashes(t *testing.T) {
	all := dashed([]draw.Point{{X: 0}, {X: finer * 5}, {X: finer * 5, Y: finer * 10}}, []float64{7, 3})
	assert.Equal(t, [][]draw.Point{
		{{X: 0}, {X: finer * 5}, {X: finer * 5, Y: finer * 2}},
		{{X: finer * 5, Y: finer * 5}, {X: finer * 5, Y: finer * 10}},
	}, all)
}

func TestUnknownNames(t *testing.T) {
	d := sample.Document("a")
	err := Write(io.Discard, d, "nothing", "svg")
	var unknown *UnknownError
	require.ErrorAs(t, err, &unknown)
	assert.EqualError(t, err, `there is no figure "nothing"; this report has: crossing, implied, labelers, labels, `+
		`ranks, shares, errors, confusion, rates, differences`)
	assert.ErrorContains(t, Write(io.Discard, &document.Document{}, "x", "svg"), "this report has none")
	assert.ErrorContains(t, Write(io.Discard, d, "labels", "pdf"), `no format "pdf"`)
	assert.ErrorContains(t, Write(failing{}, d, "labels", "svg"), "full")
	assert.ErrorContains(t, Write(failing{}, d, "labels", "png"), "full")
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }
