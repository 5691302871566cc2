package main

import (
	"github.com/spf13/pflag"

	"concord/posterior"
)

// resultFlags say what to report and how.
type resultFlags struct {
	level        float64
	intervalKind string // of credible intervals; not registered if there is no model
	bootstrap    int
	printing
	quiet bool
}

func (rf *resultFlags) register(fs *pflag.FlagSet) { rf.registerResult(fs, formats()) }

// registerResult registers the flags of a command with separate formats.
func (rf *resultFlags) registerResult(fs *pflag.FlagSet, formats []string) {
	fs.Float64Var(&rf.level, "interval", 0.95, "`probability` of intervals")
	fs.IntVar(&rf.bootstrap, "bootstrap", 1000,
		"`number` of replicates if --resample asks for a bootstrap; 0 for no intervals of coefficients")
	rf.printing.registerFormats(fs, formats)
	fs.BoolVarP(&rf.quiet, "quiet", "q", false, "no progress and no warnings")
}

// registerKind registers the kind of credible intervals.
func (rf *resultFlags) registerKind(fs *pflag.FlagSet) {
	fs.StringVar(&rf.intervalKind, "interval-kind", "eti",
		"`kind` of credible interval: eti (equal-tailed) or hdi (highest density)")
}

// interval returns the credible interval asked for.
func (rf *resultFlags) interval() (posterior.Interval, error) {
	kind, err := oneOf("interval-kind", rf.intervalKind, []string{"eti", "hdi"},
		[]posterior.IntervalKind{posterior.EqualTailed, posterior.HighestDensity})
	return posterior.Interval{Level: rf.level, Kind: kind}, err
}

// check checks the flags before any work is done.
func (rf *resultFlags) check() error { return rf.checkResult(formats()) }

// checkResult is check for a command with separate formats.
func (rf *resultFlags) checkResult(formats []string) error {
	if !(rf.level > 0 && rf.level < 1) {
		return usage("--interval %v: it must be between 0 and 1", rf.level)
	}
	if err := checkCounts(count{"bootstrap", rf.bootstrap}); err != nil {
		return err
	}
	return rf.printing.checkFormats(formats)
}
