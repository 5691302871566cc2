package export

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"concord/posterior"
)

// fill decodes the draws of a variable, which Draws wrote.
func (v *Variable) fill(text json.RawMessage, chains, draws int) error {
	size := 1
	for _, n := range v.Shape {
		if n < 1 || n > maxLength {
			return fmt.Errorf("a dimension of %d", n)
		}
		size *= n
		if size > maxLength {
			return fmt.Errorf("more than %d elements", maxLength)
		}
	}
	if len(v.Dims) != len(v.Shape) {
		return fmt.Errorf("%d dimensions and %d lengths", len(v.Dims), len(v.Shape))
	}
	numbers, err := flat(text, append([]int{chains, draws}, v.Shape...))
	if err != nil {
		return err
	}
	v.Elements = make([]posterior.Quantity, size)
	for n := range v.Elements {
		// Where the element is when the last index runs fastest.
		place := 0
		for d, i := range v.at(n) {
			place = place*v.Shape[d] + i
		}
		q := posterior.Quantity{Name: v.bracketName(n), Chains: make([][]float64, chains)}
		for c := range chains {
			q.Chains[c] = make([]float64, draws)
			for i := range draws {
				q.Chains[c][i] = numbers[(c*draws+i)*size+place]
			}
		}
		v.Elements[n] = q
	}
	return nil
}

// maxLength bounds what a damaged run.json can ask for.
const maxLength = 1 << 28

// flat decodes nested lists of the given lengths. null is NaN.
func flat(text json.RawMessage, lengths []int) ([]float64, error) {
	d := json.NewDecoder(strings.NewReader(string(text)))
	var numbers []float64
	var list func(dim int) error
	list = func(dim int) error {
		if dim == len(lengths) {
			var x *float64
			if err := d.Decode(&x); err != nil {
				return err
			}
			if x == nil {
				numbers = append(numbers, math.NaN())
			} else {
				numbers = append(numbers, *x)
			}
			return nil
		}
		if t, err := d.Token(); err != nil || t != json.Delim('[') {
			return fmt.Errorf("no list of %v", lengths)
		}
		for range lengths[dim] {
			if err := list(dim + 1); err != nil {
				return fmt.Errorf("no list of %v: %w", lengths, err)
			}
		}
		if t, err := d.Token(); err != nil || t != json.Delim(']') {
			return fmt.Errorf("a list longer than %v", lengths)
		}
		return nil
	}
	if len(text) == 0 {
		return nil, fmt.Errorf("it is missing")
	}
	return numbers, list(0)
}

// jsonStatistic is a number or a truth value; null is NaN.
type jsonStatistic float64

// UnmarshalJSON implements [json.Unmarshaler].
func (s *jsonStatistic) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case "true":
		*s = 1
		return nil
	case "false":
		*s = 0
		return nil
	case "null":
		*s = jsonStatistic(math.NaN())
		return nil
	}
	return json.Unmarshal(b, (*float64)(s))
}
