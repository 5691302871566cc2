package main

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// kindsOfItems writes labels of 40 items of two kinds that are far apart, by 12 people of each of two groups. Far
// kinds are found in a tenth of the time that a file takes whose kinds overlap.
func kindsOfItems(t *testing.T) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 1))
	var rows []string
	for i := range 40 {
		z := -2 + 0.7*rng.NormFloat64()
		if i%3 == 0 {
			z += 4
		}
		for _, group := range []string{"crowd", "critics"} {
			of := z + 0.7*rng.NormFloat64()
			for l := range 3 {
				label := of + rng.NormFloat64()
				rows = append(rows, fmt.Sprintf("i%d,%s%d,%s,%.2f", i, group, (2*i+l)%12, group, label))
			}
		}
	}
	return written(t, "item,labeler,study,label", rows)
}
