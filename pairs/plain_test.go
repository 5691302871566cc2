package pairs

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// won adds comparisons of a, shown first, with b: so many that a won, ties, and that b won.
func (d *Data) won(a, b int32, wins, ties, losses int) {
	for k, n := range []int{losses, ties, wins} {
		grade := int32(k)
		if d.Grades == 2 {
			if k == 1 {
				continue
			}
			grade = int32(k / 2)
		}
		for range n {
			d.All = append(d.All, Comparison{A: a, B: b, Prompt: -1, Labeler: -1, Place: 1, Grade: grade})
		}
	}
}

// Bradley and Terry's model: choix 0.4.1, choix.ilsr_pairwise(4, data, alpha=0, tol=1e-12).
func TestBradleyTerryOracle(t *testing.T) {
	d := &Data{Candidates: make([]string, 4), Grades: 2}
	for _, w := range [][3]int{{0, 1, 7}, {1, 0, 3}, {0, 2, 9}, {2, 0, 2}, {1, 2, 6}, {2, 1, 5}, {3, 0, 1}, {0, 3, 8},
		{1, 3, 7}, {3, 1, 4}, {2, 3, 5}, {3, 2, 5}} {
		d.won(int32(min(w[0], w[1])), int32(max(w[0], w[1])), map[bool]int{true: w[2]}[w[0] < w[1]], 0,
			map[bool]int{true: w[2]}[w[0] > w[1]])
	}
	p, err := Likeliest(d)
	require.NoError(t, err)
	assert.InDeltaSlice(t, []float64{1.05586666, -0.04287369, -0.41493871, -0.59805427}, p.Skills, 1e-6)
	assert.Len(t, p.at, 3, "no effect of the order")
}

// Davidson's model with an effect of the order: scipy 1.17.1, scipy.optimize.minimize of the negative log-likelihood,
// method="BFGS", gtol=1e-9.
func TestDavidsonOracle(t *testing.T) {
	p, err := Likeliest(ordered())
	require.NoError(t, err)
	assert.InDeltaSlice(t, []float64{0.94777486, 0.07712798, -0.28043855, -0.74446429}, p.Skills, 1e-6)
	assert.InDelta(t, 0.17955558, p.at[p.density.place], 1e-6)
	assert.InDelta(t, -0.46214297, p.at[p.density.shape], 1e-6)
	assert.InDelta(t, -193.1052315165504, p.density.LogProbGrad(make([]float64, len(p.at)), p.at), 1e-9)
}

func ordered() *Data {
	d := &Data{Candidates: make([]string, 4), Grades: 3}
	for _, r := range [][5]int{{0, 1, 12, 5, 3}, {1, 0, 6, 4, 10}, {0, 2, 14, 3, 3}, {2, 0, 4, 6, 10}, {1, 2, 8, 7, 5},
		{2, 1, 5, 6, 9}, {2, 3, 11, 2, 7}, {3, 2, 4, 5, 8}, {0, 3, 15, 2, 3}, {3, 1, 6, 3, 9}} {
		d.won(int32(r[0]), int32(r[1]), r[2], r[3], r[4])
	}
	return d
}

// Home games of the American League East in 1987 (Agresti 2002, Categorical Data Analysis, page 438): data(baseball) of
// R's BradleyTerry2 1.1-2, with the packages of Debian 12:
//
//	baseball$home.team <- data.frame(team = baseball$home.team, at.home = 1)
//	baseball$away.team <- data.frame(team = baseball$away.team, at.home = 0)
//	print(coef(BTm(cbind(home.wins, away.wins), home.team, away.team, ~ team + at.home, id = "team",
//	  data = baseball)), digits = 10)
func TestBaseballOracle(t *testing.T) {
	// Baltimore, Boston, Cleveland, Detroit, Milwaukee, New York, Toronto
	d := &Data{Candidates: make([]string, 7), Grades: 2}
	const bal, bos, cle, det, mil, ny, tor = 0, 1, 2, 3, 4, 5, 6
	for _, g := range [][4]int{{mil, det, 4, 3}, {mil, tor, 4, 2}, {mil, ny, 4, 3}, {mil, bos, 6, 1}, {mil, cle, 4, 2},
		{mil, bal, 6, 0}, {det, mil, 3, 3}, {det, tor, 4, 2}, {det, ny, 4, 3}, {det, bos, 6, 0}, {det, cle, 6, 1},
		{det, bal, 4, 3}, {tor, mil, 2, 5}, {tor, det, 4, 3}, {tor, ny, 2, 4}, {tor, bos, 4, 3}, {tor, cle, 4, 2},
		{tor, bal, 6, 0}, {ny, mil, 3, 3}, {ny, det, 5, 1}, {ny, tor, 2, 5}, {ny, bos, 4, 3}, {ny, cle, 4, 2},
		{ny, bal, 6, 1}, {bos, mil, 5, 1}, {bos, det, 2, 5}, {bos, tor, 3, 3}, {bos, ny, 4, 2}, {bos, cle, 5, 2},
		{bos, bal, 6, 0}, {cle, mil, 2, 5}, {cle, det, 3, 3}, {cle, tor, 3, 4}, {cle, ny, 4, 3}, {cle, bos, 4, 2},
		{cle, bal, 2, 4}, {bal, mil, 2, 5}, {bal, det, 1, 5}, {bal, tor, 1, 6}, {bal, ny, 2, 4}, {bal, bos, 1, 6},
		{bal, cle, 3, 4}} {
		d.won(int32(g[0]), int32(g[1]), g[2], 0, g[3])
	}
	p, err := Likeliest(d)
	require.NoError(t, err)
	var above []float64
	for _, s := range p.Skills {
		above = append(above, s-p.Skills[bal])
	}
	assert.InDeltaSlice(t, []float64{0, 1.143802653, 0.704694457, 1.475357214, 1.619554994, 1.281340403, 1.327110398},
		above, 1e-6)
	assert.InDelta(t, 0.302260656, p.at[p.density.place], 1e-6)
}

// against is the expected win rate of a candidate against another, as [Plain.Rate].
func (p *Plain) against(a, b int, level float64) Interval {
	return p.interval(level, func(rate func(a, b int) float64) float64 { return rate(a, b) })
}
