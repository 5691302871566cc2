package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"concord/posterior"
)

// fill decodes the draws of a variable, which Draws wrote.
func (v *Variable) fill(text json.RawMessage, chains, draws int) error {
	if chains < 1 || draws < 1 || chains > maxLength || draws > maxLength {
		return fmt.Errorf("%d chains of %d draws", chains, draws)
	}
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
		// The place of the element if the last index runs fastest.
		place := 0
		for d, i := range v.at(n) {
			place = place*v.Shape[d] + i
		}
		q := posterior.NewDraws([]string{v.bracketName(n)}, chains, draws).Quantity(0)
		for c := range chains {
			for i := range draws {
				q.Chains[c][i] = numbers[(c*draws+i)*size+place]
			}
		}
		v.Elements[n] = q
	}
	return nil
}

// maxLength bounds the memory that a damaged run.json can ask for.
const maxLength = 1 << 28

// flat decodes nested lists of the given lengths.
func flat(text json.RawMessage, lengths []int) ([]float64, error) {
	d := json.NewDecoder(strings.NewReader(string(text)))
	var numbers []float64
	var list func(dim int) error
	list = func(dim int) error {
		if dim == len(lengths) {
			t, err := d.Token()
			if err != nil {
				return err
			}
			x, ok := scalarOf(t)
			if !ok {
				return fmt.Errorf("%v is no number", t)
			}
			numbers = append(numbers, x)
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
		return nil, errors.New("it is missing")
	}
	return numbers, list(0)
}

// scalarOf is the number that a token stands for: null is NaN, a truth value 0 or 1.
func scalarOf(t json.Token) (x float64, ok bool) {
	switch t := t.(type) {
	case nil:
		return math.NaN(), true
	case bool:
		return float64(flag(t)), true
	case float64:
		return t, true
	}
	return 0, false
}
