package simulate

import "math/rand/v2"

// deal gives each of the hands `each` different cards of 0 … cards−1, so that over all hands no card is dealt two
// times more often than another. It needs each ≤ cards.
func deal(rng *rand.Rand, hands, cards, each int) [][]int32 {
	deck := shuffled(rng, cards)
	next := 0
	dealt := make([][]int32, hands)
	for h := range dealt {
		hand := make([]int32, 0, each)
		held := make(map[int32]bool, each)
		for len(hand) < each {
			if next == len(deck) {
				// The cards that this hand already holds go to the end of the new deck, so that the hand meets the
				// cards that it can still take first.
				deck, next = heldLast(shuffled(rng, cards), held), 0
			}
			hand = append(hand, deck[next])
			held[deck[next]] = true
			next++
		}
		dealt[h] = hand
	}
	return dealt
}

// heldLast moves the held cards to the end of the deck and keeps the order otherwise.
func heldLast(deck []int32, held map[int32]bool) []int32 {
	ordered := make([]int32, 0, len(deck))
	for _, want := range []bool{false, true} {
		for _, card := range deck {
			if held[card] == want {
				ordered = append(ordered, card)
			}
		}
	}
	return ordered
}

func shuffled(rng *rand.Rand, n int) []int32 {
	deck := make([]int32, n)
	for i := range deck {
		deck[i] = int32(i)
	}
	rng.Shuffle(n, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	return deck
}

// choose returns m of 0 … n−1 in ascending order.
func choose(rng *rand.Rand, n, m int) []int32 {
	chosen := make([]bool, n)
	for _, i := range shuffled(rng, n)[:m] {
		chosen[i] = true
	}
	var out []int32
	for i, c := range chosen {
		if c {
			out = append(out, int32(i))
		}
	}
	return out
}
