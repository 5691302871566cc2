package view

import (
	"cmp"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/say"
)

// consensus is the layout of fit consensus.
func consensus() View {
	words := []Col{{Q: "label", As: answer.Group, Head: "group"}, {Q: "label"}, {Q: "label", As: answer.Chance},
		{Q: "second", Priority: document.Useful},
		{Q: "label", Head: "labels given", Made: given(), Priority: document.Useful},
		{Q: "dawid_skene", Made: dawidSkene, Priority: document.Spare}}
	scores := []Col{{Q: "score", As: answer.Group, Head: "group"}, {Q: "score"},
		{Q: "labels_mean", Priority: document.Useful}, {Q: "score", As: answer.Things, Head: "labels"}}
	return View{
		Title: "Labels of items", Foot: consensusFoot,
		First: []Block{
			Table{Name: "standings", Caption: "Items", Lines: Each(""), Cols: []Col{{Q: "certain"}, {Q: "doubtful"},
				{Q: "too_close"}, {Q: "expected_wrong"}, {Q: "not_majority", Priority: document.Useful},
				{Q: "majority_tied", Priority: document.Spare}, {Q: "not_dawid_skene", Priority: document.Useful}}},
			Table{If: labelled, Name: "doubtful", Caption: "Most doubtful", Lines: doubtful, Cols: words, Top: true},
			Table{If: scored, Name: "doubtful", Caption: "Most doubtful", Lines: doubtful, Cols: scores, Top: true},
			Notes{}, Func(scale), Checks{},
		},
		More: []Section{{ID: "items", Title: "Every item", Blocks: []Block{
			Table{If: labelled, Name: "every-item", Caption: "Item", Lines: Each(""),
				Cols: append(slices.Clip(words), Col{Q: "mode", Priority: document.Spare},
					Col{Q: "differed", Priority: document.Spare})},
			Table{If: scored, Name: "every-item", Caption: "Item", Lines: Each(""), Cols: scores}}}},
	}
}

func labelled(s Scope) bool { return len(s.Of("label")) > 0 }
func scored(s Scope) bool   { return !labelled(s) }

// doubtful has a line for each item, the least probable label or the widest interval first.
func doubtful(s Scope, cols []Col) []Line {
	all := Each("")(s, cols)
	slices.SortStableFunc(all, func(a, b Line) int {
		x, y := s.Get(cols[0].Q, a.Key), s.Get(cols[0].Q, b.Key)
		if labelled(s) {
			return cmp.Compare(1-y.P, 1-x.P)
		}
		return cmp.Compare(y.Upper-y.Lower, x.Upper-x.Lower)
	})
	return all
}

// given counts the labels of an item, in the order of the categories.
func given() func(say.Scope) document.Cell {
	labels := map[int]string{}
	last := 0
	return func(s say.Scope) document.Cell {
		if last == 0 {
			for _, r := range s.Of("given") {
				labels[r.K], last = r.Against, max(last, r.K)
			}
		}
		var t document.Tally
		for k := range last {
			at := s.At
			at.K, at.Against = k+1, labels[k+1]
			if r := s.Get("given", at); r != nil {
				t.Names, t.Counts = append(t.Names, r.Against), append(t.Counts, int(r.Value))
			}
		}
		return t
	}
}

// dawidSkene is the label by Dawid and Skene with its probability, or says that several are tied.
func dawidSkene(s say.Scope) document.Cell {
	switch r := s.Row("dawid_skene"); {
	case r == nil:
		return nil
	case r.N > 1:
		return document.Text("tied")
	default:
		return document.Text(document.Shortened(strings.TrimSpace(r.Said), 16) + " " + document.Chance(r.P))
	}
}

// scale says which kind of labels was chosen.
func scale(s Scope) []document.Part {
	if s.Data.DefaultKind == nil {
		return nil
	}
	return []document.Part{{Shorter: document.LeftOut, List: []document.Entry{{Term: "Scale",
		Text: s.Data.DefaultKind.Text}}}}
}

// consensusFoot defines the probability of a label, or a score.
func consensusFoot(s say.Scope) string {
	if len(s.Of("label")) == 0 {
		return s.Fill("Score: the label to expect from a person drawn at random, with {level}% credible intervals.")
	}
	return "Probability: that unlimited people would " + say.OfUnlimited(s.Data.Kind) + "; certain: 95% or more. " +
		"Too close: another label is at least half as probable."
}

// next is the layout of fit next.
func next() View {
	items := func(name string) Table {
		return Table{Name: name, Caption: "Best value first", Top: true, Lines: Each(""),
			Cols: []Col{{Q: "more_labels"},
				{Q: "more_labels", As: answer.Group, Head: "by"}, {Q: "wrong_now|error_now"},
				{Q: "wrong_after|error_after"}}}
	}
	return View{
		Title: "Next labels", Foot: nextFoot,
		First: []Block{
			Table{If: several, Name: "groups", Caption: "Labels by", Lines: Each(""),
				Cols: []Col{{Q: "label_cost"}, {Q: "group_labels"}, {Q: "group_items"}, {Q: "spent"}}},
			items("next"), Notes{}, Checks{},
		},
		More: []Section{{ID: "items", Title: "Items that get labels", Blocks: []Block{items("all-next")}}},
	}
}

// nextFoot says what is wrong, and whose labels are expected.
func nextFoot(s say.Scope) string {
	const by = " New labels come from people picked at random."
	switch {
	case s.Set["goal"] == "estimate":
		return "Error: the posterior standard deviation of an item's score, root mean square over items." + by
	case s.Data.Kind == "ordinal":
		return "Wrong: the label is not the median of unlimited people." + by
	}
	return "Wrong: the label is not the one that unlimited people would give most often." + by
}
