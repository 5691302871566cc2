package draw

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/internal/document"
	"concord/internal/document/internal/sample"
)

// An axis holds its range, has a few ticks at round values, and is linear.
func TestAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(-1e3, 1e3).Draw(t, "low")
		high := low + math.Exp(rapid.Float64Range(-6, 6).Draw(t, "log width"))
		a := newAxis(low, high).over(3, 97)
		slack := 1e-6 * a.step
		assert.True(t, a.low <= low+slack && a.high >= high-slack)
		ticks := a.ticks()
		assert.True(t, len(ticks) >= 3 && len(ticks) <= 9, "%d ticks from %v to %v", len(ticks), low, high)
		assert.InDelta(t, a.high, ticks[len(ticks)-1], a.step*1e-3)
		seen := map[string]bool{}
		for _, x := range ticks {
			assert.False(t, seen[a.label(x)], "two ticks %s", a.label(x))
			seen[a.label(x)] = true
		}
		assert.InDelta(t, 50, a.at((a.low+a.high)/2), 1e-6)
		assert.Equal(t, a.at(a.low), a.at(a.low-1))
	})
	var labels []string
	for a, i := newAxis(0, 1), 0; i < len(a.ticks()); i++ {
		labels = append(labels, a.label(a.ticks()[i]))
	}
	assert.Equal(t, []string{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}, labels)
}

// chartsOf returns the charts of a document.
func chartsOf(d *document.Document) []document.Chart {
	var all []document.Chart
	for _, s := range d.Sections {
		for _, p := range s.Parts {
			if p.Chart != nil {
				all = append(all, p.Chart)
			}
		}
	}
	return all
}

// wellFormed requires every element to be closed and every attribute to be quoted.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if !assert.NoError(t, err) {
			return
		}
	}
}

// Every chart is well-formed SVG for each width and on its own, says what it shows, and has all of its parts within its
// frame, whatever its names.
func TestEveryChart(t *testing.T) {
	for _, names := range [][]string{{"experts", "control", "treatment"}, sample.Hostile()} {
		d := sample.Document(names...)
		for _, c := range chartsOf(d) {
			for _, pixels := range []float64{Wide, Narrow} {
				f := Of(c, AxesOf(d), pixels)
				require.NotEmpty(t, f.Shapes, c.Name())
				assert.NotEmpty(t, f.Title)
				assert.Contains(t, f.Description, "A table has the numbers.")
				for _, s := range f.Shapes {
					for _, p := range s.At(pixels) {
						assert.True(t, p.X >= -0.5 && p.X <= pixels+0.5 && p.Y >= 0 && p.Y <= f.Height+0.5,
							"%s, kind %d at %v of %v × %v", c.Name(), s.Kind, p, pixels, f.Height)
					}
					if s.Kind == Label {
						assert.LessOrEqual(t, textWidth(s.Text, s.Size), pixels, "%s: %s", c.Name(), s.Text)
					}
				}
				for _, text := range []string{f.SVG("figure", "figure"), f.Standalone(pixels)} {
					wellFormed(t, text)
					assert.NotContains(t, text, "NaN")
					assert.NotContains(t, text, "Inf")
					assert.NotContains(t, text, "<script")
					assert.NotContains(t, text, "\u202e")
				}
				assert.NotContains(t, f.Standalone(pixels), "%\"", "places in pixels")
			}
		}
	}
}

// A card is well-formed, shows names and does not obey them, and has all texts within its frame, whatever the chart and
// the names. Few words are large, and long ones are shortened.
func TestCard(t *testing.T) {
	type text struct {
		X    float64 `xml:"x,attr"`
		Y    float64 `xml:"y,attr"`
		Size float64 `xml:"font-size,attr"`
		Said string  `xml:",chardata"`
	}
	sizes := map[string]float64{}
	for name, long := range map[string]string{"short": "a b", "long": strings.Join(sample.Hostile(), " "),
		"endless": strings.Repeat("many words ", 999)} {
		d := sample.Document(sample.Hostile()...)
		d.Verdict = []string{long}
		d.Repeat = []document.Entry{{Term: "You may say", Text: long}, {Term: "You may not", Text: "“" + long + "”"}}
		for _, c := range chartsOf(d) {
			card := Card(d, c, "fit "+long)
			wellFormed(t, card)
			for _, not := range []string{"NaN", "<script", "<img", "\u202e"} {
				assert.NotContains(t, card, not)
			}
			var svg struct {
				Texts []text `xml:"text"`
				Chart struct {
					X     float64 `xml:"x,attr"`
					Y     float64 `xml:"y,attr"`
					Width float64 `xml:"width,attr"`
					High  float64 `xml:"height,attr"`
				} `xml:"svg"`
			}
			require.NoError(t, xml.Unmarshal([]byte(card), &svg))
			require.GreaterOrEqual(t, len(svg.Texts), 7)
			lowest := 0.0
			for _, s := range svg.Texts {
				assert.LessOrEqual(t, s.X+textWidth(s.Said, s.Size), 1200-47.0, s.Said)
				assert.Less(t, s.Y, 630.0, s.Said)
				assert.Greater(t, s.Y, lowest, "no text is over another")
				lowest = s.Y
			}
			assert.LessOrEqual(t, svg.Chart.X+svg.Chart.Width, 600.0)
			assert.LessOrEqual(t, svg.Chart.Y+svg.Chart.High, 560.0)
			sizes[name] = svg.Texts[len(svg.Texts)-2].Size
		}
	}
	assert.Equal(t, []float64{26, 12}, []float64{sizes["short"], sizes["endless"]})
}

func estimate(x float64) document.Estimate {
	return document.Estimate{Value: x, Lower: x - 0.1, Upper: x + 0.1}
}

func stripsOf(panel document.Panel, values ...float64) document.Strips {
	s := document.Strips{About: document.About{ID: "s", Caption: "S"}, Panels: []document.Panel{panel},
		Groups: []document.StripGroup{{}}}
	for _, x := range values {
		row := document.Strip{Name: "row", Values: []document.Estimate{estimate(x)}}
		s.Groups[0].Rows = append(s.Groups[0].Rows, row)
	}
	return s
}

// marks returns the places of dots across a figure.
func marks(f *Figure) []float64 {
	var all []float64
	for _, s := range f.Shapes {
		if s.Kind == Dot {
			all = append(all, s.Points[0].X)
		}
	}
	return all
}

// Panels of the same range share their axis in all charts of a document, so that equal values lie at equal places.
func TestPanelsShareTheirAxis(t *testing.T) {
	share := document.Panel{Title: "share", High: 1, Decimals: 2}
	one, other := stripsOf(share, 0.5), stripsOf(share, 0.5, 1.3)
	d := &document.Document{Sections: []document.Section{{Parts: []document.Part{{Chart: one}, {Chart: other}}}}}
	both := AxesOf(d)
	assert.Equal(t, marks(Of(one, both, Wide))[0], marks(Of(other, both, Wide))[0])
	assert.NotEqual(t, marks(Of(one, Axes{}, Wide))[0], marks(Of(other, Axes{}, Wide))[0])
}

// Charts of differences have a line at zero, and others one at the value to beat.
func TestZeroAndTheLineToBeat(t *testing.T) {
	lines := func(panel document.Panel) (zero, beat int) {
		for _, s := range Of(stripsOf(panel, 0.3), Axes{}, Wide).Shapes {
			switch {
			case s.Kind == Line && s.Ink == Beat:
				beat++
			case s.Kind == Line && s.Ink == Soft && s.Points[1].Y-s.Points[0].Y > 10:
				zero++
			}
		}
		return zero, beat
	}
	for _, c := range []struct {
		panel      document.Panel
		zero, beat int
	}{{document.Panel{}, 0, 0}, {document.Panel{Beat: math.NaN()}, 0, 0}, {document.Panel{Zero: true}, 1, 0},
		{document.Panel{Beat: 2.5}, 0, 1}} {
		zero, beat := lines(c.panel)
		assert.Equal(t, c.zero, zero, c)
		assert.Equal(t, c.beat, beat, c)
	}
}

// Of many rows those at both ends have names, and rows without a value have no mark.
func TestManyRows(t *testing.T) {
	var values []float64
	for k := range 100 {
		values = append(values, float64(k))
	}
	values[50] = math.NaN()
	f := Of(stripsOf(document.Panel{Zero: true}, values...), Axes{}, Wide)
	names := 0
	for _, s := range f.Shapes {
		if s.Kind == Label && s.Text == "row" {
			names++
		}
	}
	assert.Equal(t, 2*namedEnds, names)
	assert.Len(t, marks(f), 2*namedEnds)
}

func TestShortened(t *testing.T) {
	assert.Equal(t, "short", shortened("short", 12, 100))
	long := shortened(strings.Repeat("long name ", 20), 12, 100)
	assert.True(t, strings.HasSuffix(long, "…") && textWidth(long, 12) <= 100, long)
	assert.Equal(t, []string{"one two", "three fo…"}, broken("one two three four five", 12, 50, 2))
}

// Of very many points 2,000 are drawn, with both extremes, and the caption says so. A rule has an interval.
func TestScatterOfManyPoints(t *testing.T) {
	c := document.Scatter{About: document.About{ID: "s", Caption: "S"}, X: "mean", Y: "difference",
		Rules: []document.Rule{{Name: "bias", Value: document.Estimate{Value: 1, Lower: 0.5, Upper: 2}, Main: true}}}
	for k := range 12345 {
		c.Points = append(c.Points, document.Place{X: float64(k % 7), Y: math.Sin(float64(k))})
	}
	c.Points[777].Y, c.Points[778].Y = -9, 9
	drawn := c.Drawn()
	require.Len(t, drawn, 2000)
	assert.Equal(t, -9.0, drawn[0].Y)
	assert.Equal(t, 9.0, drawn[1999].Y)
	assert.Equal(t, "S (2 000 of 12 345 points are drawn, evenly from the lowest to the highest)", c.Title())
	f := Of(c, Axes{}, Wide)
	assert.Len(t, marks(f), 2000)
	boxes := 0
	for _, s := range f.Shapes {
		if s.Kind == Box {
			boxes++
		}
	}
	assert.Equal(t, 1, boxes)
	c.Points = c.Points[:100]
	assert.Equal(t, "S", c.Title())
	assert.Len(t, marks(Of(c, Axes{}, Wide)), 100)
}
