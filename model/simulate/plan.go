package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"concord/model/spec"
)

// Plan describes a design to be generated: everyone labels about as much as the others of the study, nobody labels an
// item twice, and who labels what is otherwise random.
type Plan struct {
	// Items is the number of items over all studies.
	Items int
	// Studies describes each study.
	Studies []StudyPlan
	// Labelers says who labels. Nested studies have separate people, Shared studies draw on one pool of people, and
	// with NoLabelers labels name nobody. AutoLabelers is Nested.
	Labelers spec.LabelerEffects
}

// StudyPlan describes the design of one study. Exactly one of LabelsPerItem and LabelsPerLabeler is positive.
type StudyPlan struct {
	Name string
	// Labelers is the number of people in the study. It is not used with NoLabelers.
	Labelers int
	// LabelsPerItem is how many people label each item.
	LabelsPerItem int
	// LabelsPerLabeler is how many items each person labels.
	LabelsPerLabeler int
	// Missing is the share of the items that the study leaves out, 0 ≤ Missing < 1.
	Missing float64
}

// Generate returns a design made to the plan, the same for the same seed.
func (plan Plan) Generate(seed uint64) (Design, error) {
	if err := plan.validate(); err != nil {
		return Design{}, err
	}
	rng := rand.New(rand.NewPCG(seed, designStream))
	d := Design{Items: numbered("item", plan.Items)}
	people := 0 // the labelers of all studies before this one, if nested
	pool := 0
	for s, sp := range plan.Studies {
		d.Studies = append(d.Studies, sp.Name)
		items := choose(rng, plan.Items, plan.Items-int(math.Round(sp.Missing*float64(plan.Items))))
		pairs := plan.pairs(rng, sp, len(items))
		for _, pair := range pairs {
			d.Study = append(d.Study, int32(s))
			d.Item = append(d.Item, items[pair.item])
			if plan.Labelers != spec.NoLabelers {
				d.Labeler = append(d.Labeler, int32(people)+pair.labeler)
			}
		}
		pool = max(pool, people+sp.Labelers)
		if plan.Labelers != spec.Shared {
			people += sp.Labelers
		}
	}
	if plan.Labelers != spec.NoLabelers {
		d.Labelers = numbered("labeler", pool)
	}
	return d, nil
}

func (plan Plan) validate() error {
	if plan.Items < 1 {
		return fmt.Errorf("a design needs at least one item, not %d", plan.Items)
	}
	if len(plan.Studies) == 0 {
		return fmt.Errorf("a design needs at least one group")
	}
	seen := map[string]bool{}
	for s, sp := range plan.Studies {
		if seen[sp.Name] || sp.Name == "" {
			return fmt.Errorf("group %d is named %q: each group needs a different name", s+1, sp.Name)
		}
		seen[sp.Name] = true
		if err := plan.validateStudy(sp); err != nil {
			return fmt.Errorf("group %s: %w", sp.Name, err)
		}
	}
	return nil
}

func (plan Plan) validateStudy(sp StudyPlan) error {
	if !(sp.Missing >= 0 && sp.Missing < 1) {
		return fmt.Errorf("a share of %v of the items missing: it must be at least 0 and less than 1", sp.Missing)
	}
	items := plan.Items - int(math.Round(sp.Missing*float64(plan.Items)))
	switch named := plan.Labelers != spec.NoLabelers; {
	case items < 1:
		return fmt.Errorf("a share of %v missing leaves none of %d items", sp.Missing, plan.Items)
	case named && sp.Labelers < 1:
		return fmt.Errorf("%d labelers: a group needs at least one", sp.Labelers)
	case sp.LabelsPerItem < 0 || sp.LabelsPerLabeler < 0 || (sp.LabelsPerItem > 0) == (sp.LabelsPerLabeler > 0):
		return fmt.Errorf("set either the labels per item or the labels per labeler")
	case !named && sp.LabelsPerLabeler > 0:
		return fmt.Errorf("labels name no labeler: set the labels per item")
	case named && sp.LabelsPerItem > sp.Labelers:
		return fmt.Errorf("%d labels per item need as many labelers, but there are %d", sp.LabelsPerItem, sp.Labelers)
	case sp.LabelsPerLabeler > items:
		return fmt.Errorf("%d labels per labeler need as many items, but there are %d", sp.LabelsPerLabeler, items)
	}
	return nil
}

// itemLabeler is one label to be given: indices within one study.
type itemLabeler struct{ item, labeler int32 }

// pairs deals the labels of one study, in the order of the items.
func (plan Plan) pairs(rng *rand.Rand, sp StudyPlan, items int) []itemLabeler {
	var pairs []itemLabeler
	switch {
	case plan.Labelers == spec.NoLabelers:
		for i := range items {
			for range sp.LabelsPerItem {
				pairs = append(pairs, itemLabeler{item: int32(i)})
			}
		}
	case sp.LabelsPerItem > 0:
		for i, hand := range deal(rng, items, sp.Labelers, sp.LabelsPerItem) {
			for _, l := range hand {
				pairs = append(pairs, itemLabeler{int32(i), l})
			}
		}
	default:
		byItem := make([][]int32, items)
		for l, hand := range deal(rng, sp.Labelers, items, sp.LabelsPerLabeler) {
			for _, i := range hand {
				byItem[i] = append(byItem[i], int32(l))
			}
		}
		for i, labelers := range byItem {
			for _, l := range labelers {
				pairs = append(pairs, itemLabeler{int32(i), l})
			}
		}
	}
	return pairs
}

// numbered returns the names prefix_1 … prefix_n, padded so that they sort.
func numbered(prefix string, n int) []string {
	width := len(fmt.Sprint(n))
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%s_%0*d", prefix, width, i+1)
	}
	return names
}
