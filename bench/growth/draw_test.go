package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const docs = "../../docs"

// Run with UPDATE_GOLDEN=1 where the table has changed.
func TestPictureIsOfTheTable(t *testing.T) {
	var got strings.Builder
	require.NoError(t, drawPage(&got, filepath.Join("..", "README.md")))
	golden := filepath.Join(docs, "figures", "growth.svg")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.WriteFile(golden, []byte(got.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), got.String())
}

func tableOf(lines ...string) string {
	return "A page.\n\n| " + strings.Join(header, " | ") + " | |\n| --- |\n" + strings.Join(lines, "\n") + "\n\nMore.\n"
}

func TestTableIsRead(t *testing.T) {
	rows, err := readTable(tableOf("| binary | 10 | 1,000,000 | 100,000 | – | 8.5 | 24 | 2,468 | 11,186 | in turn |"))
	require.NoError(t, err)
	assert.Equal(t, []measured{{
		family: "binary", studies: 10, labels: 1e6, processor: 8.5, memory: 24, ess: 2468, gradients: 11186,
	}}, rows)

	_, err = readTable(tableOf("| binary | ten | 1 | 1 | 1 | 1 | 1 | 1 | 1 | |"))
	assert.ErrorContains(t, err, "line 5: K:")
	_, err = readTable(tableOf("| binary | 1 | 1 |"))
	assert.ErrorContains(t, err, "line 5: 3 cells instead of 10")
}

// Twice as far up the picture for ten times as much: a line through (10, 1) and (1,000, 100) has the slope 1.
func TestAxesAreLogarithmic(t *testing.T) {
	rows := []measured{{labels: 10, wall: 1}, {labels: 1000, wall: 100}}
	x := axis{decades(rows, func(m measured) float64 { return m.labels }), 50, 200}
	y := axis{decades(rows, func(m measured) float64 { return m.wall }), 300, -100}
	assert.Equal(t, [2]int{1, 3}, x.decades)
	assert.Equal(t, [2]int{0, 2}, y.decades)
	assert.InDelta(t, 50, x.at(10), 1e-9)
	assert.InDelta(t, 150, x.at(100), 1e-9)
	assert.InDelta(t, 250, x.at(1000), 1e-9)
	assert.InDelta(t, 200, y.at(100), 1e-9)
}

func TestPageWithoutTheTable(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.md")
	require.NoError(t, os.WriteFile(page, []byte("no table\n"), 0o644))
	assert.ErrorContains(t, drawPage(&strings.Builder{}, page), "has no table with the columns labels are, K")
}
