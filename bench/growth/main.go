// Growth runs fit on simulated studies of growing size, and prints the time and memory of each: rows of a Markdown
// table.
//
//	bench/run growth [-labels 1000,10000] [-kinds gaussian,noise] [-studies 1,2,10] -- [flags of fit…]
//	bench/run growth -draw bench/README.md > docs/figures/growth.svg
//
// A kind is a family of labels, or a family with a term more. A study has ten labels of each item, and 50 or more of
// each labeler; several studies label the same items, with correlation 0.8, and share the labels. The whole process is
// measured, reading and report included, with the flags of fit that stand last; --bootstrap 0 --replications 0 leaves
// coefficients and predictive check out. Time of the processor is over all cores. The effective size is the least of
// bulk and tail over all estimates, and gradients are those of warm-up and draws; where effects are drawn in turn they
// are of the parameters alone, and cost no pass over the labels. The second command draws the table that stands in a
// page.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"concord/bench/internal/usage"
)

func main() {
	log.SetFlags(0)
	labels := flag.String("labels", "1000,10000,100000", "numbers of labels")
	of := flag.String("kinds", "gaussian,bernoulli,ordinal", "kinds of labels and terms: "+kindNames())
	studies := flag.String("studies", "1,2,10", "numbers of studies")
	page := flag.String("draw", "", "Markdown page whose table is to be drawn as SVG, instead of any run")
	flag.Parse()
	if *page != "" {
		if err := drawPage(os.Stdout, *page); err != nil {
			log.Fatal(err)
		}
		return
	}
	folder, err := os.MkdirTemp("", "growth")
	if err != nil {
		log.Fatal(err)
	}
	fit := filepath.Join(folder, "fit")
	if out, err := exec.Command("go", "build", "-o", fit, "./cmd/fit").CombinedOutput(); err != nil {
		log.Fatalf("fit does not build (run it in the module's folder): %v\n%s", err, out)
	}
	fmt.Println("| " + strings.Join(header, " | ") + " | |")
	fmt.Println("| --- " + strings.Repeat("| ---: ", len(header)-1) + "| --- |")
	for _, name := range strings.Split(*of, ",") {
		kind, ok := kindOf(name)
		if !ok {
			log.Fatalf("%q is none of the kinds %s", name, kindNames())
		}
		for _, k := range numbers(*studies) {
			for _, n := range numbers(*labels) {
				s := study{kind: kind, studies: k, labels: n, file: filepath.Join(folder, "labels.csv")}
				if err := s.simulate(fit); err != nil {
					log.Fatal(err)
				}
				row, err := s.row(fit, flag.Args())
				if err != nil {
					log.Fatal(err)
				}
				fmt.Println(row)
			}
		}
	}
	if err := os.RemoveAll(folder); err != nil {
		log.Fatal(err)
	}
}

// header has the names of the columns but the last one, for notes.
var header = []string{
	"labels are", "K", "labels", "items", "wall s", "processor s", "memory, MB", "least ESS", "gradients",
}

func numbers(list string) []int {
	var all []int
	for _, text := range strings.Split(list, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			log.Fatalf("%q is no number from 1", text)
		}
		all = append(all, n)
	}
	return all
}

// study is a row: a simulated study with its file.
type study struct {
	kind            kind
	studies, labels int
	file            string
}

const perItem = 10 // labels of each item in a study

func (s study) items() int { return max(10, s.labels/(perItem*s.studies)) }

// simulate writes the labels.
func (s study) simulate(fit string) error {
	names := make([]string, s.studies)
	for k := range names {
		names[k] = fmt.Sprintf("s%d", k+1)
	}
	labelers := max(12, min(s.items()*perItem/50, 5000))
	arguments := []string{"simulate", "--studies", strings.Join(names, ","),
		"--items", strconv.Itoa(s.items()), "--labelers", strconv.Itoa(labelers),
		"--labels-per-item", strconv.Itoa(perItem / max(1, s.kind.again)), "--item-sd", "1", "--labeler-sd", "0.5",
		"--seed", "18", "--output", s.file}
	if s.studies > 1 {
		arguments = append(arguments, "--correlation", "0.8")
	}
	arguments = append(arguments, s.kind.simulate...)
	if out, err := exec.Command(fit, arguments...).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// row fits the labels.
func (s study) row(fit string, more []string) (string, error) {
	cmd := exec.Command(fit, slices.Concat([]string{"--quiet", "--format", "json"}, s.kind.fit, more,
		[]string{s.file})...)
	var text, faults strings.Builder
	cmd.Stdout, cmd.Stderr = &text, &faults
	began := time.Now()
	err := cmd.Run() // not converged is an error too, and a row
	wall := time.Since(began)
	var report struct {
		Data struct{ Labels, Items int }
		Runs [1]struct {
			Sampler struct {
				Gradients int
				Blocked   bool `json:"in_turns"`
				Attempts  int
				Thin      int
			}
			Diagnostics struct {
				Bulk      float64 `json:"min_ess_bulk"`
				Tail      float64 `json:"min_ess_tail"`
				Converged bool
			}
		}
	}
	if fault := json.Unmarshal([]byte(text.String()), &report); fault != nil {
		return "", fmt.Errorf("fit: %w: %s", err, faults.String())
	}
	run := report.Runs[0]
	var notes []string
	if run.Sampler.Blocked {
		notes = append(notes, "in turn")
	}
	if run.Sampler.Attempts > 1 {
		notes = append(notes, "second attempt")
	}
	if run.Sampler.Thin > 1 {
		notes = append(notes, fmt.Sprintf("thinned by %d", run.Sampler.Thin))
	}
	if !run.Diagnostics.Converged {
		notes = append(notes, "not converged")
	}
	return fmt.Sprintf("| %s | %d | %d | %d | %.2f | %.2f | %.0f | %.0f | %d | %s |", s.kind.words, s.studies,
		report.Data.Labels, report.Data.Items, wall.Seconds(), usage.Processor(cmd.ProcessState),
		usage.Memory(cmd.ProcessState), min(run.Diagnostics.Bulk, run.Diagnostics.Tail),
		run.Sampler.Gradients, strings.Join(notes, ", ")), nil
}
