package sampler

// lobattoPath replaces dst by a trajectory in panels of up to five steps each, whose
// kicks are at the nodes of a Gauss–Lobatto rule and have its weights.
//
// If the force δ that the exact rotation leaves is
// small, its effect to first order is its integral along the unperturbed path. One kick for each step is a quadrature
// of that integral. Kicks of equal size at equal distances are the trapezoidal rule, with an error of order δ ε². n + 1
// Lobatto nodes integrate polynomials of degree 2n − 1 exactly at the same cost (McLachlan 1995, "Composition methods
// in the presence of small parameters", section 3), and the remaining error is of order δ² ε². Weights are positive and
// the path is symmetric, so that it is still reversible and keeps volume.
func lobattoPath(dst []stage, time float64, steps int) []stage {
	dst = dst[:0]
	if steps == 0 {
		return dst
	}
	most := len(lobatto) - 1
	panels := (steps + most - 1) / most
	rule := lobatto[(steps+panels-1)/panels]
	n := len(rule) - 1
	length := time / float64(panels)
	for range panels {
		for i := range n {
			s := stage{
				before: length * rule[i].weight / 2,
				drift:  length * (rule[i+1].at - rule[i].at),
				after:  length * rule[i+1].weight / 2,
			}
			// Inside a panel a kick is shared by the steps before and after it.
			if i == 0 {
				s.before *= 2
			}
			if i == n-1 {
				s.after *= 2
			}
			dst = append(dst, s)
		}
	}
	return dst
}

// node is a node of a quadrature rule on [0, 1].
type node struct{ at, weight float64 }

// Irrational distances of nodes from the middle, and irrational weights.
const (
	inner3       = 0.2236067977499789638518 // √(1/5) / 2
	inner4       = 0.3273268353539885988646 // √(3/7) / 2
	inner5       = 0.1426157582403225487777 // √((7 − 2√7)/21) / 2
	outer5       = 0.3825276619647323683715 // √((7 + 2√7)/21) / 2
	innerWeight5 = 0.2774291885177431749021 // (14 + √7) / 60
	outerWeight5 = 0.1892374781489234991660 // (14 − √7) / 60
)

// lobatto holds at n the Gauss–Lobatto rule of n + 1 nodes (Abramowitz and Stegun 1964, 25.4.32); for one step it is
// the trapezoidal rule.
var lobatto = [...][]node{
	1: {{0, 1. / 2}, {1, 1. / 2}},
	2: {{0, 1. / 6}, {0.5, 4. / 6}, {1, 1. / 6}},
	3: {{0, 1. / 12}, {0.5 - inner3, 5. / 12}, {0.5 + inner3, 5. / 12}, {1, 1. / 12}},
	4: {{0, 1. / 20}, {0.5 - inner4, 49. / 180}, {0.5, 16. / 45}, {0.5 + inner4, 49. / 180}, {1, 1. / 20}},
	5: {
		{0, 1. / 30}, {0.5 - outer5, outerWeight5}, {0.5 - inner5, innerWeight5},
		{0.5 + inner5, innerWeight5}, {0.5 + outer5, outerWeight5}, {1, 1. / 30},
	},
}
