package catalogue

// Today returns the name that a quantity has today, if name is one that it had in earlier versions, and name otherwise.
func Today(name string) string {
	switch name {
	case "sensitivity_sd":
		return DiscriminationSD
	case "sensitivity_rho":
		return DiscriminationRho
	default:
		return name
	}
}
