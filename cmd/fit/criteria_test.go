package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/option"
	"concord/internal/slowtest"
)

// swiftly are flags of a fit by criteria that takes little time.
func swiftly(args ...string) []string {
	return append([]string{"--criteria", "criterion", "-q", "--draws", "30", "--chains", "2"}, args...)
}

// criteriaRows returns the rows of the study of testdata, the header first, as far as keep holds.
func criteriaRows(t *testing.T, keep func(row []string) bool) [][]string {
	t.Helper()
	f, err := os.Open(testdata("criteria.csv"))
	require.NoError(t, err)
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	rows := all[:1]
	for _, row := range all[1:] {
		if keep(row) {
			rows = append(rows, row)
		}
	}
	return rows
}

func writtenRows(t *testing.T, rows [][]string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "criteria.csv")
	var s strings.Builder
	require.NoError(t, csv.NewWriter(&s).WriteAll(rows))
	require.NoError(t, os.WriteFile(path, []byte(s.String()), 0o644))
	return path
}

// tried runs a command that may fail, or whose chains may not have converged.
func tried(args ...string) (stdout, stderr string) {
	var out, err bytes.Buffer
	run(args, streams{in: strings.NewReader(""), out: &out, err: &err})
	return out.String(), err.String()
}

// A file with a column of labels on each criterion gives the same numbers as a row for each label.
func TestWideCriteriaAreTheSame(t *testing.T) {
	slowtest.Only(t)
	rows := criteriaRows(t, func([]string) bool { return true })
	at, wide := map[string]int{}, [][]string{{"item", "labeler", "study", "coherence", "fluency", "relevance"}}
	for _, row := range rows[1:] { // item, labeler, study, criterion, label
		key := strings.Join(row[:3], " ")
		if _, known := at[key]; !known {
			at[key] = len(wide)
			wide = append(wide, append(append([]string{}, row[:3]...), "", "", ""))
		}
		for c, name := range wide[0][3:] {
			if name == row[3] {
				wide[at[key]][3+c] = row[4]
			}
		}
	}
	long, _ := tried(swiftly("--format", "csv", testdata("criteria.csv"))...)
	args := swiftly("--format", "csv", writtenRows(t, wide))
	args[1] = "coherence,fluency,relevance"
	got, _ := tried(args...)
	assert.Equal(t, long, got)
	assert.Contains(t, long, "halo_difference,,judge,,")
}

// Each fault has a text and a command to paste.
func TestFaultsOfCriteria(t *testing.T) {
	every := func([]string) bool { return true }
	for name, c := range map[string]struct {
		args []string
		rows [][]string
		want []string
	}{
		"a criterion once": {nil, criteriaRows(t, func(row []string) bool {
			return row[3] != "fluency" || row[2] == "people" || row[0] == "item_001"
		}), []string{`group "judge" has one label on criterion "fluency"`, "--where 'criterion!=fluency'",
			"--where 'study!=judge'"}},
		"a criterion in one group": {nil, criteriaRows(t, func(row []string) bool {
			return row[3] != "fluency" || row[2] == "people"
		}), []string{`group "judge" has no label on criterion "fluency"`, "--where 'criterion!=fluency'"}},
		"one criterion": {nil, criteriaRows(t, func(row []string) bool { return row[3] == "fluency" }),
			[]string{"all labels are by one criterion", "/criteria.csv --chains"}},
		"no column": {[]string{"--criteria", "aspect"}, criteriaRows(t, every), []string{"aspect"}},
		"nobody": {[]string{"--labeler", "-"}, criteriaRows(t, every),
			[]string{"name no labeler", "--labeler COLUMN"}},
		"no people": {nil, criteriaRows(t, func(row []string) bool { return row[2] == "judge" }),
			[]string{"each item has one label on a criterion"}},
		"a judge as the reference": {[]string{"--reference", "judge"}, criteriaRows(t, every),
			[]string{"it cannot be the reference", "--reference people"}},
		"no such reference": {[]string{"--reference", "judges"}, criteriaRows(t, every), []string{"judges", "judge"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, said := tried(append(swiftly(c.args...), writtenRows(t, c.rows))...)
			for _, want := range c.want {
				assert.Contains(t, said, want)
			}
		})
	}
	var many [][]string // 30 criteria: each label stands on ten
	for n, row := range criteriaRows(t, every) {
		for i := range 10 {
			if n == 0 && i > 0 {
				break
			}
			copied := append([]string{}, row...)
			if n > 0 {
				copied[3] = fmt.Sprintf("%s_%d", row[3], i)
			}
			many = append(many, copied)
		}
	}
	_, said := runFit(t, exitInput, swiftly(writtenRows(t, many))...)
	assert.Contains(t, said, "30 criteria in 1 group are more than 24 pairs")
	assert.Contains(t, said, "--by criterion")
}

// Columns of labels that say the same, or nothing, are no criteria, and names of columns may have blanks, commas and
// quotes.
func TestFaultsOfWideCriteria(t *testing.T) {
	rows := [][]string{{"item", "labeler", "a b", "c,d", `e "f"`, "copy", "same"}}
	for item := range 30 {
		for labeler := range 4 {
			of := func(k int) string { return fmt.Sprint((item/(k+1) + (item+2*labeler+k)*labeler/(3+k)) % 2) }
			rows = append(rows, []string{fmt.Sprint(item), fmt.Sprint(labeler), of(0), of(1), of(2), of(0), "1"})
		}
	}
	path := writtenRows(t, rows)
	try := func(criteria string) string {
		out, said := tried("-q", "--draws", "60", "--chains", "2", "--criteria", criteria, path)
		return out + said
	}
	said := try(`a b,"c,d","e ""f"""`)
	assert.Contains(t, said, "3 criteria\n")
	assert.Contains(t, said, "No verdict: the chains have not converged")
	for criteria, want := range map[string][]string{
		"a b,copy": {`labels on criterion "copy" that follow exactly from labels on "a b"`, "a b alone:",
			" --label 'a b'"},
		`a b,"c,d",copy`: {`that follow exactly from labels on "a b"`, `--criteria 'a b,"c,d"'`},
		`a b,same`:       {`criterion "same" has 120 labels, all of them 1`, "a b alone:"},
		`a b,copi`:       {`no column is named "copi"`, "--criteria 'a b,copy'"},
	} {
		said := try(criteria)
		for _, text := range want {
			assert.Contains(t, said, text)
		}
	}
	rows = append(rows, rows[1])
	path = writtenRows(t, rows)
	for _, rule := range [][]string{nil, {"--duplicates", "keep"}} {
		_, said := runFit(t, exitInput, append([]string{"-q", "--criteria", "a b,same", path}, rule...)...)
		assert.Contains(t, said, "--duplicates last")
		assert.NotContains(t, said, "--duplicates keep\n")
	}
}

// Names of criteria and groups that have commas and quotes are left out by a condition of one name.
func TestConditionsOfCriteria(t *testing.T) {
	rows := criteriaRows(t, func(row []string) bool { return row[3] != "fluency" || row[2] == "people" })
	for _, row := range rows[1:] {
		row[2] = strings.Replace(row[2], "judge", "ju,dge", 1)
		row[3] = strings.Replace(row[3], "fluency", `flu"ency`, 1)
	}
	path := writtenRows(t, rows)
	_, said := runFit(t, exitInput, swiftly(path)...)
	assert.Contains(t, said, `--where 'criterion!="flu""ency"'`)
	assert.Contains(t, said, `--where 'study!="ju,dge"'`)
	out, said := tried(swiftly("--where", `study!="ju,dge"`, path)...)
	assert.Contains(t, out, "3 criteria\n", said)
}

// The error about labels by several criteria has the command that fits them jointly.
func TestCriteriaAreOffered(t *testing.T) {
	_, said := runFit(t, exitInput, testdata("criteria.csv"))
	assert.Contains(t, said, "all jointly, to see how they go together:\n  fit ")
	assert.Contains(t, said, " --criteria criterion\n")
	_, said = runFit(t, exitInput, testdata("strangers/criteria_wide.csv"))
	assert.Contains(t, said, " --criteria coherence,consistency,fluency,relevance\n")
}

// A judge who labelled each item on one criterion has no halo, and no correlation of its labels on two.
func TestNoHaloWithoutLabelsOnTwoCriteria(t *testing.T) {
	criteria := []string{"coherence", "fluency", "relevance"}
	rows := criteriaRows(t, func(row []string) bool {
		return row[2] == "people" || criteria[int(row[0][len(row[0])-1])%3] == row[3]
	})
	out, said := tried(swiftly("--format", "json", writtenRows(t, rows))...)
	a := foundIn(t, out)
	for _, quantity := range []string{"halo", "halo_difference", "one_labeler"} {
		assert.Equal(t, "no labeler gave an item labels on two criteria", a.one(t, quantity, "judge").Why, said)
	}
	for _, r := range a.of("halo", "people") {
		assert.NotNil(t, r.Value)
	}
	assert.Contains(t, a.Notes[0], "judge: nothing is known of the halo")
}

// No flag is silently ignored.
func TestFlagsThatDoNotGoWithCriteria(t *testing.T) {
	for _, args := range [][]string{{"--target", "0.8"}, {"--by", "study"}, {"--facet", "item:labeler"},
		{"--effects", "--out", t.TempDir()}, {"--icc", "consistency"}, {"--compare", "--residual common"},
		{"--items", "i.csv"}, {"--replications", "0"}, {"--covariate", "study"}, {"--log"}} {
		_, said := runFit(t, exitUsage, append(swiftly(args...), testdata("criteria.csv"))...)
		assert.Contains(t, said, args[0]+" does not go with --criteria\n  without it: fit --criteria criterion")
	}
	for flag, value := range map[string]string{"--labeler-effects": "none", "--format": "apa",
		"--label": "coherence,fluency"} {
		_, said := runFit(t, exitUsage, append(swiftly(flag, value), testdata("criteria.csv"))...)
		assert.Contains(t, said, flag+" "+value)
	}
	_, said := runFit(t, exitUsage, "--criteria", "", testdata("criteria.csv"))
	assert.Contains(t, said, "--criteria names no column")
}

// Every format has the halo, and the page a matrix of correlations.
func TestFormatsOfCriteria(t *testing.T) {
	dir := t.TempDir()
	page := filepath.Join(dir, "page.html")
	args, files := swiftly("--full", "--html", page, testdata("criteria.csv")), []string{}
	for _, end := range []string{"txt", "json", "md", "tex", "csv"} { // also.txtar: a file has what the format prints
		files = append(files, filepath.Join(dir, "result."+end))
		args = append(args, "--also", files[len(files)-1])
	}
	require.Len(t, files, len(option.Format.Choices))
	out, _ := tried(args...)
	assert.Contains(t, out, "halo")
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Contains(t, string(text), "halo", file)
		assert.Contains(t, string(text), "relevance", file)
	}
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Contains(t, string(text), "true-scores-1")
}

// lme4 1.1.31 of R 4.2.2, on the labels of people as numbers, with one residual for all criteria:
//
//	m <- lmer(label ~ criterion + (0 + criterion | item) + (0 + criterion | labeler) + (1 | item:labeler), d)
//
// Correlations of items, ICCs, and the halo, which is the share of item:labeler in the error. REML has no prior, and
// this fit has a residual for each criterion: differences are well within the intervals.
func TestCriteriaAgainstLme4(t *testing.T) {
	out, _ := runFit(t, exitFine, "--criteria", "criterion", "-q", "--family", "gaussian", "--where", "study=people",
		"--format", "json", testdata("criteria.csv"))
	a := foundIn(t, out)
	near := func(want, within float64, quantity, of, against string) {
		rows := a.where(func(r foundRow) bool {
			return r.Quantity == quantity && r.Of == of && r.Against == against && r.Term == ""
		})
		require.Len(t, rows, 1, quantity+of+against)
		assert.InDelta(t, want, *rows[0].Value, within, quantity+of+against)
	}
	// Posterior standard deviations are 0.09 to 0.13, then 0.06, and 0.04.
	near(0.7280, 0.06, "true_scores", "coherence", "fluency")
	near(0.3598, 0.06, "true_scores", "coherence", "relevance")
	near(0.6949, 0.06, "true_scores", "fluency", "relevance")
	near(0.3197, 0.04, "icc", "coherence", "")
	near(0.4041, 0.04, "icc", "fluency", "")
	near(0.3765, 0.04, "icc", "relevance", "")
	near(0.2463, 0.02, "halo", "", "")
}
