package read

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/kinds"
	"concord/study/read/internal/layout"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// reply is an answer of a judge, or of people, with the rows that have it.
type reply struct {
	*kinds.Spelling
	rows []int
}

// judges looks at what judges say and people do not, before the kind of the labels is decided. Replies that are no
// answer, as PARSE_ERROR, are left out and counted. Other words next to labels that people give make another question,
// so that the caller has to say what they are.
func (in *intake) judges() error {
	if len(in.labels) != 1 || len(in.groupings) > 0 || in.options.AsIs {
		return nil
	}
	names, of := in.judged()
	if len(names) == 0 {
		return nil
	}
	l := in.labels[0]
	people := saidOf(l, of, -1)
	if len(people) == 0 {
		return nil
	}
	for j, name := range names {
		r := study.Replies{Judge: name}
		var own []reply
		for _, s := range saidOf(l, of, j) {
			r.All += len(s.rows)
			if s.Class == kinds.MissingLabel || !in.said(people, s) && layout.Unusable(s.Text) {
				r.Unusable += len(s.rows)
				if s.Text != "" {
					r.Texts = append(r.Texts, s.Text)
				}
				move(l, s, kinds.MissingCode)
			} else {
				own = append(own, s)
			}
		}
		if in.options.Judged.Scales && otherKind(people, own) {
			in.onScale(name, own, people)
			own = nil
		}
		if err := in.ownLabels(&r, people, own); err != nil {
			return err
		}
		if r.Unusable > 0 || len(r.Own) > 0 {
			in.source.Replies = append(in.source.Replies, r)
		}
	}
	return nil
}

// judged names the judges, in the order of the file, and says whose label each row has; −1: people's.
func (in *intake) judged() (names []string, of []int32) {
	o := in.options
	answerers := slices.Clone(o.JudgeColumns)
	if o.GoldColumn != "" {
		answerers = append(answerers, GoldStudy)
	}
	labelers, studies := &in.index[1], &in.index[2]
	others := len(o.Judged.Judges) == 0 && slices.Contains(studies.names.List, o.Judged.People)
	for _, c := range []*indexColumn{labelers, studies} {
		for code, name := range c.names.List {
			is := slices.Contains(o.Judged.Judges, name) ||
				c == studies && (slices.Contains(answerers, name) || others && name != o.Judged.People)
			if !is {
				continue
			}
			if of == nil {
				of = slices.Repeat([]int32{-1}, len(in.labels[0].Cells))
			}
			for row := range of {
				if c.codes[row] == int32(code) {
					of[row] = int32(len(names))
				}
			}
			names = append(names, name)
		}
	}
	return names, of
}

// saidBy returns what a judge said, in the order of the file; −1: people. Numbers beyond [kinds.MostSpellings] are a
// reply each. A judge leaves no label out: an empty one is a reply too.
func saidOf(labels *kinds.LabelColumn, of []int32, who int) []reply {
	var all []reply
	at := map[uint64]int{}
	for row, c := range labels.Cells {
		if int(of[row]) != who || who < 0 && !c.IsNumber() && c.Code() == kinds.MissingCode {
			continue
		}
		key := math.Float64bits(float64(c))
		i, known := at[key]
		if !known {
			i = len(all)
			at[key] = i
			r := reply{Spelling: &kinds.Spelling{Class: kinds.NumberLabel, Number: float64(c)}}
			if !c.IsNumber() {
				r.Spelling = &labels.Spellings[c.Code()]
			}
			all = append(all, r)
		}
		all[i].rows = append(all[i].rows, row)
	}
	return all
}

// move gives the rows of a reply another spelling.
func move(labels *kinds.LabelColumn, r reply, code int32) {
	for _, row := range r.rows {
		if c := labels.Cells[row]; c.IsNumber() {
			labels.Numbers--
		} else {
			labels.Spellings[c.Code()].Rows--
		}
		labels.Cells[row] = kinds.CellOf(code)
		labels.Spellings[code].Rows++
	}
	if labels.Numbers == 0 {
		labels.Unit, labels.Sign = true, true
	}
}

// said reports whether people say the same, or the caller says that it is a label.
func (in *intake) said(people []reply, s reply) bool {
	return saidBy(people, s) || naming.MatchesAny(s.Text, in.options.Positive) || naming.MatchesAny(s.Text,
		in.options.Negative) ||
		naming.MatchesAny(s.Text, in.labels[0].Order)
}

func saidBy(people []reply, s reply) bool {
	return slices.ContainsFunc(people, func(p reply) bool { return naming.SameSpelling(s.Text, p.Text) })
}

// otherKind reports whether a judge answers on another scale than people. It has numbers where they say words, or yes
// and no as 0 and 1. It goes from 0 to 1, and people go further. Or it has two words, or words in a known order, and
// people say none of them.
func otherKind(people, judge []reply) bool {
	if len(judge) == 0 || !slices.ContainsFunc(judge, func(s reply) bool { return !saidBy(people, s) }) {
		return false
	}
	numbers := func(of []reply) bool {
		return !slices.ContainsFunc(of, func(s reply) bool { return s.Class != kinds.NumberLabel })
	}
	unit := func(of []reply) bool {
		return !slices.ContainsFunc(of, func(s reply) bool { return s.Number < 0 || s.Number > 1 })
	}
	binary := len(people) <= 2 && (!numbers(people) || !slices.ContainsFunc(people, func(s reply) bool {
		return s.Number != 0 && s.Number != 1
	}))
	switch {
	case numbers(judge) && numbers(people):
		return binary || unit(judge) && !unit(people)
	case numbers(judge):
		return true
	}
	if slices.ContainsFunc(judge, func(s reply) bool { return saidBy(people, s) }) {
		return false
	}
	_, ordered := layout.Ordered(labelsOf(judge))
	return len(judge) <= 2 || ordered
}

// onScale turns a judge's answers into a factor with ascending levels. The judge's labels become people's first label,
// and nobody reads them.
func (in *intake) onScale(name string, judge, people []reply) {
	l := in.labels[0]
	factor := indexColumn{Column: naming.Column{Column: study.Column{Name: name}, Index: l.Index},
		role: naming.FactorPart, names: stream.NewNames(),
		codes: make([]int32, len(l.Cells))}
	factor.names.Add(NoProbability)
	first := int32(kinds.MissingCode)
	for c := range l.Spellings {
		if &l.Spellings[c] == people[0].Spelling {
			first = int32(c)
		}
	}
	place := onOneScale(judge)
	slices.SortStableFunc(judge, func(a, b reply) int { return cmp.Compare(place[a.Spelling], place[b.Spelling]) })
	for _, s := range judge {
		level := s.Text
		if level == "" {
			level = strconv.FormatFloat(s.Number, 'g', -1, 64)
		}
		code := factor.names.Find([]byte(level))
		if code < 0 {
			code = factor.names.Add(level)
		}
		for _, row := range s.rows {
			factor.codes[row] = code
		}
		move(l, s, first)
	}
	in.index = slices.Insert(in.index, 3+in.factors, factor)
	in.factors++
	in.source.Scales = append(in.source.Scales, name)
}

// onOneScale returns the numbers that answers are or, of words, their places: as questionnaires order them, the
// positive one of two last, or as in the alphabet. Which of two is last does not matter, because people's labels say
// what they mean.
func onOneScale(judge []reply) map[*kinds.Spelling]float64 {
	words := slices.Clone(judge)
	slices.SortFunc(words, func(a, b reply) int { return cmp.Compare(a.Text, b.Text) })
	order, ordered := layout.Ordered(labelsOf(words))
	place := map[*kinds.Spelling]float64{}
	for i, s := range words {
		switch {
		case s.Class == kinds.NumberLabel:
			place[s.Spelling] = s.Number
		case ordered:
			place[s.Spelling] = float64(order.Place[i])
		default:
			place[s.Spelling] = float64(i)
		}
		for _, p := range slices.Concat(kinds.WordPairs(), kinds.LonePairs()) {
			if v, ok := p.Value(s.Spelling); ok && len(words) == 2 && !leavesOut(&p, words) {
				place[s.Spelling] = v
			}
		}
	}
	return place
}

// leavesOut reports whether some answers are none of the pair.
func leavesOut(p *kinds.Pair, answers []reply) bool {
	return slices.ContainsFunc(answers, func(s reply) bool {
		_, ok := p.Value(s.Spelling)
		return !ok
	})
}

func labelsOf(answers []reply) []layout.Label {
	var all []layout.Label
	for _, s := range answers {
		all = append(all, layout.Label{Text: s.Text, Rows: len(s.rows)})
	}
	return all
}

// ownLabels notes the words that a judge says and no person. If people say two, it is an error: one category more is
// another question.
func (in *intake) ownLabels(r *study.Replies, people, judge []reply) error {
	words := slices.ContainsFunc(people, func(s reply) bool { return s.Class != kinds.NumberLabel })
	var own, common []reply
	for _, s := range judge {
		if in.said(people, s) {
			common = append(common, s)
		} else {
			own = append(own, s)
		}
	}
	if !words || len(own) == 0 || len(common) == 0 || len(in.labels[0].Order) > 0 {
		return nil
	}
	for _, s := range own {
		r.Own = append(r.Own, s.Text)
		r.OfOwn += len(s.rows)
	}
	if len(people) != 2 || !in.options.PairsAlone {
		return nil
	}
	return faults.OwnLabels.Faultf("%s says %v to %s, and no person does: it may be no answer, next to %v",
		visible.Text(r.Judge), r.Own, visible.Count(r.OfOwn, "item"), []string{people[0].Text, people[1].Text}).
		AtLine(own[0].Line).InColumn(in.labels[0].Name).FixedBy(study.Leave("without them", r.Own...),
		study.AsIs("each label as a category"))
}
