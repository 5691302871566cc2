//go:build long

package study_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/collecttest"
	"concord/study"
)

// TestDependenceRates prints how often each rule is found, and how often a random design is taken for one: the table of
// docs/lab/validation.md.
func TestDependenceRates(t *testing.T) {
	const many = 100
	studies := map[string]collection{
		"binary 300": binaryStudy(300, 30, 9, -0.5, 1.5, 0.7), "binary 100": binaryStudy(100, 12, 9, -0.5, 1.5, 0.7),
		"binary 60": binaryStudy(60, 12, 9, -0.5, 1.5, 0.7), "rare 300": binaryStudy(300, 9, 9, -3.5, 1.5, 1.5),
		"rare 60": binaryStudy(60, 9, 9, -3.5, 1.5, 1.5), "clear 300": binaryStudy(300, 9, 9, 0, 6, 0.3),
		"harsh 4 people": binaryStudy(300, 4, 4, -0.5, 1, 2), "harsh 5 people": binaryStudy(2000, 5, 5, -0.5, 1, 2),
		"harsh 12 people": binaryStudy(1000, 12, 4, -0.5, 1, 2),
		"harsh 20 people": binaryStudy(1000, 20, 4, -0.5, 1, 2),
		"harsh 25 people": binaryStudy(3000, 25, 5, 0, 0.5, 3), "numbers 300": numberStudy(300, 30, 9, 0),
		"careless 300": numberStudy(300, 9, 9, 1), "ordered 300": orderedStudy(300, 30, 9),
		"ordered 60": orderedStudy(60, 9, 9),
	}
	found := func(c collection, places func(seed uint64, all study.Indexed) []int) (n int) {
		for seed := range uint64(many) {
			all := c.all(t, seed+1)
			if study.Dependences(kept(t, all, places(seed, all)))[0].Found() {
				n++
			}
		}
		return n
	}
	designs := slices.Sorted(maps.Keys(random))
	alarms, tried := 0, 0
	for _, name := range slices.Sorted(maps.Keys(studies)) {
		c := studies[name]
		line := fmt.Sprintf("%-16s", name)
		for _, rule := range collecttest.Rules() {
			if c.perItem < rule.Most {
				line += "     "
				continue
			}
			line += fmt.Sprintf(" %4d", found(c, func(_ uint64, all study.Indexed) []int {
				return rule.Collect(all.Item, all.Value, c.of)
			}))
		}
		line += " |"
		for _, d := range designs {
			n := found(c, func(seed uint64, all study.Indexed) []int {
				return random[d](rand.New(rand.NewPCG(seed, 1)), all)
			})
			alarms, tried = alarms+n, tried+many
			line += fmt.Sprintf(" %4d", n)
		}
		fmt.Println(line)
	}
	fmt.Printf("%d of %d random designs are taken for a rule\n", alarms, tried)
	assert.LessOrEqual(t, float64(alarms), study.DependenceLevel*float64(tried))
}
