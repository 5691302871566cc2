// Gibbs is a collapsed Gibbs sampler of crossed effects of numbers, y = μ + a(item) + b(labeler) + e (Papaspiliopoulos,
// Roberts and Zanella 2020, Scalable inference for crossed random effects models, Biometrika 107, section 4): a turn
// draws the mean and the effects of one factor given those of the other, the mean from its distribution with these
// effects integrated out. Labels 0 and 1 have Pólya–Gamma weights and local centring. Standard deviations have flat
// priors, so that variances are inverse gamma given the effects.
//
//	bench/run gibbs FILE.csv gaussian|bernoulli FOLDER
//
// FILE has the columns item, labeler and label. FOLDER gets chain-1.csv to chain-4.csv. DRAWS=1000 and WARMUP=200 in
// the environment say how many of each chain.
package main

import (
	"bufio"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

const chains = 4

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 || os.Args[2] != "gaussian" && os.Args[2] != "bernoulli" {
		log.Fatal("usage: gibbs FILE.csv gaussian|bernoulli FOLDER")
	}
	l, err := read(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	draws, warmup := number("DRAWS", 1000), number("WARMUP", 200)
	var group sync.WaitGroup
	for c := range chains {
		group.Go(func() {
			var rows [][4]float64
			columns := 4
			if seed := uint64(c) + 1; os.Args[2] == "bernoulli" {
				rows, columns = newBinary(l, seed).run(warmup, draws), 3
			} else {
				rows = newChain(l, seed).run(warmup, draws)
			}
			if err := write(filepath.Join(os.Args[3], fmt.Sprintf("chain-%d.csv", c+1)), rows, columns); err != nil {
				log.Fatal(err)
			}
		})
	}
	group.Wait()
}

// number is the number of a variable in the environment.
func number(name string, usual int) int {
	if text, ok := os.LookupEnv(name); ok {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			log.Fatalf("%s=%s: it is a number from 1", name, text)
		}
		return n
	}
	return usual
}

// write writes mean and standard deviations; without the last column for labels 0 and 1, which have no residual.
func write(path string, rows [][4]float64, columns int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(f)
	fmt.Fprintln(out, strings.Join([]string{"mu", "sd_item", "sd_labeler", "sd_residual"}[:columns], ","))
	for _, r := range rows {
		for k, x := range r[:columns] {
			if k > 0 {
				fmt.Fprint(out, ",")
			}
			fmt.Fprintf(out, "%.10g", x)
		}
		fmt.Fprintln(out)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// chain is one of the sampler's.
type chain struct {
	*labels
	rng      *rand.Rand
	mean     float64
	effect   [2][]float64
	variance [2]float64 // of the effects
	residual float64    // variance
}

// newChain begins at no effects, with a third of the labels' variance each.
func newChain(l *labels, seed uint64) *chain {
	sum, square := 0.0, 0.0
	for _, y := range l.value {
		sum += y
		square += y * y
	}
	n := float64(len(l.value))
	third := (square/n - sum/n*sum/n) / 3
	c := &chain{labels: l, rng: rand.New(rand.NewPCG(seed, 18)), mean: sum / n, residual: third,
		variance: [2]float64{third, third}}
	for f := range c.effect {
		c.effect[f] = make([]float64, len(l.of[f].begin)-1)
	}
	return c
}

// run returns mean and standard deviations of each draw after the warm-up.
func (ch *chain) run(warmup, draws int) [][4]float64 {
	var rows [][4]float64
	for n := range warmup + draws {
		ch.turn(0)
		ch.turn(1)
		ch.drawResidual()
		if n >= warmup {
			rows = append(rows, [4]float64{ch.mean, math.Sqrt(ch.variance[0]), math.Sqrt(ch.variance[1]),
				math.Sqrt(ch.residual)})
		}
	}
	return rows
}

// turn draws the mean and the effects of a factor given the effects of the other, and then their variance.
func (ch *chain) turn(f int) {
	of, own, other := &ch.of[f], ch.effect[f], ch.effect[1-f]
	rest := make([]float64, len(own)) // sums of the labels of a level less the effects of the other factor
	weights, weighted := 0.0, 0.0
	for i := range own {
		sum := of.sum[i]
		for _, j := range of.other[of.begin[i]:of.begin[i+1]] {
			sum -= other[j]
		}
		rest[i] = sum
		n := float64(of.begin[i+1] - of.begin[i])
		w := 1 / (ch.variance[f] + ch.residual/n) // precision of the level's mean label for the mean
		weights += w
		weighted += w * sum / n
	}
	ch.mean = weighted/weights + ch.rng.NormFloat64()/math.Sqrt(weights)
	squares := 0.0
	for i := range own {
		n := float64(of.begin[i+1] - of.begin[i])
		v := 1 / (n/ch.residual + 1/ch.variance[f])
		own[i] = v*(rest[i]-n*ch.mean)/ch.residual + math.Sqrt(v)*ch.rng.NormFloat64()
		squares += own[i] * own[i]
	}
	ch.variance[f] = squares / (2 * ch.gamma(float64(len(own)-1)/2))
}

// drawResidual draws the residual variance given everything else.
func (ch *chain) drawResidual() {
	of, squares := &ch.of[0], 0.0
	for i, a := range ch.effect[0] {
		for k := of.begin[i]; k < of.begin[i+1]; k++ {
			e := of.value[k] - ch.mean - a - ch.effect[1][of.other[k]]
			squares += e * e
		}
	}
	ch.residual = squares / (2 * ch.gamma(float64(len(ch.value)-1)/2))
}

// gamma draws from the gamma distribution of a shape and scale 1 (Marsaglia and Tsang 2000), of shapes from 1.
func (ch *chain) gamma(shape float64) float64 {
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := ch.rng.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if math.Log(1-ch.rng.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}
