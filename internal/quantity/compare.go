package quantity

import "slices"

// compare has the quantities of two runs. A number with k = 1 is of the earlier run, with k = 2 of the later one.
func compare() []Entry {
	all := []Entry{
		{Name: "rho_between_runs", Head: "ρ between the runs", Digits: 3,
			What: "correlation of true scores of the same items in the two runs"},
		{Name: "observed_mean", Head: "mean", Unit: Label},
		{Name: "observed_rate", Head: "positive", Unit: Share},
		{Name: "shared_items", Head: "items in both", Unit: Count},
		{Name: "shared_labelers", Head: "people in both", Unit: Count},
		{Name: "repeated_labels", Head: "repeated labels", Unit: Count, What: "of the earlier run in the later file"},
		{Name: "same_people", Head: "people in both", Unit: Count, What: "of the group, one person each to the model"},
		{Name: "person", Head: "person", Unit: Words, What: "new, gone, or in both"},
	}
	for _, name := range []string{"icc", "labeler_icc", "mean", "mean_of_same_people", "rho", "xcc"} {
		i := slices.IndexFunc(fit(), func(e Entry) bool { return e.Name == name })
		e := Entry{Name: name, Head: "mean label", Digits: 3, What: "of the people in both runs"}
		if i < 0 {
			all = append(all, e)
		} else {
			e = fit()[i]
		}
		all = append(all, Entry{Name: name + "_change", Head: e.Head, Digits: 3, Event: "P(rise)",
			What: "the later less the earlier"})
	}
	return all
}
