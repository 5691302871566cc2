package predictive

import (
	"concord/model"
	"concord/sampler"
	"concord/study"
	"context"
	"fmt"
	"os"
	"testing"
	"time"
)

func TestTry(t *testing.T) {
	f := os.Getenv("TRY")
	tb, err := study.ReadFile(f, study.Options{})
	if err != nil {
		t.Fatal(err)
	}
	fit, err := model.Fit(context.Background(), tb, model.Spec{}, sampler.Settings{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	b := time.Now()
	c, err := Run(context.Background(), fit, Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(time.Since(b), c.Replicates)
	for _, r := range append(c.Coefficients, c.Discrepancies...) {
		fmt.Printf("%-24s %-24v %.3f %.3f [%.3f %.3f] %.3f %s\n", r.Statistic, r.Studies, r.Observed, r.Mean, r.Lower, r.Upper, r.Tail, r.Undefined)
	}
	for _, l := range c.Outliers {
		fmt.Println(l)
	}
	for _, l := range c.Shifts {
		fmt.Println(l)
	}
	for _, l := range c.Doubts {
		fmt.Printf("%+v\n", l)
	}
}
