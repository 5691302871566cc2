package main

import (
	"bytes"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Numbers that take more memory than there is are refused in words, with the number that fits, before memory is asked
// for; so are numbers that are none.
func TestNumbersThatDoNotFit(t *testing.T) {
	before := debug.SetMemoryLimit(1 << 30) // as GOMEMLIMIT does, so that the room is the same on every machine
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	single, policy := testdata("single.csv"), testdata("policy.csv")
	for args, want := range map[string]string{
		"--chains 1000000 " + single:                                     "fit: --chains 1000000: this takes at least ",
		"--draws 100000000 " + single:                                    "At most --draws 268435",
		"--draws 1000000000 " + single:                                   "at most 100000000",
		"--draws -1 " + single:                                           "it cannot be negative",
		"--draws NaN " + single:                                          "--draws NaN",
		"--replications 100000000 " + single:                             "this takes at least 30 GB",
		"--resample both --bootstrap 100000000 " + single:                "--bootstrap 100000000: this takes",
		"agreement --resample items --bootstrap 100000000 " + single:     "--bootstrap 100000000: this takes at least",
		"batch --by label --out x --chains 1000000 " + single:            "--chains 1000000: this takes at least",
		"judge --judge labeler_01 --chains 1000000 " + single:            "--chains 1000000: this takes at least",
		"gold --gold reference --draws 100000000 " + policy:              "--draws 100000000: this takes at least",
		"plan --chains 1000000 " + single:                                "--chains 1000000: this takes at least",
		"--compare --labeler-effects=none --chains 1000000 " + single:    "--chains 1000000: this takes at least",
		"simulate --items 100000000":                                     "At most --items 2013265 fits",
		"simulate --items 10 --labelers 100000000":                       "--labelers 100000000: this takes at least",
		"simulate --labelers 100000000 --labels-per-labeler 1 --items 5": "--labelers 100000000: this takes at least",
		"simulate --labels-again 10000000":                               "--labels-again 10000000: this takes",
		"simulate --labels-again 1000000000":                             "--labels-again 1000000000: at most",
		"simulate --factor a=1000000000 --facet a=1":                     "--factor a 1000000000: this takes at least",
	} {
		var out, stderr bytes.Buffer
		assert.Equal(t, exitUsage, run(strings.Fields(args),
			streams{in: strings.NewReader(""), out: &out, err: &stderr}), args)
		assert.Contains(t, stderr.String(), want, args)
		assert.Empty(t, out.String(), args)
	}
}
