package study

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// large is a study of 400 items by 30 people with five labels each, and a small one of twelve of the items.
func large(t *testing.T) *Table {
	rng := rand.New(rand.NewPCG(1, 4))
	b := Builder{Kind: Binary}
	for i := range 400 {
		for _, l := range rng.Perm(30)[:5] {
			b.Add(fmt.Sprint("i", i), fmt.Sprint("l", l), "large", float64(rng.IntN(2)))
		}
		if i%40 < 1 {
			b.Add(fmt.Sprint("i", i), "expert", "small", float64(rng.IntN(2)))
			b.Add(fmt.Sprint("i", i), "other", "small", float64(rng.IntN(2)))
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	return table
}

// A sample has the labels at its places, all or none of each item or labeler, and the whole of a small study. Each
// study passes its share by less than what is drawn last has, and by items of the others.
func TestSampleKeepsItemsAndLabelersWhole(t *testing.T) {
	all := large(t)
	for _, by := range []string{ItemFactor, LabelerFactor} {
		part, places := all.Sample(by, 600, 7)
		require.Equal(t, len(places), part.Len(), by)
		name := func(of *Table, n int) string {
			if by == LabelerFactor {
				return of.labelers[of.labeler[n]]
			}
			return of.items[of.item[n]]
		}
		kept, whole := map[string]int{}, map[string]int{}
		for n, place := range places {
			require.Equal(t, all.value[place], part.value[n])
			require.Equal(t, name(all, int(place)), name(part, n))
			kept[name(part, n)]++
		}
		for n := range all.Len() {
			whole[name(all, n)]++
		}
		most := 0
		for u, many := range kept {
			assert.Equal(t, whole[u], many, "%s %s", by, u)
			most = max(most, many)
		}
		assert.Equal(t, 20, part.StudyAt(1).Len(), by)
		drawn := part.StudyAt(0).Len()
		assert.GreaterOrEqual(t, drawn, 300)
		assert.Less(t, drawn, 300+most+50, by)
		again, _ := all.Sample(by, 600, 7)
		assert.Equal(t, part.item, again.item)
		other, _ := all.Sample(by, 600, 8)
		assert.NotEqual(t, part.items, other.items)
	}
}

func TestSampleOfFewIsTheTable(t *testing.T) {
	all := large(t)
	part, places := all.Sample(ItemFactor, all.Len(), 1)
	assert.Same(t, all, part)
	assert.Nil(t, places)
}

// Each item is as likely to be drawn as any other, whatever its labels.
func TestSampleDrawsAtRandom(t *testing.T) {
	all, often := large(t), map[string]int{}
	const many = 2000
	for seed := range uint64(many) {
		part, _ := all.Sample(ItemFactor, 600, seed)
		for _, name := range part.Items() {
			often[name]++
		}
	}
	// The ten items of the small study are always drawn, and others if they are among the first 60.
	for i := range 400 {
		n := often[fmt.Sprint("i", i)]
		if i%40 == 0 {
			assert.Equal(t, many, n)
			continue
		}
		assert.InDelta(t, many*60.0/400, float64(n), 5*16, i)
	}
}
