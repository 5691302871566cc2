package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The table has each number of the JSON once, under the same name, and no other.
func TestJudgesAsATable(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	words, numbers := []string{}, []string{}
	for i := range 30 {
		for who, name := range []string{"a", "b", "c", "=j", "k", "flat"} {
			of := "people"
			y := (i + rng.IntN(4)/3) % 3
			if who > 2 {
				of = name
			}
			if name == "flat" {
				y = 0
			}
			words = append(words, fmt.Sprintf("i%d,%s,%s,%s", i, name, of, []string{"ant", "bee", "cat"}[y]))
			numbers = append(numbers, fmt.Sprintf("i%d,%s,%s,%v", i, name, of, float64(y)+0.5))
		}
	}
	for _, file := range []string{written(t, "item,labeler,study,label", words),
		written(t, "item,labeler,study,label", numbers)} {
		result := inFormats(t, "judge", "--quiet", "--humans", "people", "--draws", "400", file)
		var whole map[string]any
		require.NoError(t, json.Unmarshal([]byte(result["json"]), &whole))
		want := map[string]int{}
		add := func(category, of, quantity string, v any) {
			switch v := v.(type) {
			case float64:
				want[fmt.Sprint(category, "/", of, "/", quantity, "/", v)]++
			case map[string]any:
				if x, ok := v["mean"].(float64); ok && v["lower"] == nil { // no interval
					want[fmt.Sprint(category, "/", of, "/", quantity, "/", x)]++
					return
				}
				for _, key := range []string{"mean", "median", "lower", "upper"} {
					if x, ok := v[key].(float64); ok {
						want[fmt.Sprint(category, "/", of, "/", quantity, ".", key, "/", x)]++
					}
				}
			}
		}
		standing := func(category, of string, s map[string]any) {
			for quantity, v := range s {
				if slices.Contains([]string{"labels", "items", "labelers", "reweighting", "diagnostics"},
					quantity) {
					continue
				}
				list, ok := v.([]any)
				if !ok {
					add(category, of, quantity, v)
				}
				for _, one := range list {
					if p, ok := one.(map[string]any)["probability"]; ok {
						add(category, of, quantity, p)
						continue
					}
					add(category, of, quantity, one)
				}
			}
		}
		comparison := func(category string, j map[string]any) {
			people := j["people"].(map[string]any)
			standing(category, people["study"].(string), people)
			for _, s := range j["judges"].([]any) {
				of := s.(map[string]any)
				standing(category, of["study"].(string), of)
			}
			for _, c := range j["common_errors"].([]any) {
				pair := c.(map[string]any)["judges"].([]any)
				add(category, fmt.Sprint(pair[0], " | ", pair[1]), "common_errors", c)
			}
			add(category, "", "independent_judges", j["independent_judges"])
		}
		if categories, ok := whole["categories"].([]any); ok {
			for _, c := range categories {
				of := c.(map[string]any)
				add(of["category"].(string), "people", "share", of["share"])
				comparison(of["category"].(string), of["judges"].(map[string]any))
			}
			for _, a := range whole["agreement"].([]any) {
				of := a.(map[string]any)
				name, _ := of["judge"].(string)
				if name == "" {
					name = "people"
				}
				add("", name, "same", of["same"])
				c := of["coefficient"].(map[string]any)
				c["mean"] = c["estimate"]
				add("", name, c["coefficient"].(string), c)
			}
		} else {
			comparison("", whole)
		}

		rows, err := csv.NewReader(strings.NewReader(result["csv"])).ReadAll()
		require.NoError(t, err)
		place := map[string]int{}
		for i, name := range rows[0] {
			place[name] = i
		}
		got := map[string]int{}
		for _, row := range rows[1:] {
			category := ""
			if i, ok := place["category"]; ok {
				category = row[i]
			}
			of := strings.TrimPrefix(row[place["study"]], "'") // what a spreadsheet would take for a formula
			quantity := row[place["quantity"]]
			spread := row[place["lower"]] != "" || row[place["median"]] != ""
			for key, column := range map[string]string{"mean": "estimate", "median": "median", "lower": "lower",
				"upper": "upper"} {
				cell := row[place[column]]
				if cell == "" {
					continue
				}
				var x float64
				require.NoError(t, json.Unmarshal([]byte(cell), &x))
				name := quantity
				if spread {
					name += "." + key
				}
				got[fmt.Sprint(category, "/", of, "/", name, "/", x)]++
			}
		}
		require.Greater(t, len(want), 50)
		require.Equal(t, want, got)
	}
}
