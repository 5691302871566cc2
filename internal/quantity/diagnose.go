package quantity

// diagnose has what shows how far draws can be trusted: of a parameter or a quantity, and of a chain.
func diagnose() []Entry {
	return []Entry{
		{Name: "variable", Head: "mean", What: "mean of the draws of a parameter or a quantity"},
		{Name: "divergences", Head: "divergences", Unit: Count, What: "trajectories of a chain that went astray"},
		{Name: "ebfmi", Head: "E-BFMI", Digits: 3, What: "how quickly the chain moves between energies"},
		{Name: "accept_stat", Head: "acceptance", Digits: 4, What: "mean probability of acceptance"},
		{Name: "step_size", Head: "step\nsize", Digits: 4, What: "mean size of a step"},
		{Name: "tree_depth", Head: "tree\ndepth", Digits: 2, What: "mean depth of a trajectory"},
		{Name: "leapfrogs", Head: "steps", Digits: 2, What: "mean number of steps of a trajectory"},
		{Name: "max_depth_hits", Head: "cut", Unit: Count, What: "trajectories that were cut at the largest depth"},
		{Name: "log_density", Head: "log\ndensity", Digits: 2, What: "mean log density of the draws"},
	}
}
