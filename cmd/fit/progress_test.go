package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"concord/sampler"
)

// tenth is the progress of a run that is as many tenths of its iterations along as it lasts seconds.
func tenth(n int) sampler.Progress {
	return sampler.Progress{Done: 400 * n, Total: 4000, Chains: 4, Finished: n / 3, Draws: max(0, 400*n-1000),
		Elapsed: time.Duration(n) * time.Second}
}

// In logs: nothing within a second, then at most a line in ten seconds, each with its end.
func TestLinesOfProgress(t *testing.T) {
	var b strings.Builder
	p := newProgress(&b)
	for ms := range 35 * 20 {
		at := time.Duration(ms) * 50 * time.Millisecond
		p.sampled(sampler.Progress{Done: ms, Total: 1000, Chains: 2, Elapsed: at})
	}
	p.finish()
	assert.Equal(t, []string{
		"20 of 1000 iterations, 0 draws: 2 chains warming up, 0 divergences",
		"220 of 1000 iterations, 0 draws: 2 chains warming up, 0 divergences, 39 s left",
		"420 of 1000 iterations, 0 draws: 2 chains warming up, 0 divergences, 29 s left",
		"620 of 1000 iterations, 0 draws: 2 chains warming up, 0 divergences, 19 s left", "",
	}, strings.Split(b.String(), "\n"))
}

// A second attempt counts from 0 again and is silent again for its first second.
func TestProgressOfASecondAttempt(t *testing.T) {
	var b strings.Builder
	p := newProgress(&b)
	p.sampled(tenth(5))
	p.sampled(sampler.Progress{Done: 1, Total: 4000, Chains: 4, Elapsed: time.Millisecond})
	p.sampled(sampler.Progress{Done: 900, Total: 4000, Chains: 4, Elapsed: 999 * time.Millisecond})
	assert.Equal(t, 1, strings.Count(b.String(), "\n"))
	p.sampled(sampler.Progress{Done: 901, Total: 4000, Chains: 4, Elapsed: 1001 * time.Millisecond})
	assert.Equal(t, 2, strings.Count(b.String(), "\n"))
}

func TestQuickRunsAreSilent(t *testing.T) {
	var b strings.Builder
	for _, bars := range []bool{false, true} {
		p := &progress{w: &b, bars: bars}
		p.sampled(sampler.Progress{Done: 10, Total: 4000, Chains: 4, Elapsed: 500 * time.Millisecond})
		p.sampled(sampler.Progress{Done: 4000, Total: 4000, Chains: 4, Finished: 4, Elapsed: 999 * time.Millisecond})
		p.finish()
	}
	assert.Empty(t, b.String())
}

// On a terminal one line is drawn over and over, and cleared in the end.
func TestBarOfProgress(t *testing.T) {
	var b strings.Builder
	p := &progress{w: &b, bars: true}
	for n := range 10 {
		p.sampled(tenth(n))
	}
	drawn := b.String()
	assert.Contains(t, drawn, "4 chains warming up, 0 divergences, 8 s left")
	assert.Contains(t, drawn, "1 of 4 chains done, 0 divergences, 6 s left")
	assert.Contains(t, drawn, " 50% ")
	assert.NotContains(t, drawn, "\n")
	p.finish()
	assert.Contains(t, b.String()[len(drawn):], "\r")
	frames := strings.Split(strings.TrimRight(b.String(), "\r"), "\r")
	assert.Empty(t, strings.TrimSpace(frames[len(frames)-1]), "cleared")
}

func TestStage(t *testing.T) {
	assert.Equal(t, "1 chain warming up, 1 divergence, 9 s left",
		stage(sampler.Progress{Done: 100, Total: 1000, Chains: 1, Divergences: 1, Elapsed: time.Second}))
	assert.Equal(t, "2 of 4 chains done, 3 divergences, 3 min left",
		stage(sampler.Progress{Done: 1000, Total: 4000, Chains: 4, Finished: 2, Draws: 500, Divergences: 3,
			Elapsed: time.Minute}))
	assert.Equal(t, "4 chains warming up, 0 divergences, 3 h left",
		stage(sampler.Progress{Done: 1000, Total: 4000, Chains: 4, Elapsed: time.Hour}))
	assert.Equal(t, "4 chains warming up, 0 divergences",
		stage(sampler.Progress{Done: 10, Total: 4000, Chains: 4, Elapsed: time.Hour}), "too early to tell")
	assert.Equal(t, "4 of 4 chains done, 0 divergences",
		stage(sampler.Progress{Done: 4000, Total: 4000, Chains: 4, Finished: 4, Draws: 2000, Elapsed: time.Hour}))
}
