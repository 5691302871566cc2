package quantity

// next has the quantities of further labels, of a group, of an item, or of all.
func next() []Entry {
	return []Entry{
		{Name: "budget", Head: "budget", Unit: Exact},
		{Name: "spent", Head: "cost", Unit: Exact, What: "of the labels"},
		{Name: "most_labels", Head: "most labels", Unit: Count, What: "further labels of an item that were considered"},
		{Name: "new_items", Head: "new items", Unit: Count, What: "without a label"},
		{Name: "label_cost", Head: "cost of one", Unit: Exact, What: "label by the group"},
		{Name: "group_labels", Head: "labels", Unit: Count, What: "further labels by the group"},
		{Name: "group_items", Head: "items", Unit: Count, What: "that get labels by the group"},
		{Name: "items_with", Head: "items", Unit: Count, What: "that get k labels"},
		{Name: "more_labels", Head: "labels", Unit: Count, What: "further labels of the item"},
		{Name: "gain", Head: "gain", What: "fewer wrong labels, or less variance of the score, that is expected"},
		{Name: "wrong_now", Head: "wrong now", Unit: Share, Digits: 2, What: "probability that the label is not the " +
			"one of unlimited people"},
		{Name: "wrong_after", Head: "expected\nafter", Unit: Share, Digits: 2},
		{Name: "wrong_evenly", Head: "spread evenly", Unit: Share, Digits: 2},
		{Name: "error_now", Head: "error now", Unit: Label, What: "posterior standard deviation of the score, over " +
			"items the root mean square"},
		{Name: "error_after", Head: "expected\nafter", Unit: Label},
		{Name: "error_evenly", Head: "spread evenly", Unit: Label},
	}
}
