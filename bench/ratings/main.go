// Ratings writes simulated ratings of the shape of MovieLens-25M (Harper and Konstan 2015): 25 million ratings from 0.5
// to 5 in half steps, of 59,047 items by 162,541 people, as skewed as the originals. People rate 20 items or more,
// log-normally many; items are taken by popularity, which falls with rank r as 1/(r + shift)^power, so that a few have
// tens of thousands of ratings and thousands have one.
//
//	bench/run ratings > ratings.csv
//	bench/run ratings -ratings 1000000 -people 6500 -items 16000 > million.csv
package main

import (
	"bufio"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"sort"
	"strconv"
)

// study has the numbers of ratings, items and people, and the truth.
type study struct {
	ratings, people, items int
	seed                   uint64
	mean, item, person, sd float64
}

func main() {
	s := study{mean: 3.2, item: 0.5, person: 0.45, sd: 0.85}
	flag.IntVar(&s.ratings, "ratings", 25_000_095, "ratings, about")
	flag.IntVar(&s.people, "people", 162_541, "people")
	flag.IntVar(&s.items, "items", 59_047, "items")
	flag.Uint64Var(&s.seed, "seed", 1, "seed")
	flag.Parse()
	if err := s.write(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write writes the ratings to standard output, person by person.
func (s study) write() error {
	rng := rand.New(rand.NewPCG(s.seed, 25))
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	fmt.Fprintln(out, "item,labeler,label")
	up := s.popularity()
	quality := make([]float64, s.items)
	for i := range quality {
		quality[i] = s.item * rng.NormFloat64()
	}
	taken := make([]int, s.items) // by whom last
	var line []byte
	for person := 1; person <= s.people; person++ {
		level := s.mean + s.person*rng.NormFloat64()
		for left, tries := s.activity(rng), 0; left > 0 && tries < 100*s.items; tries++ {
			item := sort.SearchFloat64s(up, rng.Float64()*up[s.items-1])
			if taken[item] == person {
				continue
			}
			taken[item] = person
			left--
			y := level + quality[item] + s.sd*rng.NormFloat64()
			y = math.Max(0.5, math.Min(5, math.Round(2*y)/2))
			line = strconv.AppendInt(line[:0], int64(item+1), 10)
			line = strconv.AppendInt(append(line, ','), int64(person), 10)
			line = strconv.AppendFloat(append(line, ','), y, 'f', 1, 64)
			if _, err := out.Write(append(line, '\n')); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// popularity returns the running sum of the items' popularity.
func (s study) popularity() []float64 {
	const shift, power = 330, 2.1
	up, sum := make([]float64, s.items), 0.0
	for r := range up {
		sum += math.Pow(float64(r)+shift, -power)
		up[r] = sum
	}
	return up
}

// activity returns how many items a person rates.
func (s study) activity(rng *rand.Rand) int {
	const least, sigma = 20, 1.3
	median := (float64(s.ratings)/float64(s.people)*1.01 - least) / math.Exp(sigma*sigma/2)
	n := least + int(median*math.Exp(sigma*rng.NormFloat64()))
	return min(n, s.items/4)
}
