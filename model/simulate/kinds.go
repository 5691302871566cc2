package simulate

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/model/internal/random"
)

// kinds returns the two kinds of items.
func (t Truth) kinds() random.Kinds {
	k := random.Kinds{Share: t.ItemShare}
	for _, p := range t.Studies {
		k.Distance = append(k.Distance, p.ItemGap)
	}
	return k
}

// validateKinds checks items of two kinds. clustered says that items lie in clusters.
func (t Truth) validateKinds(clustered bool) error {
	switch {
	case t.ItemShare == 0:
		return fmt.Errorf("kinds of items lie apart, but no share of the items is of the second kind")
	case !(t.ItemShare > 0 && t.ItemShare < 1):
		return fmt.Errorf("the share of the second kind of items is %v: it must lie between 0 and 1", t.ItemShare)
	case t.ItemDF != 0:
		return fmt.Errorf("items of two kinds are normal within a kind: they cannot have degrees of freedom")
	case !t.Family.LocationScale():
		return fmt.Errorf("the items of %v labels are normal: they cannot be of two kinds", t.Family)
	case clustered:
		return fmt.Errorf("items in clusters are normal: they cannot be of two kinds")
	}
	for s, p := range t.Studies {
		if !finite(p.ItemGap) {
			return fmt.Errorf("group %d: the kinds of items are %v apart", s+1, p.ItemGap)
		}
	}
	if !slices.ContainsFunc(t.Studies, func(p StudyTruth) bool { return p.ItemGap != 0 }) {
		return fmt.Errorf("the two kinds of items are alike: they need a distance")
	}
	_, err := kindRoot(t.kinds(), t.ItemCorrelation)
	return err
}

// kindRoot returns a root of [random.Kinds.Within], or an error if no such kinds have the correlation r of all items.
func kindRoot(kinds random.Kinds, r [][]float64) ([][]float64, error) {
	k := len(kinds.Distance)
	if r == nil {
		r = CommonCorrelation(k, 0)
	}
	if _, err := correlationRoot("items", r, k); err != nil {
		return nil, err
	}
	within := kinds.Within(r)
	sd, cor := make([]float64, k), CommonCorrelation(k, 0)
	for i := range within {
		sd[i] = math.Sqrt(within[i][i])
		for j := range i {
			x := within[i][j] / (sd[i] * sd[j])
			if math.Abs(x) > 1+1e-9 {
				explained := r[i][j] - within[i][j]
				return nil, fmt.Errorf("the kinds of items differ so much in groups %d and %d that the correlation of "+
					"items between these groups must lie between %.2f and %.2f, and it is %v", j+1, i+1,
					explained-sd[i]*sd[j], explained+sd[i]*sd[j], r[i][j])
			}
			x = math.Max(-1, math.Min(1, x))
			cor[i][j], cor[j][i] = x, x
		}
	}
	root, err := correlationRoot("items of one kind", cor, k)
	if err != nil {
		return nil, err
	}
	for i, row := range root {
		floats.Scale(sd[i], row)
	}
	return root, nil
}
