package quantity

// tasks has what the fits of many tasks say together, of a quantity of the fits, which is the term of the key, and what
// became of the tasks.
func tasks() []Entry {
	return []Entry{
		{Name: "over_middle", Head: "middle", Digits: 2, Event: "P(middle > 0)", What: "in the middle of the tasks"},
		{Name: "over_spread", Head: "spread", Digits: 2, What: "SD of tasks on the scale without bounds"},
		{Name: "over_further", Head: "a further task", Digits: 2, Event: "P(> 0)", What: "in a further task"},
		{Name: "over_task", Head: "given all tasks", Digits: 2, Event: "P(largest)", What: "in a task, given all"},
		{Name: "over_not_converged", Head: "not converged", Unit: Count, What: "tasks that are left out"},
		{Name: "over_not_told", Head: "not told", Unit: Count, What: "tasks that are left out, because their draws " +
			"do not show what the labels say without the prior"},
		{Name: "over_unreached", Head: "unreached", Unit: Count, What: "tasks whose draws hardly reach the values of " +
			"the others"},
		{Name: "over_small", Head: "small", Unit: Count, What: "tasks of numbers whose ρ may come out too large"},
		{Name: "over_untimed", Head: "no times", Unit: Words, What: "tasks that keep others, which are times, from " +
			"having a trend"},
		{Name: "trend", Head: "change along\na line", Digits: 2, Event: "P(rises)", What: "from the first task " +
			"to the last; its events are changed, steady, moved, wandered and differ"},
		{Name: "trend_before", Head: "before", Digits: 2, What: "level before the step, or of the first task"},
		{Name: "trend_after", Head: "after", Digits: 2, What: "level after the step, or of the last task"},
		{Name: "trend_new", Head: "new level\nfrom", Unit: Words, Event: "P(task)", What: "task with which the new " +
			"level began, if there was a step"},
		{Name: "trend_until", Head: "until", Unit: Words, What: "the task before it"},
		{Name: "trend_earliest", Head: "earliest", Unit: Words, What: "task with which the new level began, at the " +
			"earliest, with a probability of 0.9"},
		{Name: "trend_latest", Head: "latest", Unit: Words, What: "the same, at the latest"},
		{Name: "trend_first", Head: "first", Unit: Words, What: "the first task"},
		{Name: "trend_last", Head: "last", Unit: Words, What: "the last task"},
		{Name: "trend_unit", Head: "unit", Unit: Words, What: "unit of the steps between tasks"},
		{Name: "trend_shortest_step", Head: "shortest step", Unit: Exact, What: "between neighbouring tasks"},
		{Name: "trend_longest_step", Head: "longest step", Unit: Exact, What: "between neighbouring tasks"},
		{Name: "confused", Head: "share", Unit: Share, What: "of pairs of labels of an item whose first label is of " +
			"one category and whose second is of the other"},
		{Name: "tasks", Head: "tasks", Unit: Count, What: "of the run"},
		{Name: "tasks_finished", Head: "finished", Unit: Count, What: "tasks with an outcome"},
		{Name: "tasks_earlier", Head: "earlier", Unit: Count, What: "tasks with an outcome before the run"},
		{Name: "tasks_fitted", Head: "fitted", Unit: Count, What: "tasks with estimates"},
		{Name: "tasks_not_converged", Head: "not converged", Unit: Count, What: "tasks of these whose chains have " +
			"not converged"},
		{Name: "tasks_without_fit", Head: "no fit", Unit: Words, What: "first task without a fit for a reason, and " +
			"how many there are"},
	}
}
