package advice

// Today returns the name that a flag has today, if name is one that it had in earlier versions, and name otherwise.
func Today(name string) string {
	switch name {
	case "sensitivity":
		return "discrimination"
	case "sensitivity-sd":
		return "discrimination-sd"
	default:
		return name
	}
}
