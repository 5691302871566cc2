package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"concord/consensus"
	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/result"
	"concord/model"
	"concord/model/spec"
	"concord/study"
)

// hasTables reports whether tables are asked for.
func (tf *work) hasTables() bool { return option.ItemTable.In(tf)+option.LabelerTable.In(tf) != "" }

// eachTable calls f for each of the flags that is set.
func (tf *work) eachTable(f func(flag, path string) error) error {
	for _, t := range []struct{ flag, path string }{{"items", option.ItemTable.In(tf)}, {"labelers",
		option.LabelerTable.In(tf)}} {
		if t.path == "" {
			continue
		}
		if err := f(t.flag, t.path); err != nil {
			return err
		}
	}
	return nil
}

// checkTables checks the flags before any work is done.
func (tf *work) checkTables() error { return tf.eachTable(checkTable) }

// checkTable checks a flag that names the file of a table; "" is none.
func checkTable(flag, path string) error {
	switch extension := strings.ToLower(filepath.Ext(path)); {
	case path == "":
		return nil
	case path != "-" && extension != ".csv" && extension != ".json":
		return usage("--%s %s: the name ends in .csv or .json, which says how the table is written", flag, path)
	}
	return checkFile(flag, path, "table")
}

// writeItems writes some quantities of things, or an answer as JSON, to the file of --out, if there is to be one.
func (tf *work) writeItems(a *answer.Answer) error {
	path := option.TableOut.In(tf)
	if path == "" {
		return nil
	}
	return writeFile(path, func(w io.Writer) error {
		if strings.EqualFold(filepath.Ext(path), ".json") {
			return result.WriteJSON(w, a)
		}
		return a.WriteItems(w, tf.items[0], tf.items[1:]...)
	})
}

// suitsItemShape refuses the table of labelers if items are not normal: what others say of an item is worked out for
// normal items.
func (f *work) suitsItemShape() error {
	if option.ItemsAre.In(f) != spec.NormalItems.String() && option.LabelerTable.In(f) != "" {
		return usage("--labelers %s: the table of labelers is worked out for normal items, not for --items-are %s: "+
			"leave out one of them", option.LabelerTable.In(f), option.ItemsAre.In(f))
	}
	return nil
}

// affordableTables refuses tables that would keep the draws of too many effects.
func (tf *work) affordableTables(table *study.Table, sm *work) error {
	return tf.eachTable(func(flag, _ string) error { return affordable("--"+flag, table, sm) })
}

// mostEffectDraws is the largest number of draws of effects, 8 bytes each, that a flag can ask for.
const mostEffectDraws = 200_000_000

// affordable refuses a flag that would keep the draws of too many effects.
func affordable(flag string, table *study.Table, sm *work) error {
	effects := (len(table.Items()) + 2*len(table.Labelers())) * len(table.Studies())
	draws := option.Draws.In(sm)
	if draws == 0 {
		draws = model.AutoDraws(table.Len())
	}
	if effects*draws*option.Chains.In(sm) <= mostEffectDraws {
		return nil
	}
	return usage("%s keeps the draws of %d effects, which would take more than 1.6 GB: ask for fewer, --draws %d", flag,
		effects, max(100, mostEffectDraws/effects/option.Chains.In(sm)))
}

// consensus returns the fit's knowledge of items and labelers; nil if the fit has no draws of effects, or has
// covariates.
func (f *work) consensus(ctx context.Context, fitted *result.Fit) (*consensus.Consensus, error) {
	wanted := option.HTML.In(f) != ""
	_ = f.eachTable(func(string, string) error { wanted = true; return nil })
	if sp := fitted.Posterior.Spec(); !wanted || !sp.Effects || ctx.Err() != nil {
		return nil, nil
	}
	defer startNotice(f.news(), "Finding the consensus on each item").end()
	c, err := consensus.Of(ctx, fitted.Posterior, option.Interval.In(f))
	if ctx.Err() != nil {
		fitted.Partial = true
		return nil, nil
	}
	return c, err
}

// labelers returns the labelers as the others see them. It returns known labelers if there are some, and nil if the run
// was interrupted or items are not normal.
func (f *work) labelers(
	ctx context.Context, fitted *result.Fit, known *consensus.Consensus,
) ([]consensus.Labeler, error) {
	if known != nil {
		return known.Labelers, nil
	}
	if fitted.Posterior.Spec().Items != spec.NormalItems {
		return nil, nil
	}
	all, err := consensus.LabelersOf(ctx, fitted.Posterior, option.Interval.In(f))
	if ctx.Err() != nil {
		return nil, nil
	}
	return all, err
}

// fillTables adds the tables that are asked for to a result.
func (tf *work) fillTables(r *answer.Answer, fitted result.Fit, c *consensus.Consensus) {
	if c == nil {
		return
	}
	if option.ItemTable.In(tf) != "" {
		r.Append(ask.ItemsOf(c))
	}
	if option.LabelerTable.In(tf) != "" {
		r.Append(ask.LabelersOf(c, fitted.Check))
	}
}

// writeTables writes the tables that are asked for.
func (tf *work) writeTables(fitted result.Fit, known *consensus.Consensus) error {
	return tf.eachTable(func(flag, path string) error {
		a, names := ask.ItemsOf(known), ask.ItemNames()
		if flag == "labelers" {
			a, names = ask.LabelersOf(known, fitted.Check), ask.LabelerNames()
		}
		return writeFile(path, func(w io.Writer) error {
			if strings.EqualFold(filepath.Ext(path), ".json") {
				return result.WriteJSON(w, a.Rows)
			}
			return a.WriteItems(w, strings.TrimSuffix(flag, "s"), names...)
		})
	})
}
