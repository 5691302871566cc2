package pairs

// Turned is how often labelers gave the same verdict when the same two answers were shown to them in the other order.
type Turned struct {
	// Twice counts two answers that one labeler saw in both orders.
	Twice int
	// Contradicted is the share in which the verdicts name different winners. It is the sum of FirstTwice and
	// SecondTwice: in both orders, the labeler chose the candidate shown first, or second.
	Contradicted, FirstTwice, SecondTwice Share
	// Wavered is the share in which one verdict is a tie and the other is not.
	Wavered Share
	// Again is the share of contradictions if labelers saw two answers again in the same order.
	Again Share
}

// Turned compares the verdicts of each labeler on the same two answers. Comparisons without prompt or labeler do not
// count. If a labeler saw two answers several times, all pairs of these verdicts count, together as one.
func (d *Data) Turned(level float64) Turned {
	type key struct{ labeler, prompt, a, b int32 }
	groups := map[key]int{}
	var order []key
	var verdicts [][2][]float64 // points of A where A was shown first, and second
	for _, c := range d.All {
		if c.Prompt < 0 || c.Labeler < 0 || c.Place == 0 {
			continue
		}
		c = c.inOrder(d.Grades)
		k := key{c.Labeler, c.Prompt, c.A, c.B}
		at, known := groups[k]
		if !known {
			at = len(order)
			groups[k], order, verdicts = at, append(order, k), append(verdicts, [2][]float64{})
		}
		side := 0
		if c.Place < 0 {
			side = 1
		}
		verdicts[at][side] = append(verdicts[at][side], d.Points(c.Grade))
	}
	var contradicted, first, second, wavered, again tallied
	t := Turned{}
	for at, k := range order {
		var sum [4]float64
		n := 0.0
		for _, x := range verdicts[at][0] {
			for _, y := range verdicts[at][1] {
				n++
				switch {
				case x == 1 && y == 0:
					sum[0]++
				case x == 0 && y == 1:
					sum[1]++
				case x != y:
					sum[2]++
				}
			}
		}
		if n > 0 {
			t.Twice++
			contradicted.add(k.prompt, (sum[0]+sum[1])/n)
			first.add(k.prompt, sum[0]/n)
			second.add(k.prompt, sum[1]/n)
			wavered.add(k.prompt, sum[2]/n)
		}
		n = 0
		for _, side := range verdicts[at] {
			for i := range side {
				for _, y := range side[:i] {
					n++
					if side[i]+y == 1 && side[i] != y {
						sum[3]++
					}
				}
			}
		}
		if n > 0 {
			again.add(k.prompt, sum[3]/n)
		}
	}
	t.Contradicted, t.FirstTwice, t.SecondTwice = contradicted.share(level), first.share(level), second.share(level)
	t.Wavered, t.Again = wavered.share(level), again.share(level)
	return t
}
