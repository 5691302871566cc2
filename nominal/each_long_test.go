//go:build long

package nominal

import (
	"math"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/posterior"
	"concord/sampler"
	"concord/vpc"
)

// A joint fit is as near the truth as a fit of each of four categories against the rest, in 24 sets of 150 items. ICC
// erred by 0.042 jointly and by 0.041 one by one, with a coverage of 96 % and 98 %. Rates erred by 0.022. A joint fit
// took 2.9 s of a core, the four others together 0.4 s.
func TestJointFitBesideEachCategory(t *testing.T) {
	const sets = 24
	means := []float64{1, 0.5, 0, -1}
	type score struct{ square, covered, width, n, seconds float64 }
	var joint, each, jointRate, eachRate score
	judge := func(s *score, q posterior.Quantity, truth float64) {
		of := q.Summary(0.95)
		s.square += (of.Mean - truth) * (of.Mean - truth)
		if of.Lower <= truth && truth <= of.Upper {
			s.covered++
		}
		s.width += of.Upper - of.Lower
		s.n++
	}
	truth := known(t, utilityLabelerSD, means).Studies[0]
	for set := range sets {
		table := simulated(t, 150, uint64(100+set), means)
		began := seconds()
		p, err := Fit(t.Context(), table, Spec{}, sampler.Settings{Seed: 1, Workers: 1})
		require.NoError(t, err)
		d := p.Describe()
		joint.seconds += seconds() - began
		for c := range means {
			icc, share := truth.ICC(c).Mean(), truth.Rate(c).Mean()
			judge(&joint, d.Studies[0].ICC(c), icc)
			judge(&jointRate, d.Studies[0].Rate(c), share)
			began := seconds()
			one, err := model.Fit(t.Context(), table.Against(c), model.Spec{}, sampler.Settings{Seed: 1, Workers: 1})
			require.NoError(t, err)
			part := vpc.LabelPartition(one.StudyAt(0))
			of, rate := part.ICC(), part.Mean()
			each.seconds += seconds() - began
			judge(&each, of, icc)
			judge(&eachRate, rate, share)
		}
	}
	for _, s := range []struct {
		name string
		score
	}{{"joint ICC", joint}, {"each ICC", each}, {"joint rate", jointRate}, {"each rate", eachRate}} {
		t.Logf("%s: root mean square error %.4f, coverage %.3f, width %.4f, %.2f s a set", s.name,
			math.Sqrt(s.square/s.n), s.covered/s.n, s.width/s.n, s.seconds/sets)
	}
	assert.Less(t, joint.square, 1.2*each.square)
	assert.Greater(t, joint.covered/joint.n, 0.88) // of 96, that depend on each other
}

// seconds is the time that the process has computed.
func seconds() float64 {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e9
}
