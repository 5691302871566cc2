package main

import (
	"slices"

	"github.com/spf13/pflag"

	"concord/study/read"
)

// answerFlags name columns that hold an answer to each item, in files with a label in each row.
type answerFlags struct {
	gold   string
	judges []string
	// probability says whether columns of judges are probabilities; nil: the command takes none.
	probability *probabilityFlags
	judged      read.Judged // who they are if they are no columns
}

func (an *answerFlags) registerGold(fs *pflag.FlagSet) {
	fs.StringVar(&an.gold, "gold-column", "",
		"`column` of the right answer to the item of each row, which becomes the gold standard")
}

func (an *answerFlags) registerJudges(fs *pflag.FlagSet) {
	fs.StringSliceVar(&an.judges, "judge-column", nil,
		"`columns` of a judge's answer to the item of each row, which become a judge each")
}

// apply adds them to the options of reading, in which some factors are columns of the item or cut the labels.
func (an *answerFlags) apply(o *read.Options, ofItem []string) error {
	if slices.Contains(an.judges, "") {
		return usage("--judge-column: a name is empty")
	}
	o.GoldColumn, o.JudgeColumns, o.Judged = an.gold, an.judges, an.judged
	if an.gold != "" || len(an.judges) > 0 {
		o.ItemFactors = append(o.ItemFactors, ofItem...)
	}
	if an.probability != nil {
		return an.probability.apply(o)
	}
	return nil
}

// people returns the study of the people, if the judges are columns and there is one more study.
func (an *answerFlags) people(studies []string) string {
	if len(an.judges) == 0 {
		return ""
	}
	others := slices.DeleteFunc(slices.Clone(studies), func(s string) bool { return slices.Contains(an.judges, s) })
	if len(others) != 1 {
		return ""
	}
	return others[0]
}
