package export

import (
	"strconv"
	"strings"

	"concord/posterior"
	"concord/study"
)

// Variable is a scalar or an array of scalars that has draws.
type Variable struct {
	Name string `json:"name"`
	// Dims name the dimensions; see [Manifest.Coordinates]. None: a scalar.
	Dims []string `json:"dims"`
	// Shape is the length of each dimension.
	Shape []int `json:"shape"`
	// Effects says that the variable holds the effects of the levels of a term.
	Effects bool `json:"effects,omitempty"`
	// NoMoments says that the variable has neither mean nor standard deviation; see [catalogue.Entry.NoMoments].
	NoMoments bool `json:"no_moments,omitempty"`
	// Elements are the scalars, the first index running fastest, as in Stan's files.
	Elements []posterior.Quantity `json:"-"`
}

// isEffect reports whether v holds the effects of a term.
func (v Variable) isEffect() bool {
	return v.Effects || v.Name == study.ItemFactor || v.Name == study.LabelerFactor
}

// at returns the index of element n in each dimension, from 0.
func (v Variable) at(n int) []int {
	index := make([]int, len(v.Shape))
	for d, size := range v.Shape {
		index[d] = n % size
		n /= size
	}
	return index
}

// element returns the name of element n: "mu" with the indices, from 1, put in by join.
func (v Variable) element(n int, open, between, end string) string {
	if len(v.Shape) == 0 {
		return v.Name
	}
	each := make([]string, len(v.Shape))
	for d, i := range v.at(n) {
		each[d] = strconv.Itoa(i + 1)
	}
	return v.Name + open + strings.Join(each, between) + end
}

// stanName is the name of element n in a CSV of CmdStan: "cor_item.1.2".
func (v Variable) stanName(n int) string { return v.element(n, ".", ".", "") }

// bracketName is the name of element n as Stan's programs show it: "cor_item[1,2]".
func (v Variable) bracketName(n int) string { return v.element(n, "[", ",", "]") }

// scalar, vector and matrix make variables.
func scalar(name string, of posterior.Quantity) Variable {
	return Variable{Name: name, Dims: []string{}, Shape: []int{}, Elements: []posterior.Quantity{of}}
}

func vector(name, dim string, n int, of func(i int) posterior.Quantity) Variable {
	v := Variable{Name: name, Dims: []string{dim}, Shape: []int{n}}
	for i := range n {
		v.Elements = append(v.Elements, of(i))
	}
	return v
}

func matrix(name string, dims [2]string, rows, columns int, of func(i, j int) posterior.Quantity) Variable {
	v := Variable{Name: name, Dims: dims[:], Shape: []int{rows, columns}}
	for j := range columns {
		for i := range rows {
			v.Elements = append(v.Elements, of(i, j))
		}
	}
	return v
}
