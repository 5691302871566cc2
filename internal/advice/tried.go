package advice

import (
	"cmp"
	"errors"
	"slices"

	"concord/study"
	"concord/study/read/faults"
)

// Trial is what comes of a command that is tried on the first rows of a file.
type Trial struct {
	Read   bool
	Unused int // columns that it leaves out although they divide the labels
	Fault  error
}

// mostTrials is how many commands are tried for a fault.
const mostTrials = 4

// rank is a fix with what came of its trial.
type rank struct {
	fix        study.Fix
	read, dead bool
	unused     int
}

// names reports whether a fix names all that another one does.
func (r rank) names(o rank) bool {
	var all []string
	for _, s := range r.fix.Set {
		all = append(all, s.Values...)
	}
	for _, s := range o.fix.Set {
		for _, v := range s.Values {
			if !slices.Contains(all, v) {
				return false
			}
		}
	}
	return true
}

// tried puts the fixes first that are read, or that end in a fault with fixes of its own, and among these the ones that
// leave fewer columns out. Those that end where they began, or that name a column for two parts, are left out. Only
// commands change places.
func (c Call) tried(fixes []study.Fix, of error) []study.Fix {
	if c.Try == nil || len(c.Files) == 0 {
		return fixes
	}
	var ranks []rank
	var all []study.Fix
	var at []int // of ranks, among all
	left := mostTrials
	for _, f := range fixes {
		to, ok := c.With(f)
		switch f, fits := c.fitting(f); {
		case !ok || !fits || !changes(f) || f.Instead != "" || left == 0:
			all = append(all, f)
		default:
			left--
			trial := c.Try(to)
			if !trial.Read && endsThere(trial.Fault, of) {
				continue
			}
			dead := !trial.Read && !slices.ContainsFunc(study.FixesOf(trial.Fault), changes)
			ranks, at = append(ranks, rank{f, trial.Read, dead, trial.Unused}), append(at, len(all))
			all = append(all, f)
		}
	}
	slices.SortStableFunc(ranks, func(a, b rank) int {
		switch {
		case a.dead == b.dead:
			return cmp.Compare(a.unused, b.unused)
		case a.dead:
			return 1
		}
		return -1
	})
	// Labels that a labeler gave again do not come before a command that explains them by one more column.
	for k := 1; k < len(ranks); k++ {
		for i := range k {
			if ranks[k].read && !ranks[i].read && ranks[k].names(ranks[i]) {
				ranks = slices.Insert(slices.Delete(slices.Clone(ranks), k, k+1), i, ranks[k])
				break
			}
		}
	}
	for k, i := range at {
		all[i] = ranks[k].fix
	}
	return all
}

// endsThere reports whether the fault of a command is the one that the command was to mend, or names a column for two
// parts.
func endsThere(fault, of error) bool {
	var now, before *study.Error
	if !errors.As(fault, &now) {
		return false
	}
	return now.Code == faults.ColumnTaken || errors.As(of,
		&before) && now.Code == before.Code && now.Found == before.Found
}
