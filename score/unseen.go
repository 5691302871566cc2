package score

import (
	"fmt"
	"math"
	"slices"

	"concord/study"
)

// unseen returns an error if people labelled no item that a judge called one thing, and too many others for chance:
// they saw what the judge failed, say. Then nothing shows what they would say of the rest.
//
// It compares with independent draws (Poisson sampling: Hájek 1981, Sampling from a Finite Population), within strata
// and by weights if there are some. Such draws leave out all of some items with the probability Π (1 − π).
func (d *Design) unseen() error {
	left := d.leftOut()
	tests := float64(len(d.labels.Judges) * len(d.labels.Systems))
	for j, name := range d.labels.Judges {
		seen := d.seenLevels(d.groups[j])
		for s, system := range d.labels.Systems {
			e := &DataError{Code: UnseenVerdicts, Judge: name}
			if len(d.labels.Systems) > 1 || system != OneSystem {
				e.System = system
			}
			chance, missed := 0.0, map[int]bool{} // the logarithm, and its clusters
			var of, others []float64
			for n, i := range d.labels.Items {
				y := i.Judge[j]
				switch {
				case i.System != s || math.IsNaN(y):
				case seen[d.groups[j].of[n]]:
					others = append(others, y)
				default:
					of = append(of, y)
					if !d.labels.Clustered || !missed[i.Cluster] {
						chance += math.Log(left[n])
						missed[i.Cluster] = true
					}
				}
			}
			if len(of) > 0 && chance+math.Log(tests) < math.Log(study.DependenceLevel) {
				e.Items = len(of)
				e.Labels, _ = d.judged.verdicts(of, j)
				e.Seen, e.Whole = d.judged.verdicts(others, j)
				return e
			}
		}
	}
	return nil
}

// leftOut returns the probability with which each item is left out if as many were drawn for people as they labelled.
// In clusters it is the probability of the cluster.
func (d *Design) leftOut() []float64 {
	type drawn struct{ system, stratum int }
	type unit struct {
		drawn
		cluster int
	}
	of := func(n int) unit {
		i := d.labels.Items[n]
		u := unit{drawn{i.System, i.Stratum}, n}
		if d.labels.Clustered {
			u.cluster = i.Cluster
		}
		return u
	}
	inverse := func(n int) float64 {
		if w := d.labels.Items[n].Weight; w > 0 {
			return 1 / w
		}
		return 1
	}
	counted, labelled := map[unit]bool{}, map[unit]bool{}
	size, draws := map[drawn]float64{}, map[drawn]float64{}
	for n, i := range d.labels.Items {
		u := of(n)
		if !counted[u] {
			counted[u] = true
			size[u.drawn] += inverse(n)
		}
		if len(i.People) > 0 && !labelled[u] {
			labelled[u] = true
			draws[u.drawn]++
		}
	}
	left := make([]float64, len(d.labels.Items))
	for n := range left {
		u := of(n)
		left[n] = math.Max(0, 1-draws[u.drawn]*inverse(n)/size[u.drawn])
	}
	return left
}

// verdicts lists the labels that a judge gave: all, or if there are many, the smallest and the largest.
func (l *Labels) verdicts(said []float64, judge int) (names []string, each bool) {
	const most = 3
	said = slices.Clone(said)
	slices.Sort(said)
	said = slices.Compact(said)
	for _, y := range said {
		switch {
		case !l.otherScale(judge):
			names = append(names, l.spell(y))
		case len(l.Scales[judge]) > 0:
			names = append(names, l.Scales[judge][int(y)])
		default:
			names = append(names, fmt.Sprint(y))
		}
	}
	if len(names) > most && (l.otherScale(judge) || l.Kind != study.Nominal) {
		return []string{names[0] + " to " + names[len(names)-1]}, false
	}
	return names, true
}
