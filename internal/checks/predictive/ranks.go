package predictive

import "slices"

// ranks computes the coefficients of ordered categories: as in package nonparam with the ordinal distance, which is the
// squared difference of midranks among the ratings that are compared. They are the coefficients of numeric labels, with
// these ranks in place of the labels.
type ranks struct {
	sums   []*sums     // of ranks, by study
	of     [][]float64 // ranks of the labels, by study
	shared [][][]bool  // study × other study: of each item of the study, whether the other has it too
	count  []float64   // labels of each category, and then its rank
}

// newRanks makes ready for a number of categories; shared is [sharedItems] of the studies.
func newRanks(studies []studyDesign, shared [][][]bool, categories int) *ranks {
	among := &ranks{shared: shared, count: make([]float64, categories)}
	for s := range studies {
		among.sums = append(among.sums, studies[s].newSums())
		among.of = append(among.of, make([]float64, len(studies[s].item)))
	}
	return among
}

// sharedItems says, for each study and each other one, which of its items the other has too, with labels by other
// labelers.
func sharedItems(studies []studyDesign, in [][]*both) [][][]bool {
	all := make([][][]bool, len(studies))
	for a := range studies {
		all[a] = make([][]bool, len(studies))
		for b := range studies {
			all[a][b] = make([]bool, len(studies[a].id))
		}
	}
	for a, own := range studies {
		for b := a; b < len(studies); b++ {
			with := studies[b]
			for j, id := range own.id {
				at, found := slices.BinarySearchFunc(with.order, id, func(at, id int32) int {
					return int(with.id[at]) - int(id)
				})
				if found && (in[a][b] == nil || !in[a][b].alone[j]) {
					all[a][b][j], all[b][a][with.order[at]] = true, true
				}
			}
		}
	}
	return all
}

// alpha is Krippendorff's alpha of labels counted from 1; ranks are among labels of items with several.
func (among *ranks) alpha(study int, labels []float64) float64 {
	sum := among.sums[study]
	clear(among.count)
	for n, j := range sum.item {
		if sum.labels[j] > 1 {
			among.count[int(labels[n])-1]++
		}
	}
	among.rank()
	among.set(study, labels)
	return sum.alpha()
}

// cross returns the terms of κ_x; ranks are among the labels of both studies of the items that both have.
func (among *ranks) cross(a, b int, labels [][]float64, in *both) crossing {
	clear(among.count)
	among.countShared(a, b, labels[a])
	among.countShared(b, a, labels[b])
	among.rank()
	among.set(a, labels[a])
	among.set(b, labels[b])
	return crossKappa(among.sums[a], among.sums[b], in)
}

// countShared counts the labels of a study of items that another has too.
func (among *ranks) countShared(study, other int, labels []float64) {
	shared := among.shared[study][other]
	for n, j := range among.sums[study].item {
		if shared[j] {
			among.count[int(labels[n])-1]++
		}
	}
}

// rank replaces counts by midranks as shares, so that their sizes do not depend on the number of labels.
func (among *ranks) rank() {
	all, below := 0.0, 0.0
	for _, n := range among.count {
		all += n
	}
	for c, n := range among.count {
		among.count[c] = (below + n/2) / max(all, 1)
		below += n
	}
}

// set computes the sums of a study's ranks.
func (among *ranks) set(study int, labels []float64) {
	for n, y := range labels {
		among.of[study][n] = among.count[int(y)-1]
	}
	among.sums[study].add(among.of[study])
}
