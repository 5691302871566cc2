package html_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"concord/report/html"
	"concord/result"
	"concord/result/catalogue"
)

// A page can be made of any result; what it has no draws for is left out.
func ExampleWrite() {
	found := &result.Result{
		Data: result.Data{
			File: "jokes.csv", Kind: "numeric", Labels: 800, Items: 100, Labelers: 40,
			Studies: []result.Study{{Name: "crowd", Labels: 800, Items: 100, Labelers: 40, Mean: 45}},
		},
		Interval: result.Intervals{Level: 0.95, Kind: "eti"},
		Estimates: []result.Estimate{{
			Quantity: catalogue.ICC, Studies: []string{"crowd"}, Scale: result.ScaleLabel,
			Mean: 0.305, SD: 0.04, Lower: 0.229, Upper: 0.386, RHat: 1.001, ESSBulk: 2000, ESSTail: 1800, MCSE: 0.001,
		}},
	}
	dir, err := os.MkdirTemp("", "page")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	file, err := os.Create(filepath.Join(dir, "report.html"))
	if err != nil {
		panic(err)
	}
	if err := html.Write(file, html.Report{Result: found, Version: "v0.1.0"}); err != nil {
		panic(err)
	}
	if err := file.Close(); err != nil {
		panic(err)
	}
	page, err := os.ReadFile(file.Name())
	if err != nil {
		panic(err)
	}
	for _, line := range strings.Split(string(page), "\n") {
		if strings.HasPrefix(line, "<p>Reliability") || strings.HasPrefix(line, "<title>") {
			fmt.Println(line)
		}
	}
	// Output:
	// <title>Rating quality: jokes.csv</title>
	// <p>Reliability of a single label (ICC, 95% CrI): crowd 0.305 ([0.229, 0.386]).</p>
}
