package score

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// published are data set k of published: n and N, and by ppi_py 0.2.3 (numpy 2.4.6) the values and limits of
//
//	ppi_mean_pointestimate(Y, F, U, lam=None), ppi_mean_ci(Y, F, U, alpha=0.05, lam=None)
//
// then the same with lam=1, and then with lam=None and w=w.
var published = [10]struct {
	n, rest int
	values  [9]float64
}{
	{20, 1000, [9]float64{
		0.454567343809594, 0.245398004093408, 0.663736683525779,
		0.678, 0.425292182174108, 0.930707817825892,
		0.446213764331688, 0.233323646678275, 0.659103881985101,
	}},
	{50, 500, [9]float64{
		3.08671611599775, 2.84906839224599, 3.32436383974951,
		3.108, 2.84434505034204, 3.37165494965796,
		3.10589490368461, 2.8354357583015, 3.37635404906772,
	}},
	{200, 5000, [9]float64{
		5.42078529555138, 5.26516455222361, 5.57640603887916,
		5.42078529555138, 5.26516455222361, 5.57640603887916,
		5.4285039441478, 5.27237918873431, 5.58462869956129,
	}},
	{30, 100, [9]float64{
		0.469078306878307, 0.306665613860376, 0.631490999896237,
		0.473333333333333, 0.265681270187977, 0.68098539647869,
		0.493343790832114, 0.317381925976737, 0.669305655687491,
	}},
	{80, 80, [9]float64{
		2.83272166361974, 2.6027962171511, 3.06264711008839,
		2.825, 2.51833941789918, 3.13166058210082,
		2.73876441852641, 2.51283583667295, 2.96469300037988,
	}},
	{15, 400, [9]float64{
		6.01982560632976, 4.56326407813231, 7.47638713452721,
		6.01929960659251, 4.56276948340035, 7.47582972978467,
		5.78440012829274, 4.34617079894226, 7.22262945764321,
	}},
	{100, 300, [9]float64{
		0.543639243924392, 0.448163264283518, 0.639115223565267,
		0.56, 0.427107311393725, 0.692892688606275,
		0.514163431164591, 0.41698806661107, 0.611338795718111,
	}},
	{40, 2000, [9]float64{
		3.060414058018, 2.84148750370195, 3.27934061233405,
		3.087, 2.84863015841154, 3.32536984158846,
		3.05589739378475, 2.81601418129984, 3.29578060626966,
	}},
	{60, 60, [9]float64{
		5.21722497654901, 4.53275696820322, 5.90169298489479,
		5.07618335538645, 3.65719843627917, 6.49516827449373,
		5.26795328152576, 4.38960870444346, 6.14629785860805,
	}},
	{25, 900, [9]float64{
		0.479201410132484, 0.296700424213932, 0.661702396051036,
		0.477777777777778, 0.255876712800164, 0.699678842755392,
		0.448382175318276, 0.263816270214792, 0.63294808042176,
	}},
}

// dataSet returns one of the ten: yes or no, 1 to 5 or numbers; the sixth judge is useless, the ninth turned round.
func dataSet(k int) (people, judge, rest, weights []float64) {
	g := generator(k)
	item := func() (y, f float64) {
		t := g.uniform()
		switch k % 3 {
		case 0:
			y, f = g.below(t), g.below(0.2+0.7*t)
		case 1:
			y = 1 + math.Floor(5*(0.7*t+0.3*g.uniform()))
			f = 1 + math.Floor(5*(0.5*t+0.5*g.uniform()))
		default:
			y = 10*t + g.uniform()
			f = 8*t + 3*g.uniform()
		}
		switch k {
		case 5:
			f = g.uniform()
		case 8:
			f = -f
		}
		return y, f
	}
	for range published[k].n {
		y, f := item()
		people, judge = append(people, y), append(judge, f)
	}
	for range published[k].rest {
		_, f := item()
		rest = append(rest, f)
	}
	for range people {
		weights = append(weights, 0.5+g.uniform())
	}
	return people, judge, rest, weights
}

func TestPowerTunedIsAsPublished(t *testing.T) {
	one := 1.0
	for k, want := range published {
		y, f, rest, w := dataSet(k)
		for i, p := range []ppi{
			powerTuned(y, f, rest, nil, nil, 0.95),
			powerTuned(y, f, rest, nil, &one, 0.95),
			powerTuned(y, f, rest, w, nil, 0.95),
		} {
			assert.InDeltaSlice(t, want.values[3*i:3*i+3], []float64{p.Value, p.Lower, p.Upper}, 1e-12, "%d, %d", k, i)
		}
	}
}

// pooled makes a system of the labelled items and the rest.
func pooled(people, judge, rest []float64) *System {
	y := &System{Name: "a", Judge: append(append([]float64{}, judge...), rest...)}
	y.People, y.Labels = make([]float64, len(y.Judge)), make([]int, len(y.Judge))
	for i := range people {
		y.People[i], y.Labels[i] = people[i], 1
	}
	return y
}

// Mean is PPI++ with the share of the labelled items times 1 − n/N. For the mean beyond these items its error is the
// one of PPI++ but for the divisors n and n − 2.
func TestMeanIsPowerTuned(t *testing.T) {
	for k := range published {
		y, f, rest, _ := dataSet(k)
		m, err := Mean(pooled(y, f, rest), Options{Target: Beyond})
		assert.NoError(t, err)
		lambda := m.Lambda * float64(len(rest)) / float64(len(rest)+len(y))
		p := powerTuned(y, f, rest, nil, &lambda, 0.95)
		assert.InDelta(t, p.Value, m.Value, 1e-9, k)
		if len(y) >= 40 {
			// Squared residuals over n − 2 in place of n, and leverages: 1.5/n is the order of both.
			assert.InEpsilon(t, p.SE*(1+1/float64(len(y))), m.SE, 1.5/float64(len(y)), k)
		}
	}
}
