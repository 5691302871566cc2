package answers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"concord/internal/ask"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/model"
	"concord/model/spec"
	"concord/pairs"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// AreComparisons reports whether rows of a table, which was read with [read.Options.Candidates], compare two
// candidates.
func AreComparisons(t *study.Table) bool { return t.Source().Layout == "Pair" }

// madeOfComparisons is the number of factors that the reader makes of comparisons, behind all others.
const madeOfComparisons = 4

// Comparisons returns the factors that the reader made of comparisons.
func Comparisons(t *study.Table) pairs.Columns {
	factors := t.Source().Columns.Factors
	last := factors[len(factors)-madeOfComparisons:]
	return pairs.Columns{Prompt: last[0].Name, A: last[1].Name, B: last[2].Name, Place: last[3].Name}
}

// RankingData describes a table of comparisons. Warnings about names and columns concern a ranking, and warnings about
// who compared what do not.
func RankingData(file string, t *study.Table, worded func(study.Warning) string) result.Data {
	data := result.NewData(file, t, spec.NoLabelers, func(w study.Warning) string {
		switch w.Code {
		case study.SimilarNames, study.OverlookedColumn, study.ManyStudies:
			return worded(w)
		}
		return ""
	})
	data.DefaultKind, data.Cautions = nil, nil
	made := len(data.Factors) - madeOfComparisons
	data.Factors = data.Factors[:made:made]
	data.UnusedColumns = slices.DeleteFunc(data.UnusedColumns,
		func(name string) bool { return name == read.PairColumn })
	return data
}

// Rank ranks the candidates of a study.
func Rank(
	ctx context.Context, v study.View, columns pairs.Columns, settings sampler.Settings, words model.Wording,
) (ask.RankFit, error) {
	d := pairs.Of(v, columns)
	f := ask.RankFit{Study: v.Name(), Settings: settings, Words: words}
	f.Settings.Progress, f.Settings.Share = nil, nil
	begin := time.Now()
	fit, err := pairs.Sample(ctx, d, settings)
	switch {
	case errors.Is(err, pairs.ErrApart):
		return f, &ApartError{Study: v.Name(), Sets: setsOf(d)}
	case errors.Is(err, pairs.ErrFewCandidates):
		return f, &FewCandidatesError{v.Name()}
	}
	f.Fit, f.Sampling = fit, time.Since(begin)
	return f, err
}

// LabelersOf counts the labelers of a study.
func LabelersOf(v study.View) int {
	seen := map[int32]bool{}
	for _, l := range v.Labeler() {
		seen[l] = true
	}
	return len(seen)
}

// ApartError says that no comparisons connect some sets of candidates.
type ApartError struct {
	Study string
	Sets  []string // the candidates of each, as readers see them
}

// Error implements error.
func (e *ApartError) Error() string {
	return fmt.Sprintf("group %s: no comparisons connect %d sets of candidates, so that nothing says which set is "+
		"better: %s", visible.Quote(e.Study), len(e.Sets), strings.Join(e.Sets[:min(4, len(e.Sets))], " | "))
}

// setsOf names the candidates of each set that comparisons connect.
func setsOf(d *pairs.Data) []string {
	const most = 3
	var sets []string
	for _, island := range d.Islands() {
		var names []string
		for _, c := range island {
			names = append(names, visible.Quote(d.Candidates[c]))
		}
		if len(names) > most+1 {
			names = append(slices.Clip(names[:most]), fmt.Sprintf("%d more", len(names)-most))
		}
		sets = append(sets, strings.Join(names, ", "))
	}
	return sets
}

// FewCandidatesError says that a group has no two candidates.
type FewCandidatesError struct{ Study string }

// Error implements error.
func (e *FewCandidatesError) Error() string {
	return fmt.Sprintf("group %s has no two candidates", visible.Quote(e.Study))
}
