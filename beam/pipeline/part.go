package pipeline

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"concord/study"
)

// encodePart encodes the labels of one task in a shard as bytes to send between machines. First comes the place of the
// shard, then the names of items, labelers, levels of each factor and studies, then the number of labels of each study.
// Each label has the places of its names and its value. Numbers are unsigned varints; values that are no small whole
// numbers are float64. Facts about the whole label column are not in it.
func encodePart(shard int, t *study.Table) []byte {
	b := binary.AppendUvarint(nil, uint64(shard))
	names := func(list []string) {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, name := range list {
			b = binary.AppendUvarint(b, uint64(len(name)))
			b = append(b, name...)
		}
	}
	names(t.Factors()) // item, and labeler if there are
	for _, f := range t.Factors() {
		levels, _ := t.Levels(f)
		names(levels)
	}
	names(t.Studies())
	for s := range t.Studies() {
		v := t.StudyAt(s)
		b = binary.AppendUvarint(b, uint64(v.Len()))
		for _, f := range t.Factors() {
			index, _ := v.Factor(f)
			for _, i := range index {
				b = binary.AppendUvarint(b, uint64(i))
			}
		}
		small := !slices.ContainsFunc(v.Value(), func(y float64) bool {
			return !(y >= 0 && y < 1<<20) || y != math.Trunc(y) || y == 0 && math.Signbit(y)
		})
		if small {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
		for _, y := range v.Value() {
			if small {
				b = binary.AppendUvarint(b, uint64(y))
			} else {
				b = binary.LittleEndian.AppendUint64(b, math.Float64bits(y))
			}
		}
	}
	return b
}

var errPart = errors.New("pipeline: these are not the labels of a shard")

// decoder reads the output of encodePart. Bytes that encodePart cannot have written are an error, and are never read
// past their end.
type decoder struct {
	b      []byte
	failed bool
}

func (d *decoder) number() int {
	n, width := binary.Uvarint(d.b)
	if width <= 0 || n > math.MaxInt32 {
		d.failed = true
		return 0
	}
	d.b = d.b[width:]
	return int(n)
}

// count reads how many things follow; each takes at least a byte.
func (d *decoder) count() int {
	n := d.number()
	if n > len(d.b) {
		d.failed = true
		return 0
	}
	return n
}

// names reads a list of names.
func (d *decoder) names() []string {
	n := d.count()
	list := make([]string, 0, n)
	for range n {
		width := d.count()
		list = append(list, string(d.b[:width]))
		d.b = d.b[width:]
	}
	return list
}

// decodePart is the inverse of encodePart for labels of a column.
func decodePart(b []byte, of Column) (shard int, t *study.Table, err error) {
	d := &decoder{b: b}
	shard = d.number()
	factors := d.names()
	levels := make([][]string, len(factors))
	index := make([][]int32, len(factors))
	for f := range factors {
		levels[f] = d.names()
	}
	c := study.Indexed{Studies: d.names(), Kind: of.Kind, Categories: of.Categories,
		Label: of.Source.Columns.Label.Name, Duplicates: study.DuplicatesKeep, Source: of.Source}
	for s := range c.Studies {
		n := d.count()
		for range n {
			c.Study = append(c.Study, int32(s))
		}
		for f := range factors {
			for range n {
				index[f] = append(index[f], int32(d.number()))
			}
		}
		if d.failed || len(d.b) == 0 {
			return 0, nil, errPart
		}
		small := d.b[0] == 1
		d.b = d.b[1:]
		for range n {
			switch {
			case small:
				c.Value = append(c.Value, float64(d.number()))
			case len(d.b) < 8:
				return 0, nil, errPart
			default:
				c.Value = append(c.Value, math.Float64frombits(binary.LittleEndian.Uint64(d.b)))
				d.b = d.b[8:]
			}
		}
	}
	if d.failed || len(d.b) > 0 {
		return 0, nil, errPart
	}
	for f, name := range factors {
		switch name {
		case study.ItemFactor:
			c.Items, c.Item = levels[f], index[f]
		case study.LabelerFactor:
			c.Labelers, c.Labeler = levels[f], index[f]
		default:
			c.Factors = append(c.Factors, study.Factor{Name: name, Levels: levels[f], Index: index[f]})
		}
	}
	t, err = study.NewTable(c)
	return shard, t, err
}
