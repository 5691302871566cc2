package result

// resampledOf returns the things that most intervals of coefficients treat as drawn at random; "" if there are no
// intervals.
func resampledOf(agreement []Agreement) string {
	best, most := "", 0
	for _, what := range []string{ResampledBoth, ResampledItems, ResampledLabelers, ResampledClustersBoth,
		ResampledClusters} {
		n := 0
		for _, a := range agreement {
			if a.Resampled == what && a.Method != "f" {
				n++
			}
		}
		if n > most {
			best, most = what, n
		}
	}
	return best
}

// kindOf returns how intervals of coefficients were made: "jackknife", "bootstrap" or "none".
func kindOf(agreement []Agreement) string {
	kind := "none"
	for _, a := range agreement {
		switch a.Method {
		case "jackknife":
			return "jackknife"
		case "percentile", "bca":
			kind = "bootstrap"
		}
	}
	return kind
}

// Coefficients heads a column of intervals of coefficients: "95% CI (items, labelers)".
func (i Intervals) Coefficients() string {
	name := i.Name("CI")
	switch i.Resampled {
	case ResampledBoth:
		return name + " (items, labelers)"
	case ResampledClustersBoth:
		return name + " (clusters, labelers)"
	case "":
		return name
	}
	return name + " (" + i.Resampled + ")"
}

// ByF says that an interval is between limits of the F distribution.
const ByF = "F limits"

// How says how the interval of a coefficient was made and what it holds fixed.
func (a Agreement) How() string {
	switch both := a.Resampled == ResampledBoth || a.Resampled == ResampledClustersBoth; {
	case a.Method == "f":
		return ByF
	case both && a.Fixed != "":
		return "some labelers as given"
	}
	method := map[string]string{"percentile": "percentile bootstrap", "bca": "BCa bootstrap"}[a.Method]
	if a.Method == "jackknife" {
		method = a.Method
	}
	switch a.Resampled {
	case ResampledItems:
		return method + " over items, with the labelers fixed"
	case ResampledClusters:
		return method + " over clusters of items, with the labelers fixed"
	case ResampledLabelers:
		return method + " over labelers, with the items fixed"
	}
	items := "items"
	if a.Resampled == ResampledClustersBoth {
		items = "clusters of items"
	}
	if method == "jackknife" {
		return "two-way jackknife, " + items + " and labelers deleted in turn"
	}
	return method + " over " + items + " and labelers"
}
