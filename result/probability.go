package result

// AsProbability prints a probability that was counted in draws: three decimals, or that it is below 0.001 or above
// 0.999 if three decimals would print 0 or 1, which draws cannot tell from almost 0 and almost 1. A dash stands for
// none.
func (n Number) AsProbability() string {
	switch text := n.fixed(3); text {
	case "0.000":
		return "< 0.001"
	case "1.000":
		return "> 0.999"
	default:
		return text
	}
}
