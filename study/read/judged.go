package read

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/internal/layout"
)

// Judged says which labels are judges'. Columns of answers are judges anyway.
type Judged struct {
	// People are the study of the people, if Judges are all other studies. Judges are studies or labelers.
	People string
	Judges []string
	// Scales says that a judge may answer on another scale than people do, such as with a probability where they say
	// yes or no: see [study.Source.Scales].
	Scales bool
}

// reply is an answer of a judge, or of people, with the rows that have it.
type reply struct {
	*spelling
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
	people := l.saidBy(of, -1)
	if len(people) == 0 {
		return nil
	}
	for j, name := range names {
		r := study.Replies{Judge: name}
		var own []reply
		for _, s := range l.saidBy(of, j) {
			r.All += len(s.rows)
			if s.class == missingLabel || !in.said(people, s) && layout.Unusable(s.text) {
				r.Unusable += len(s.rows)
				if s.text != "" {
					r.Texts = append(r.Texts, s.text)
				}
				l.move(s, missingCode)
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
	others := len(o.Judged.Judges) == 0 && slices.Contains(studies.names.list, o.Judged.People)
	for _, c := range []*indexColumn{labelers, studies} {
		for code, name := range c.names.list {
			is := slices.Contains(o.Judged.Judges, name) ||
				c == studies && (slices.Contains(answerers, name) || others && name != o.Judged.People)
			if !is {
				continue
			}
			if of == nil {
				of = slices.Repeat([]int32{-1}, len(in.labels[0].cells))
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

// saidBy returns what a judge said, in the order of the file; −1: people. Numbers beyond [mostSpellings] are a reply
// each. A judge leaves no label out: an empty one is a reply too.
func (labels *labelColumn) saidBy(of []int32, who int) []reply {
	var all []reply
	at := map[uint64]int{}
	for row, c := range labels.cells {
		if int(of[row]) != who || who < 0 && !c.isNumber() && c.code() == missingCode {
			continue
		}
		key := math.Float64bits(float64(c))
		i, known := at[key]
		if !known {
			i = len(all)
			at[key] = i
			r := reply{spelling: &spelling{class: numberLabel, number: float64(c)}}
			if !c.isNumber() {
				r.spelling = &labels.spellings[c.code()]
			}
			all = append(all, r)
		}
		all[i].rows = append(all[i].rows, row)
	}
	return all
}

// move gives the rows of a reply another spelling.
func (labels *labelColumn) move(r reply, code int32) {
	for _, row := range r.rows {
		if c := labels.cells[row]; c.isNumber() {
			labels.numbers--
		} else {
			labels.spellings[c.code()].rows--
		}
		labels.cells[row] = cellOf(code)
		labels.spellings[code].rows++
	}
	if labels.numbers == 0 {
		labels.unit, labels.sign = true, true
	}
}

// said reports whether people say the same, or the caller says that it is a label.
func (in *intake) said(people []reply, s reply) bool {
	return saidBy(people, s) || matchesAny(s.text, in.options.Positive) || matchesAny(s.text, in.options.Negative) ||
		matchesAny(s.text, in.labels[0].order)
}

func saidBy(people []reply, s reply) bool {
	return slices.ContainsFunc(people, func(p reply) bool { return sameSpelling(s.text, p.text) })
}

// otherKind reports whether a judge answers on another scale than people. It has numbers where they say words, or yes
// and no as 0 and 1. It goes from 0 to 1, and people go further. Or it has two words, or words in a known order, and
// people say none of them.
func otherKind(people, judge []reply) bool {
	if len(judge) == 0 || !slices.ContainsFunc(judge, func(s reply) bool { return !saidBy(people, s) }) {
		return false
	}
	numbers := func(of []reply) bool {
		return !slices.ContainsFunc(of, func(s reply) bool { return s.class != numberLabel })
	}
	unit := func(of []reply) bool {
		return !slices.ContainsFunc(of, func(s reply) bool { return s.number < 0 || s.number > 1 })
	}
	binary := len(people) <= 2 && (!numbers(people) || !slices.ContainsFunc(people, func(s reply) bool {
		return s.number != 0 && s.number != 1
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
	factor := indexColumn{column: column{study.Column{Name: name}, l.index}, role: factorPart, names: newNames(),
		codes: make([]int32, len(l.cells))}
	factor.names.add(NoProbability)
	first := int32(missingCode)
	for c := range l.spellings {
		if &l.spellings[c] == people[0].spelling {
			first = int32(c)
		}
	}
	place := onOneScale(judge)
	slices.SortStableFunc(judge, func(a, b reply) int { return cmp.Compare(place[a.spelling], place[b.spelling]) })
	for _, s := range judge {
		level := s.text
		if level == "" {
			level = strconv.FormatFloat(s.number, 'g', -1, 64)
		}
		code := factor.names.find([]byte(level))
		if code < 0 {
			code = factor.names.add(level)
		}
		for _, row := range s.rows {
			factor.codes[row] = code
		}
		l.move(s, first)
	}
	in.index = slices.Insert(in.index, 3+in.factors, factor)
	in.factors++
	in.source.Scales = append(in.source.Scales, name)
}

// onOneScale returns the numbers that answers are or, of words, their places: as questionnaires order them, the
// positive one of two last, or as in the alphabet. Which of two is last does not matter, because people's labels say
// what they mean.
func onOneScale(judge []reply) map[*spelling]float64 {
	words := slices.Clone(judge)
	slices.SortFunc(words, func(a, b reply) int { return cmp.Compare(a.text, b.text) })
	order, ordered := layout.Ordered(labelsOf(words))
	place := map[*spelling]float64{}
	for i, s := range words {
		switch {
		case s.class == numberLabel:
			place[s.spelling] = s.number
		case ordered:
			place[s.spelling] = float64(order.Place[i])
		default:
			place[s.spelling] = float64(i)
		}
		for _, p := range slices.Concat(wordPairs(), lonePairs()) {
			if v, ok := p.value(s.spelling); ok && len(words) == 2 && !p.leavesOut(words) {
				place[s.spelling] = v
			}
		}
	}
	return place
}

// leavesOut reports whether some answers are none of the pair.
func (p *pair) leavesOut(answers []reply) bool {
	return slices.ContainsFunc(answers, func(s reply) bool {
		_, ok := p.value(s.spelling)
		return !ok
	})
}

func labelsOf(answers []reply) []layout.Label {
	var all []layout.Label
	for _, s := range answers {
		all = append(all, layout.Label{Text: s.text, Rows: len(s.rows)})
	}
	return all
}

// ownLabels notes the words that a judge says and no person. If people say two, it is an error: one category more is
// another question.
func (in *intake) ownLabels(r *study.Replies, people, judge []reply) error {
	words := slices.ContainsFunc(people, func(s reply) bool { return s.class != numberLabel })
	var own, common []reply
	for _, s := range judge {
		if in.said(people, s) {
			common = append(common, s)
		} else {
			own = append(own, s)
		}
	}
	if !words || len(own) == 0 || len(common) == 0 || len(in.labels[0].order) > 0 {
		return nil
	}
	for _, s := range own {
		r.Own = append(r.Own, s.text)
		r.OfOwn += len(s.rows)
	}
	if len(people) != 2 || !in.options.PairsAlone {
		return nil
	}
	return study.Faultf(OwnLabels, "%s says %v to %s, and no person does: it may be no answer, next to %v",
		visible.Text(r.Judge), r.Own, visible.Count(r.OfOwn, "item"), []string{people[0].text, people[1].text}).
		AtLine(own[0].line).InColumn(in.labels[0].name).FixedBy(study.Leave("without them", r.Own...),
		study.AsIs("each label as a category"))
}
