// Package session works on a file of labels for the page for browsers: it reads it, computes coefficients, fits the
// model and lays the report out. It knows nothing of browsers, so that tests run it as a plain program.
package session

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/internal/quoting"
	"concord/internal/result/export"
	"concord/internal/visible"
	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// Request is the state of the page's controls. The zero value leaves all to the file.
type Request struct {
	// Item, Labeler, Study and Label are columns: "" is found, "-" none.
	Item, Labeler, Study, Label string
	Reference                   string // study; "": the first of the file
	Sheet                       string // of a workbook; "": the one with a table
	// Labels is the kind of labels: "" by the file, "binary", "ordered", "numbers".
	Labels   string
	Positive []string // spellings of binary labels
	Order    []string // ordered categories, ascending
	// Labelers says who they are: "" or "nested", "shared", "none".
	Labelers   string
	Duplicates string // "" or "error", "first", "last", "mean", "keep"
	Seed       uint64 // 0: 1
	Draws      int    // of each chain; 0: 400, or fewer of many labels, and of judges as many as the command makes
	// Task is the question, one of [Question]; "" leaves it to the file. People are the study Humans. Judges
	// are studies, all others if none is named, or labelers of the only study.
	Task, Humans string
	Judges       []string
	// Property is the column that labels may depend on.
	Property string
	// Criteria are one column that names the criterion of each label, or several that have the labels on one each.
	Criteria []string

	warmup   int    // of each chain; 0: as the command has it
	occasion string // column of the occasions of measurements; "" for none
}

// chains is how many chains a fit has, as the command's has.
const chains = 4

// Defaults of each chain: fewer draws than the command's, after a shorter warm-up, because a browser takes several
// times as long for each. Posterior means then have a Monte Carlo error of 0.03 to 0.05 of the posterior's standard
// deviation and not of 0.02.
const (
	draws  = 400
	warmup = 75
)

// mostMemory is the limit for labels and names, in bytes: a browser gives a page 4 GB at most, and a phone less.
const mostMemory = 1 << 30

// kinds are the values of Labels.
var kinds = map[string]study.Kind{"": 0, "binary": study.Binary, "ordered": study.Ordinal, "numbers": study.Numeric}

// kind returns the kind of labels that is asked for; 0 leaves it to the file.
func (q Request) kind() (study.Kind, error) {
	k, ok := kinds[q.Labels]
	if !ok {
		return 0, fmt.Errorf("labels cannot be %q", q.Labels)
	}
	return k, nil
}

// options returns how to read the file.
func (q Request) options() (read.Options, error) {
	o := read.Options{
		Item: q.Item, Labeler: q.Labeler, Study: q.Study, Label: q.Label, MaxMemory: mostMemory, AllowNominal: true,
		Looks: true, Sheet: q.Sheet,
	}
	kind, err := q.kind()
	if err != nil {
		return o, err
	}
	o.Kind = kind
	switch {
	case q.Task != "" && !known(q.Task):
		return o, fmt.Errorf("nothing is known of the question %q", q.Task)
	case q.Task == comparing:
		o.Candidates = true
	case q.Task == properties && q.Property == "":
		return o, &unsuitedError{"no property is chosen", "property"}
	case q.Task == properties:
		o.Factors = []string{q.Property}
	case q.Task == byCriteria && len(q.Criteria) == 0:
		return o, &unsuitedError{"no criteria are chosen", "criteria"}
	case q.Task == byCriteria && len(q.Criteria) == 1:
		o.Factors = q.Criteria
	case q.Task == byCriteria:
		o.Label = ""
	case q.Task == measuring && q.occasion != "":
		o.Factors = []string{q.occasion}
	}
	switch kind {
	case study.Binary:
		o.Positive = q.Positive
	case study.Ordinal:
		o.Order = q.Order
	}
	if q.Duplicates == "" {
		return o, nil
	}
	d, err := study.ParseDuplicates(q.Duplicates)
	o.Duplicates = d
	return o, err
}

// spec returns the model that is asked for.
func (q Request) spec() (spec.Spec, error) {
	var s spec.Spec
	kind, err := q.kind()
	if err != nil {
		return s, err
	}
	if kind != 0 {
		s.Family, _ = family.For(kind)
	}
	switch q.Labelers {
	case "":
	case "nested":
		s.Labelers = spec.Nested
	case "shared":
		s.Labelers = spec.Shared
	case "none":
		s.Labelers = spec.NoLabelers
	default:
		return s, fmt.Errorf("labelers cannot be %q", q.Labelers)
	}
	if q.Task == properties {
		s.Covariates = []spec.Covariate{{Factor: q.Property}}
	}
	return s, nil
}

// settings returns the settings of the sampler, without a number of draws if that is left open.
func (q Request) settings() sampler.Settings {
	return sampler.Settings{Chains: chains, Seed: q.seed(), Draws: q.Draws, Warmup: q.warmup, MaxDepth: 10}
}

func (q Request) seed() uint64 {
	if q.Seed == 0 {
		return 1
	}
	return q.Seed
}

// setting is a flag of the command with its values.
type setting struct {
	name   string
	values []string
}

// argument is the flag as a word of the command. A list of judges is one even if it has a single name.
func (st setting) argument() string {
	value := st.values[0]
	if len(st.values) > 1 || slices.Contains([]string{"judge", "criteria", "covariate"}, st.name) {
		value = quoting.List(st.values...)
	}
	return "--" + st.name + "=" + value
}

// flags are the settings with which the command does the same.
func (q Request) flags() []setting {
	var all []setting
	add := func(name string, values ...string) {
		if len(values) > 0 && values[0] != "" {
			all = append(all, setting{name, values})
		}
	}
	add("sheet", q.Sheet)
	add("item", q.Item)
	add("labeler", q.Labeler)
	add("group", q.Study)
	if q.Task != byCriteria || len(q.Criteria) < 2 {
		add("label", q.Label)
	}
	models := fits(q.Task) && q.Task != comparing
	if f, ok := family.For(kinds[q.Labels]); ok && models {
		add("family", f.String())
	}
	switch kinds[q.Labels] {
	case study.Binary:
		add("positive", q.Positive...)
	case study.Ordinal:
		add("order", q.Order...)
	}
	add("duplicates", q.Duplicates)
	if models {
		add("labeler-effects", q.Labelers)
	}
	switch q.Task {
	case judges:
		add("humans", q.Humans)
		add("judge", q.Judges...)
	case properties:
		add("covariate", q.Property)
	case byCriteria:
		add("criteria", q.Criteria...)
	}
	if q.Task != judges && q.Task != measuring && q.Task != comparing {
		add("reference", q.Reference)
	}
	if !fits(q.Task) {
		return all
	}
	add("seed", strconv.FormatUint(q.seed(), 10))
	if q.Draws > 0 {
		add("draws", strconv.Itoa(q.Draws))
	}
	if q.warmup > 0 {
		add("warmup", strconv.Itoa(q.warmup))
	}
	return all
}

// commandName is the command that answers the question; "" is the one without a name.
func (q Request) commandName() string {
	return map[string]string{agreement: "agreement", measuring: "measurement", labelers: "labelers", comparing: "rank",
		planning: "plan", judges: export.JudgesCommand}[q.Task]
}

// arguments are the arguments of the command, as a shell separates them.
func (q Request) arguments(file string) []string {
	var all []string
	if name := q.commandName(); name != "" {
		all = append(all, name)
	}
	for _, f := range q.flags() {
		all = append(all, f.argument())
	}
	return append(all, quoting.File(file))
}

// Command is the command for a shell that answers the same question.
func (s *Session) Command() string { return s.request.command(s.name) }

// command is the command for a shell that does the same.
func (q Request) command(file string) string {
	return quoting.Line(append([]string{"fit"}, q.arguments(file)...)...)
}

// asControls is the wording of choices that a report advises, for users of the page. Most choices have flags of the
// command only.
func asControls(choices ...model.Choice) string {
	var all []string
	for _, c := range choices {
		value := c.Value
		switch {
		case c.Choices != nil:
			value = "“" + asControls(c.Choices...) + "”"
		case c.Names != nil:
			value = visible.Names(c.Names)
		}
		switch {
		case c.Command != "":
			all = append(all, "the command fit "+c.Command)
		case c.Name == "labeler-effects" && labelersControl[value] != "":
			all = append(all, labelersControl[value])
		case c.Name == "family" && labelsControl(value) != "":
			all = append(all, labelsControl(value))
		default:
			all = append(all, strings.TrimSpace("the command with --"+c.Name+" "+value))
		}
	}
	return strings.Join(all, ", ")
}

// labelersControl is the state of the control of the labelers, by the command's values.
var labelersControl = map[string]string{
	"nested": "“Labelers: others in each group”", "shared": "“Labelers: the same people”",
	"none": "“Labelers: left out”",
}

// labelsControl is the state of the control of the labels for a family; "" for a family that it does not have.
func labelsControl(name string) string {
	f, ok := family.Named(name)
	if !ok {
		return ""
	}
	return map[study.Kind]string{
		study.Binary: "“Labels: two categories”", study.Ordinal: "“Labels: ordered categories”",
		study.Numeric: "“Labels: numbers”",
	}[f.Kind()]
}
