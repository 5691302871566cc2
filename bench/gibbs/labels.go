package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
)

// labels are grouped by item and by labeler.
type labels struct {
	value []float64
	of    [2]grouped
}

// grouped is the labels of each level of a factor: their values, and the levels of the other factor.
type grouped struct {
	begin []int
	other []int32
	row   []int32 // of each label in the file
	value []float64
	sum   []float64 // of each level
}

// read reads the columns item, labeler and label of a file.
func read(path string) (*labels, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows := csv.NewReader(f)
	rows.ReuseRecord = true
	header, err := rows.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	at := [3]int{slices.Index(header, "item"), slices.Index(header, "labeler"), slices.Index(header, "label")}
	if slices.Contains(at[:], -1) {
		return nil, fmt.Errorf("%s: the columns item, labeler and label are needed", path)
	}
	l := &labels{}
	var index [2][]int32
	codes := [2]map[string]int32{{}, {}}
	for {
		row, err := rows.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		y, err := strconv.ParseFloat(row[at[2]], 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		l.value = append(l.value, y)
		for k := range index {
			name := row[at[k]]
			code, known := codes[k][name]
			if !known {
				code = int32(len(codes[k]))
				codes[k][string([]byte(name))] = code
			}
			index[k] = append(index[k], code)
		}
	}
	if len(codes[0]) < 4 || len(codes[1]) < 4 {
		return nil, fmt.Errorf("%s: a flat prior of a standard deviation needs four items and labelers", path)
	}
	for k := range l.of {
		l.of[k] = group(index[k], index[1-k], l.value, len(codes[k]))
	}
	return l, nil
}

func group(own, other []int32, value []float64, levels int) grouped {
	g := grouped{begin: make([]int, levels+1), other: make([]int32, len(own)), row: make([]int32, len(own)),
		value: make([]float64, len(own)), sum: make([]float64, levels)}
	for _, i := range own {
		g.begin[i+1]++
	}
	for i := range levels {
		g.begin[i+1] += g.begin[i]
	}
	next := slices.Clone(g.begin)
	for n, i := range own {
		g.other[next[i]], g.row[next[i]], g.value[next[i]] = other[n], int32(n), value[n]
		next[i]++
		g.sum[i] += value[n]
	}
	return g
}
