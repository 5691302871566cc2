package catalogue

// Today returns the present name of a quantity that earlier versions called by the given name. It returns other names
// unchanged.
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
