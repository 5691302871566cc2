package simulate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"concord/study"
)

// WithFactor returns the design with one more factor. Each label gets one of its levels at random, called 1, 2, …. The
// factors of a design that were added with one seed are independent.
func (design Design) WithFactor(name string, levels int, seed uint64) (Design, error) {
	f, err := design.factor(name, levels)
	if err != nil {
		return design, err
	}
	stream := uint64(len(design.Factors) + 29)
	rng := rand.New(rand.NewPCG(seed, stream))
	for n := range f.Index {
		f.Index[n] = int32(rng.IntN(levels))
	}
	design.Factors = append(slices.Clip(design.Factors), f)
	return design, nil
}

// WithClusters returns the design with one more factor in which items are nested, as lesions are in patients. Clusters
// are called 1, 2, …. They have equal numbers of items, give or take one, and neighbouring items are in one cluster.
func (design Design) WithClusters(name string, clusters int) (Design, error) {
	f, err := design.factor(name, clusters)
	switch {
	case err != nil:
		return design, err
	case clusters > len(design.Items):
		return design, fmt.Errorf("%d clusters are more than the %d items", clusters, len(design.Items))
	}
	for n, item := range design.Item {
		f.Index[n] = int32(int(item) * clusters / len(design.Items))
	}
	design.Factors = append(slices.Clip(design.Factors), f)
	return design, nil
}

// factor returns a further factor whose levels are called 1, 2, …; all labels are of the first.
func (design Design) factor(name string, levels int) (f study.Factor, err error) {
	taken := slices.ContainsFunc(design.Factors, func(f study.Factor) bool { return f.Name == name })
	switch {
	case levels < 1:
		return f, fmt.Errorf("factor %q has %d levels: it needs at least one", name, levels)
	case name == "" || study.IsPart(name) || taken:
		return f, fmt.Errorf("a factor cannot be called %q: each label has such a part already", name)
	}
	f = study.Factor{Name: name, Index: make([]int32, len(design.Study))}
	for l := range levels {
		f.Levels = append(f.Levels, strconv.Itoa(l+1))
	}
	return f, nil
}

// Again returns the design in which each label is given times times, by the same labeler to the same item. Factors that
// are added afterwards may distinguish the labels.
func (design Design) Again(times int) (Design, error) {
	if times < 1 {
		return design, fmt.Errorf("a label is given %d times: the number must be at least 1", times)
	}
	if times == 1 {
		return design, nil
	}
	if design.Labeler == nil {
		return design, fmt.Errorf("a label is given %d times, but the design names no labelers", times)
	}
	design.Study, design.Item = slices.Repeat(design.Study, times), slices.Repeat(design.Item, times)
	design.Labeler = slices.Repeat(design.Labeler, times)
	design.Factors = slices.Clone(design.Factors)
	for k := range design.Factors {
		design.Factors[k].Index = slices.Repeat(design.Factors[k].Index, times)
	}
	return design, nil
}
