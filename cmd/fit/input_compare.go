package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// compareFlags say that rows compare two candidates.
type compareFlags struct {
	pair []string
	// names says that labels are the names of winners. The command must know categories without order.
	names bool
	// wanted says that the command is about comparisons, so that it need not mention that the rows are some.
	wanted bool
}

func (cp *compareFlags) register(fs *pflag.FlagSet) {
	fs.StringSliceVar(&cp.pair, "pair", nil,
		"two `columns` of candidates, of which the label says who won: model_a,model_b (default: found)")
}

// apply adds them to the options of reading.
func (cp *compareFlags) apply(o *read.Options) error {
	o.Pair, o.PairNames = cp.pair, cp.names
	if len(cp.pair) > 0 && (len(cp.pair) != 2 || slices.Contains(cp.pair, "") || cp.pair[0] == cp.pair[1]) {
		return usage("--pair: name the two columns of candidates, as in --pair model_a,model_b")
	}
	if len(cp.pair) > 0 && len(o.Order) > 0 {
		return usage("--pair and --order: labels of comparisons are first, tie and second, in that order")
	}
	return nil
}

// sayRecognised says which of several sheets is read, in which encoding, and which layout was recognised, unless flags
// asked for them.
func sayRecognised(t *study.Table, news io.Writer) {
	if s := t.Source(); s.SheetFound {
		tell(news, fmt.Sprintf("Sheet: %s. Not read: %s. To read another: --sheet NAME", visible.Name(s.Sheet),
			visible.Names(s.OtherSheets)))
	}
	if encoding := t.Source().Encoding; encoding != "" {
		tell(news, "Encoding: the text is not UTF-8, and is read as "+encoding+". If characters are wrong: "+
			"save the file as UTF-8")
	}
	if what := t.Source().Recognised; what != "" {
		text := "Recognised: " + what + ". If this is wrong: --as-is"
		if t.Source().Layout == "Pair" {
			text += "; to rank the candidates: fit rank " + quoting.Shell(t.Source().File)
		}
		tell(news, text)
	}
}
