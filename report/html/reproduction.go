package html

import "fmt"

// reproduction says how to get the same numbers again.
func reproduction(r Report) (section, bool) {
	s := section{ID: "reproduction", Title: "How to reproduce"}
	if r.Command != "" {
		s.Parts = append(s.Parts, part{Code: r.Command})
	}
	facts := []entry{{"File", r.Result.Data.File}}
	if r.Version != "" {
		facts = append(facts, entry{"Version", r.Version})
	}
	if run := r.Result.Sampler; run != nil {
		facts = append(facts, entry{"Seed", fmt.Sprint(run.Seed)})
		s.Lead = append(s.Lead, "The same file, version and seed give the same draws for any number of cores, on "+
			"processors with the same vector instructions; on others they differ within their Monte Carlo error.")
	}
	s.Parts = append(s.Parts, part{List: facts})
	return s, true
}
