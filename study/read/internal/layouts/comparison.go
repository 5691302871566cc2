package layouts

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"

	"concord/internal/verdicts"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/kinds"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// Columns that rows get which compare two candidates: see [Options.Pair] and [Options.Candidates].
const (
	PairColumn     = "pair"
	positionColumn = "position"
	promptColumn   = "prompt"
	oneColumn      = "candidate 1"
	otherColumn    = "candidate 2"
)

// turnColumn is a column that distinguishes the questions of one conversation, as in the judgments of MT-Bench.
const turnColumn = "turn"

// comparisons makes, of rows that compare two candidates each, records whose item has both candidates in a fixed order,
// and whose label says which of the two won.
type comparisons struct {
	file    string
	options naming.Options
	names   []string // of the columns
	a, b    int      // columns of the candidates
	item    int      // −1 where there is none
	turn    int      // column that is part of the item, −1 where there is none
	label   int      // column of the verdict
	sides   sides
	text    []byte
	first   *stream.FirstRows
}

// readPair makes records of rows that compare two candidates.
func readPair(r stream.Records, first *stream.FirstRows, file string, o naming.Options) (LaidOut, error) {
	c := &comparisons{file: file, options: o, names: r.Header(), first: first}
	o, p, err := c.find()
	if err != nil {
		return LaidOut{}, err
	}
	return LaidOut{Records: stream.Melt(r, p, c.compare), Options: o, Won: true}, nil
}

// find finds the columns, and returns options that name the columns of the new records.
func (c *comparisons) find() (naming.Options, stream.Plan, error) {
	o, names := c.options, c.names
	h := naming.NewHeader(c.file, names)
	var err error
	if c.a, err = h.Named(naming.PairPart, o.Pair[0]); err != nil {
		return o, stream.Plan{}, err
	}
	if c.b, err = h.Named(naming.PairPart, o.Pair[1]); err != nil {
		return o, stream.Plan{}, err
	}
	if o.Label == "" {
		o.Label = winner(h)
	}
	var label *naming.Column
	if o.Label == "" {
		label = new(naming.Column)
	} else if c.label, err = h.Named("label", o.Label); err != nil {
		return o, stream.Plan{}, err
	}
	index := o // pair and position are columns of the new records alone
	index.Factors = slices.DeleteFunc(slices.Clone(o.Factors), func(f string) bool { return len(h.Find(f)) == 0 })
	found, err := h.IndexColumns(index, label)
	var open *naming.Incomplete
	if proposed := c.proposed(err); o.Candidates && proposed != "" {
		o.Item, index.Item = proposed, proposed
		h = c.namesOfPair(names)
		if label != nil && label.Name == "" {
			*label = naming.Column{}
		} else if label == nil {
			h.Taken[c.label] = naming.LabelPart
		}
		found, err = h.IndexColumns(index, label)
	}
	if errors.As(err, &open) && (label == nil || label.Name != "") && !concerns(open, study.ItemFactor) {
		err = nil // the pair alone is the item; other parts are found, or missed, among the new columns
	}
	if err != nil {
		return o, stream.Plan{}, err
	}
	if label != nil {
		c.label = label.Index
	}
	c.item, c.turn = -1, -1
	if found.Item.Name != "" {
		c.item = found.Item.Index
		if o.Item == "" {
			c.turn = slices.IndexFunc(names, func(name string) bool { return naming.Normalized(name) == turnColumn })
		}
	}
	if c.turn >= 0 && (h.Taken[c.turn] != "" || slices.Contains(o.Factors, names[c.turn])) {
		c.turn = -1
	}
	c.sides = newSides(names[c.a], names[c.b], o)
	o.Label = names[c.label]
	p := c.lay(found.Item.Name)
	o.Item = p.Own[0]
	if o.Candidates {
		o.Factors = append(slices.Clone(o.Factors), p.Own[len(p.Own)-4:]...)
		if o.Duplicates == study.DuplicatesError {
			o.Duplicates = study.DuplicatesKeep
		}
	}
	o.Positive, o.Negative = nil, nil
	return o, p, nil
}

// namesOfPair are the columns. Two of them have the candidates.
func (c *comparisons) namesOfPair(names []string) *naming.Header {
	return &naming.Header{File: c.file, Names: names, Taken: map[int]string{c.a: naming.PairPart, c.b: naming.PairPart}}
}

// proposed returns the only column that an error about open parts proposes for the item; "" if there is none.
func (c *comparisons) proposed(err error) string {
	var open *naming.Incomplete
	if !errors.As(err, &open) {
		return ""
	}
	item := ""
	for _, p := range open.Proposed {
		if p.Part == study.ItemFactor && item == "" {
			item = p.Column
		}
	}
	return item
}

// lay says which columns the new records have: first the item.
func (c *comparisons) lay(item string) stream.Plan {
	p := stream.Plan{Remade: []int{c.label}, Alone: true}
	var parts, kept []string
	for i, name := range c.names {
		stays := i == c.label || i == c.item && slices.Contains(c.options.Factors, name)
		if needed := slices.Contains([]int{c.a, c.b, c.turn, c.item, c.label}, i); needed {
			p.Needed = append(p.Needed, i)
			if !stays {
				continue
			}
			p.Stay = append(p.Stay, i)
		}
		kept = append(kept, name)
	}
	if c.item >= 0 {
		parts = append(parts, item)
	}
	if c.turn >= 0 {
		parts = append(parts, c.names[c.turn])
	}
	p.Own = []string{strings.Join(append(parts, c.names[c.a], c.names[c.b]), study.CombinedBy), PairColumn,
		positionColumn}
	if c.options.Candidates {
		p.Own = append(p.Own[:2], promptColumn, oneColumn, otherColumn, positionColumn)
	}
	for k := range p.Own {
		for slices.Contains(kept, p.Own[k]) {
			p.Own[k] += " shown"
		}
		kept = append(kept, p.Own[k])
	}
	return p
}

// concerns reports whether a part is open that a column could have.
func concerns(e *naming.Incomplete, part string) bool {
	return slices.ContainsFunc(e.Open, func(p naming.OpenPart) bool {
		return p.Part == part && len(p.Candidates) > 0
	}) ||
		e.Proposes(part)
}

// compare makes the record of a comparison.
func (c *comparisons) compare(m *stream.Melted) error {
	a, b := bytes.TrimSpace(m.Fields[c.a]), bytes.TrimSpace(m.Fields[c.b])
	won := c.sides.won(string(bytes.TrimSpace(m.Fields[c.label])), string(a), string(b))
	switch {
	case won.side == unknownSide:
		return c.notUnderstood(m.Line, m.Fields)
	case bytes.Equal(a, b) && won.side != noSide && len(a) > 0:
		return faults.AlikeCandidates.Faultf("both candidates are %q, so neither can win", a).AtLine(m.Line).
			InColumn(c.names[c.a]).FixedBy(study.By("leave such rows out of the file"))
	}
	turned := bytes.Compare(a, b) > 0
	m.Add(c.with(m, turned, a, b)...)
	m.Fields[c.label] = c.written(won, turned, a, b)
	return nil
}

// with is the item, the pair and the position of a record. A row without candidate has no item.
func (c *comparisons) with(m *stream.Melted, turned bool, a, b []byte) [][]byte {
	position := []byte(verdicts.First)
	if turned {
		a, b, position = b, a, []byte(verdicts.Second)
	}
	if stream.IsMissing(a) || stream.IsMissing(b) || c.item >= 0 && stream.IsMissing(m.Fields[c.item]) {
		return make([][]byte, len(m.Own))
	}
	c.text = c.text[:0]
	for _, i := range []int{c.item, c.turn} {
		if i >= 0 {
			c.text = append(append(c.text, bytes.TrimSpace(m.Fields[i])...), study.CombinedBy...)
		}
	}
	at := len(c.text)
	c.text = append(append(append(c.text, a...), study.CombinedBy...), b...)
	own := [][]byte{c.text, c.text[at:]}
	if c.options.Candidates {
		prompt := []byte(study.NoColumn)
		if at > 0 {
			prompt = c.text[:at-len(study.CombinedBy)]
		}
		own = append(own, prompt, a, b)
	}
	return append(own, position)
}

// written is the label that says who won.
func (c *comparisons) written(won verdict, turned bool, a, b []byte) []byte {
	place := won.side
	switch {
	case place == noSide:
		return nil
	case place == tieSide && naming.MatchesAny(verdicts.Tie, c.options.Missing):
		return nil
	case place == tieSide:
		return []byte(verdicts.Tie)
	case namesWinners(c.options) && place == aSide:
		return a
	case namesWinners(c.options):
		return b
	case turned == (place == bSide):
		return []byte(verdicts.First + won.by)
	}
	return []byte(verdicts.Second + won.by)
}

// namesWinners reports whether labels of comparisons are names of candidates.
func namesWinners(o naming.Options) bool { return o.PairNames || o.Kind == study.Nominal }

// notUnderstood is the error about a verdict that names neither side.
func (c *comparisons) notUnderstood(line int, fields [][]byte) error {
	names := c.names
	verdict := string(bytes.TrimSpace(fields[c.label]))
	e := faults.UnknownWinner.Faultf("%v %q does not say which of the two candidates won, %q or %q", names[c.label],
		verdict, fields[c.a], fields[c.b]).AtLine(line).InColumn(names[c.label])
	if low, high, ok := c.numbers(); ok {
		for _, ends := range [][2]string{{low, high}, {high, low}} {
			e.Fixes = append(e.Fixes, study.To(
				visible.Sprintf("if %q means that the candidate in %v is better by far, and %q the one in %v",
					ends[0], names[c.a], ends[1], names[c.b]), "positive", ends[0]).And("negative", ends[1]))
		}
		return e
	}
	won := []string{verdict}
	for _, row := range c.first.Cells {
		v := strings.TrimSpace(row[c.label])
		place := c.sides.won(v, row[c.a], row[c.b]).side
		if place != noSide && place != tieSide && len(won) < 2 && !slices.Contains(won, v) {
			won = append(won, v)
		}
	}
	for _, v := range won {
		won := visible.Sprintf("if %q means that the candidate in %v won", v, names[c.a])
		e.Fixes = append(e.Fixes, study.To(won, "positive", v))
	}
	e.Fixes = append(e.Fixes, study.To("to leave it out", "missing", verdict))
	return e
}

// numbers returns the least and the greatest verdict of the first rows, if all are whole numbers and they are three at
// least.
func (c *comparisons) numbers() (low, high string, ok bool) {
	least, most := math.Inf(1), math.Inf(-1)
	values := map[float64]bool{}
	for _, row := range c.first.Cells {
		v := strings.TrimSpace(row[c.label])
		if c.sides.won(v, row[c.a], row[c.b]).side == noSide {
			continue
		}
		x, whole := wholeNumber(v)
		if !whole {
			return "", "", false
		}
		values[x] = true
		if x < least {
			least, low = x, v
		}
		if x > most {
			most, high = x, v
		}
	}
	return low, high, len(values) > 2
}

// WonOptions are options of labels that say who won: in their order if there are ties, otherwise two categories.
func WonOptions(labels *kinds.LabelColumn, o naming.Options) naming.Options {
	o.AsIs, o.Order, o.Positive, o.Negative = true, nil, nil, nil
	if namesWinners(o) {
		return o
	}
	occurs := func(label string) bool {
		return slices.ContainsFunc(labels.Spellings, func(s kinds.Spelling) bool {
			return s.Text == label && s.Present()
		})
	}
	graded := labels.Graded()
	switch {
	case graded != nil && (o.Kind == 0 || o.Kind == study.Ordinal):
		o.Kind, labels.Order = study.Ordinal, graded
	case o.Kind == 0 && occurs(verdicts.Tie), o.Kind == study.Ordinal:
		o.Kind, labels.Order = study.Ordinal, []string{verdicts.Second, verdicts.Tie, verdicts.First}
	case o.Kind != study.Numeric:
		if occurs(verdicts.First) {
			o.Positive = []string{verdicts.First}
		}
		if occurs(verdicts.Second) {
			o.Negative = []string{verdicts.Second}
		}
	}
	return o
}
