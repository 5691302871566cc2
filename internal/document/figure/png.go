package figure

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	drawing "concord/internal/document/internal/draw"
)

// finer is how many pixels of the file there are for one of the page, and margin the empty pixels of the page about the
// figure.
const (
	finer  = 3.0
	margin = 12.0
)

// canvas is an image that shapes are painted on.
type canvas struct {
	*image.RGBA
	faces map[face]font.Face
}

// face is a type of one size.
type face struct {
	bold bool
	size float64
}

// writePNG paints a figure of some width, in pixels of a page.
func writePNG(w io.Writer, f *drawing.Figure, width float64) error {
	size := image.Rect(0, 0, int(finer*(width+2*margin)), int(math.Ceil(finer*(f.Height+2*margin))))
	c := canvas{image.NewRGBA(size), map[face]font.Face{}}
	draw.Draw(c, size, image.White, image.Point{}, draw.Src)
	for _, s := range f.Shapes {
		if err := c.paint(s, width); err != nil {
			return err
		}
	}
	return png.Encode(w, c)
}

// paint paints a shape.
func (c canvas) paint(s drawing.Shape, width float64) error {
	at := s.At(width)
	for i, p := range at {
		at[i] = drawing.Point{X: finer * (p.X + margin), Y: finer * (p.Y + margin)}
	}
	ink := s.Ink.Color()
	ink.A = uint8(math.Round(255 * s.Alpha))
	switch s.Kind {
	case drawing.Line, drawing.Curve:
		c.fill(ink, strokes(at, s)...)
	case drawing.Box:
		c.fill(ink, []drawing.Point{at[0], {X: at[1].X, Y: at[0].Y}, at[1], {X: at[0].X, Y: at[1].Y}})
	case drawing.Area:
		c.fill(ink, at)
	case drawing.Dot:
		c.fill(ink, circle(at[0], finer*drawing.Radius()))
	case drawing.Label:
		return c.label(ink, s, at[0])
	default:
		var corners []drawing.Point
		for _, p := range s.Kind.Outline() {
			corners = append(corners, drawing.Point{X: at[0].X + finer*p.X, Y: at[0].Y + finer*p.Y})
		}
		c.fill(ink, corners)
	}
	return nil
}

// fill fills polygons.
func (c canvas) fill(ink color.NRGBA, polygons ...[]drawing.Point) {
	box := image.Rectangle{}
	for _, corners := range polygons {
		for _, p := range corners {
			x, y := int(math.Floor(p.X)), int(math.Floor(p.Y))
			box = box.Union(image.Rect(x, y, x+2, y+2))
		}
	}
	if box = box.Intersect(c.Bounds()); box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, corners := range polygons {
		for i, p := range corners {
			x, y := float32(p.X-float64(box.Min.X)), float32(p.Y-float64(box.Min.Y))
			if i == 0 {
				r.MoveTo(x, y)
			} else {
				r.LineTo(x, y)
			}
		}
		r.ClosePath()
	}
	r.Draw(c, box, image.NewUniform(ink), image.Point{})
}

// circle is a polygon that looks round.
func circle(centre drawing.Point, radius float64) []drawing.Point {
	const corners = 32
	all := make([]drawing.Point, corners)
	for i := range all {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		all[i] = drawing.Point{X: centre.X + radius*cos, Y: centre.Y + radius*sin}
	}
	return all
}

// strokes returns the polygons of a line of dashes through points, with round joints.
func strokes(points []drawing.Point, s drawing.Shape) [][]drawing.Point {
	half := finer * s.Stroke / 2
	var all [][]drawing.Point
	for _, dash := range dashed(points, drawing.Dashes(s.Dash)) {
		for i := 1; i < len(dash); i++ {
			a, b := dash[i-1], dash[i]
			length := math.Hypot(b.X-a.X, b.Y-a.Y)
			if length == 0 {
				continue
			}
			x, y := -(b.Y-a.Y)/length*half, (b.X-a.X)/length*half
			all = append(all, []drawing.Point{{X: a.X + x, Y: a.Y + y}, {X: a.X - x, Y: a.Y - y},
				{X: b.X - x, Y: b.Y - y}, {X: b.X + x, Y: b.Y + y}})
			if i > 1 {
				all = append(all, circle(a, half))
			}
		}
	}
	return all
}

// dashed divides a line through points into dashes.
func dashed(points []drawing.Point, lengths []float64) [][]drawing.Point {
	if lengths == nil {
		return [][]drawing.Point{points}
	}
	var all [][]drawing.Point
	k, left := 0, finer*lengths[0]
	dash := []drawing.Point{points[0]}
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		length := math.Hypot(b.X-a.X, b.Y-a.Y)
		for done := 0.0; done < length; {
			step := min(left, length-done)
			done, left = done+step, left-step
			p := drawing.Point{X: a.X + (b.X-a.X)*done/length, Y: a.Y + (b.Y-a.Y)*done/length}
			dash = append(dash, p)
			if left > 0 {
				continue
			}
			if k%2 == 0 {
				all = append(all, dash)
			}
			k++
			left, dash = finer*lengths[k%len(lengths)], []drawing.Point{p}
		}
	}
	if k%2 == 0 && len(dash) > 1 {
		all = append(all, dash)
	}
	return all
}

// label writes text. The Go fonts have the letters of Latin, Greek and Cyrillic scripts.
func (c canvas) label(ink color.NRGBA, s drawing.Shape, at drawing.Point) error {
	f, err := c.face(face{s.Bold, finer * s.Size})
	if err != nil {
		return err
	}
	pen := font.Drawer{Dst: c, Src: image.NewUniform(ink), Face: f}
	wide := float64(pen.MeasureString(s.Text)) / 64
	switch s.Anchor {
	case drawing.Middle:
		at.X -= wide / 2
	case drawing.End:
		at.X -= wide
	}
	pen.Dot = fixed.Point26_6{X: fixed.Int26_6(math.Round(at.X * 64)), Y: fixed.Int26_6(math.Round(at.Y * 64))}
	pen.DrawString(s.Text)
	return nil
}

// face returns a type, made once for each image.
func (c canvas) face(of face) (font.Face, error) {
	if f := c.faces[of]; f != nil {
		return f, nil
	}
	data := goregular.TTF
	if of.bold {
		data = gobold.TTF
	}
	parsed, err := opentype.Parse(data)
	if err != nil {
		return nil, err
	}
	f, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: of.size, DPI: 72, Hinting: font.HintingNone})
	c.faces[of] = f
	return f, err
}
