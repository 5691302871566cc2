package view

import (
	"concord/internal/answer"
	"concord/internal/say"
)

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
