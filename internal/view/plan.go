package view

import (
	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/say"
)

// plan is the layout of all plans: each table has designs for lines and their measures for columns.
func plan() View {
	every := func(_ Scope, r *answer.Row) (answer.Key, bool) { return r.Key, true }
	labels := Col{Q: "items", Head: "labels\nper item", Made: func(s say.Scope) document.Cell {
		return document.Count(s.At.K)
	}}
	design := Col{Q: "dependability", Head: "design", Made: func(s say.Scope) document.Cell {
		return document.Text(s.At.Design)
	}}
	measures := []Col{design, {Q: "items"}, {Q: "labelers", Head: "people", Priority: document.Useful},
		{Q: "icc_k", As: answer.Alone, Head: "reliability\nof a mean", Decimals: 2},
		{Q: "generalizability", Decimals: 2}, {Q: "dependability", Decimals: 2},
		{Q: "mean_se", Priority: document.Spare, Made: func(s say.Scope) document.Cell {
			se := s.Value("mean_se", s.At) // which says how many decimals are worth printing
			return document.Number{Value: se, SD: se}
		}}, {Q: "icc_se", Priority: document.Spare, Decimals: 3}}
	bought := Col{Q: "items", Head: "cost,\nlabels", Made: func(s say.Scope) document.Cell {
		return document.Exact(s.Value("budget", answer.Key{Group: s.At.Group}))
	}}
	differences := func(top bool) Table {
		return Table{Name: "closer", Caption: "Which is closer to {reference}?", Top: top, Rest: more, Spare: true,
			Lines: each("choice", "{of}, {against}", func(_ Scope, r *answer.Row) (answer.Key, bool) {
				return r.Key, r.Against != ""
			}), Cols: []Col{{Q: "power", Head: "labels\nper item", Made: labels.Made},
				{Q: "power", Head: "items", Made: func(s say.Scope) document.Cell {
					return document.Count(int(s.Value("items", answer.Key{K: s.At.K})))
				}}, {Q: "rho_difference_se", Priority: document.Spare, Decimals: 3},
				{Q: "power", Head: "probability\nthat it shows", Decimals: 1},
				{Q: "items_needed", Head: "items that show\nit with {assurance}", Priority: document.Useful}},
			Notes: func(s Scope) []string {
				return []string{Scope{Scope: say.Scope{Answer: s.Answer}}.fill("A cost of {budget:label} for all " +
					"groups.")}
			}}
	}
	designs := []Col{{Q: "items_needed"}, {Q: "items_enough", Priority: document.Spare},
		{Q: "items_needed", At: answer.Key{Design: answer.Stratified}, Head: "by the\njudge's label"},
		{Q: "items_needed", At: answer.Key{Design: answer.WithoutJudge}, Head: "without\nthe judge"},
		{Q: "labels", Priority: document.Useful}, {Q: "cost"},
		{Q: "items", Head: "items for\n{budget}", Priority: document.Useful},
		{Q: "power", Priority: document.Useful}, {Q: "choice"}}
	grid := func(name, caption string, decimals int) Table {
		lines := each(name, "{design}", func(s Scope, r *answer.Row) (answer.Key, bool) {
			return answer.Key{Design: r.Design}, r.Design != "" && (name == "power") == (s.Set["within"] == "")
		})
		return Table{Name: "grid", Caption: caption, Lines: func(s Scope, cols []Col) []Line {
			all := lines(s, cols)
			for i := range all {
				all[i].Q = name
			}
			if all != nil {
				all = append(all, Line{Name: "items for " + say.PlanWanted(s.Scope), Q: "items_needed"},
					Line{Name: "labels for it", Q: "labels"})
			}
			return all
		}, Cols: []Col{{As: answer.Alone, Head: "{k}\nlabelers", Decimals: decimals,
			Spread: func(at answer.Key) answer.Key { return answer.Key{K: at.K} }}}}
	}
	return View{
		Title: "Plan", Foot: say.PlanFoot,
		First: []Block{
			Table{Name: "labels", Caption: "Labels an item needs", Lines: each("labels_needed", "{group}",
				func(s Scope, r *answer.Row) (answer.Key, bool) { return r.Key, r.Design == say.Target(s.Scope) }),
				Cols: []Col{{Q: "labels_needed", Head: "for a mean of\n{design}",
					Spread: func(at answer.Key) answer.Key {
						return answer.Key{Design: at.Design}
					}}, {Q: "labels_enough", Head: "enough for {target}\nwith {assurance}",
					Priority: document.Useful}}},
			Table{Name: "best", Caption: "Best at the same cost", Spare: true, Lines: each("choice", "{group}",
				func(s Scope, r *answer.Row) (answer.Key, bool) {
					return r.Key, r.Against == "" && s.Set["plan"] == "reliability"
				}), Cols: append([]Col{bought, labels}, measures...)},
			differences(true),
			Table{Name: "designs", Caption: "Labels per item", Lines: designsOf, Cols: designs,
				If: func(s Scope) bool { return s.Set["plan"] != "study" }},
			grid("half_width", "Margin (±), by labelers per item", 2),
			grid("power", "Probability that it is beyond {target}", -1),
			Table{Name: "strata", Caption: "Judge's label", Lines: each("labelled", "{of}", every), Cols: []Col{
				{Q: "items"}, {Q: "labelled"}, {Q: "weight", Priority: document.Useful, Decimals: 1}}},
			Func(scale), Notes{}, Checks{},
		},
		More: []Section{
			{ID: "needed", Title: "Labels an item needs", Blocks: []Block{Table{Name: "needed",
				Caption: "Labels an item needs", Lines: Named("[{part}: ]{design}"), Cols: []Col{{Q: "labels_needed"},
					{Q: "labels_enough"}}}}},
			{ID: "curve", Title: "Reliability of k labels", Blocks: []Block{Table{Name: "curve",
				Caption: "Reliability of k labels", Lines: Named("{k}"), Cols: []Col{{Q: "icc_k", Across: true,
					Decimals: 2}}}}},
			{ID: "spending-{#}", Title: "What a cost buys[, {part}]", Each: true, Blocks: []Block{Table{
				Name: "spending-{#}", Caption: "{group}, labels/item at a cost of {budget:label}",
				Lines: each("mean_se", "{k}", func(s Scope, r *answer.Row) (answer.Key, bool) {
					d := s.Get("dependability", r.Key)
					return r.Key, d == nil || d.Method != ""
				}), Cols: append(measures[:len(measures):len(measures)], Col{Q: "choice"})}}},
			{ID: "agreement", Title: "Precision of the agreement with the reference",
				Blocks: []Block{Table{Name: "rho-se",
					Caption: "SE of ρ with {reference}, labels/item in each group", Lines: each("rho_se", "{k}",
						func(_ Scope, r *answer.Row) (answer.Key, bool) { return answer.Key{K: r.K}, true }),
					Cols: []Col{{Q: "items"}, {Q: "rho_se", Head: "{of}", Spread: func(at answer.Key) answer.Key {
						return answer.Key{Of: at.Of, Against: at.Against}
					}}}, Notes: func(s Scope) []string {
						return []string{s.fill("A cost of {budget:label}, if all groups label the same items.")}
					}}}},
			{ID: "differences", Title: "Which is closer to the reference", Blocks: []Block{differences(false)}},
			{ID: "designs", Title: "All designs", Blocks: []Block{Table{Name: "all-designs", Caption: "Labels per item",
				Lines: designsOf, Cols: designs}}},
		},
	}
}

// each has a line for each key that a function makes of rows of a quantity, named by a text of [say.Scope.Fill].
func each(name, text string, of func(Scope, *answer.Row) (answer.Key, bool)) Lines {
	return func(s Scope, _ []Col) []Line {
		var all []Line
		seen := map[answer.Key]bool{}
		for _, r := range s.Of(name) {
			at, kept := of(s, r)
			if !kept || seen[at] || !r.In(s.At) {
				continue
			}
			seen[at] = true
			l := Line{Name: (say.Scope{Answer: s.Answer, At: at}).Fill(text), Key: at}
			if s.First {
				l.Name = document.Clip(l.Name)
			}
			all = append(all, l)
		}
		return all
	}
}

// FewDesigns is how many designs a first screen has.
const FewDesigns = 5

// designsOf has the designs by labels of an item, on a first screen those around the cheapest. Other sections have them
// if the first screen has not.
func designsOf(s Scope, cols []Col) []Line {
	all := each("items_needed", "{k}", func(_ Scope, r *answer.Row) (answer.Key, bool) {
		return r.Key, r.Design == "" && r.Against == ""
	})(s, cols)
	if len(all) <= FewDesigns && !s.First {
		return nil
	}
	if len(all) <= FewDesigns || !s.First {
		return all
	}
	at := 0
	for i, l := range all {
		if s.Get("choice", l.Key) != nil {
			at = i
		}
	}
	from := min(max(0, at-FewDesigns/2), len(all)-FewDesigns)
	return all[from : from+FewDesigns]
}
