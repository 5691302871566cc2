package main

import (
	"fmt"
	"strconv"
	"strings"
)

// measured is a row of the table: the time and memory for a number of labels, of one family and number of studies.
type measured struct {
	family         string
	studies        int
	labels, wall   float64 // wall: seconds, 0 where it was not measured
	processor      float64 // seconds
	memory         float64 // MB
	ess, gradients float64
}

// readTable returns the rows of the first table of a Markdown page whose header has the columns of this program.
func readTable(page string) ([]measured, error) {
	var rows []measured
	inside := false
	for n, line := range strings.Split(page, "\n") {
		cells := strings.Split(line, "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case strings.HasSuffix(strings.Join(cells, "|"), strings.Join(header[1:], "|")+"||"):
			inside = true
		case !inside || strings.HasPrefix(line, "| ---"):
		case !strings.HasPrefix(line, "|"):
			return rows, nil
		default:
			row, err := parseRow(cells)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n+1, err)
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// parseRow reads the cells of a line, of which the first and the last are empty.
func parseRow(cells []string) (measured, error) {
	if len(cells) != len(header)+3 {
		return measured{}, fmt.Errorf("%d cells instead of %d", len(cells)-2, len(header)+1)
	}
	numbers := make([]float64, len(header))
	for i := range numbers {
		text := strings.ReplaceAll(cells[i+1], ",", "")
		if i == 0 || text == "–" {
			continue
		}
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return measured{}, fmt.Errorf("%s: %w", header[i], err)
		}
		numbers[i] = x
	}
	return measured{
		family: cells[1], studies: int(numbers[1]), labels: numbers[2], wall: numbers[4], processor: numbers[5],
		memory: numbers[6], ess: numbers[7], gradients: numbers[8],
	}, nil
}
