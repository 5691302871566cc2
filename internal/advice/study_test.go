package advice

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read"
	"concord/study/read/faults"
)

// What is wrong with files, and what is advised on it, as people read it: each file of testdata/advice.json with the
// options with which it is read, and the text.
func TestInputAdvice(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "advice.json"))
	require.NoError(t, err)
	var cases []struct {
		File    string          `json:"file"`
		Options json.RawMessage `json:"options"`
		Printed string          `json:"printed"`
	}
	require.NoError(t, json.Unmarshal(text, &cases))
	require.NotEmpty(t, cases)
	codes := map[study.Code]bool{}
	for k, c := range cases {
		var options read.Options
		require.NoError(t, json.Unmarshal(c.Options, &options))
		name, _, _ := strings.Cut(c.Printed, ":")
		_, err := read.Read(context.Background(), strings.NewReader(c.File), name, options)
		var fault *study.Error
		require.ErrorAs(t, err, &fault, c.Printed)
		codes[fault.Code] = true
		if os.Getenv("UPDATE_GOLDEN") != "" {
			cases[k].Printed = Of(err)
			continue
		}
		assert.Equal(t, c.Printed, Of(err))
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		var b bytes.Buffer
		out := json.NewEncoder(&b)
		out.SetEscapeHTML(false)
		out.SetIndent("", " ")
		require.NoError(t, out.Encode(cases))
		require.NoError(t, os.WriteFile(filepath.Join("testdata", "advice.json"), b.Bytes(), 0o644))
	}
	for _, code := range []study.Code{
		faults.MissingColumn, faults.AmbiguousPart, faults.NoMatchingColumn, faults.ColumnTaken, faults.OpenParts,
		faults.WideWithParts, faults.SingleWideColumn,
		faults.MissingID, study.DuplicateLabel, faults.NotFinite, faults.NotANumber, faults.NoNumbers,
		faults.BinaryNumbers,
		faults.ManyNumbers, faults.ThirdLabel, faults.NoPair, faults.NoPositive, faults.NeitherClass,
		faults.AbsentSpelling,
		faults.PositiveNumbers, faults.OutsideOrder, faults.NoOrder, faults.MixedOrder, faults.FractionalLabel,
		study.TooFewOrdered, study.TooManyOrdered,
	} {
		assert.True(t, codes[code], "there is a file for %s", code)
	}
}

// Files that are too large to be written out, and several label columns.
func TestInputAdviceOnLargeFiles(t *testing.T) {
	var studies, numbers, large strings.Builder
	studies.WriteString("item,study,label\n")
	numbers.WriteString("item,label\n")
	for i := range 1001 {
		fmt.Fprintf(&studies, "a,s%d,1\n", i)
	}
	for i := range 1<<16 + 10 {
		fmt.Fprintf(&numbers, "a,%d\n", i)
	}
	fmt.Fprintf(&large, "%sa,-1e51\n", numbers.String())
	for _, c := range []struct {
		file, want string
		options    read.Options
	}{
		{studies.String(), "names more than 1000 groups, too many to compare in pairs\n" +
			"  without groups: --group -\n  choose another column: --group VALUE", read.Options{}},
		{large.String(), "which sums of squares cannot hold (1 row)\n" +
			"  leave them out: --missing -1e51\n  write the labels in another unit", read.Options{}},
		{numbers.String(), "\n  leave out rows or groups, or allow more memory: --max-memory VALUE",
			read.Options{MaxMemory: 1 << 20}},
		{"item,label\n0,0\n1,1\n" + strings.TrimPrefix(numbers.String(), "item,label\n"),
			"\n  fit them as numbers: --family gaussian" +
				"\n  say which labels are positive: --positive VALUE", read.Options{Kind: study.Binary}},
	} {
		_, err := read.Read(context.Background(), strings.NewReader(c.file), "x", c.options)
		require.Error(t, err)
		assert.Contains(t, Of(err), c.want)
	}
	_, err := read.Tables(context.Background(), strings.NewReader("item,x\na,2\n"), "x", []string{read.AllColumns},
		read.Options{})
	assert.Equal(t, "x: no column holds 0 and 1 only\n  name the columns: --label VALUE", Of(err))
	_, err = read.Tables(context.Background(), strings.NewReader("item,x\na,2\n"), "x", []string{read.AllColumns},
		read.Options{Wide: []string{"x"}})
	assert.Equal(t, "x: the columns are named both as labelers and as labels\n  leave out --label\n  leave out --wide",
		Of(err))
	_, err = read.Tables(context.Background(), strings.NewReader("item,x\na,2\n"), "x", []string{read.AllColumns},
		read.Options{Order: []string{"1", "2", "3"}})
	assert.Equal(t, "x: the columns of 0 and 1 are asked for, but two categories have no order"+
		"\n  leave out --order\n  name the columns: --label VALUE", Of(err))
	// What a wrapper adds stays, and what has no advice is as it is.
	_, err = read.Read(context.Background(), strings.NewReader("item,label\na,x\nb,1\n"), "x", read.Options{Label: "z"})
	assert.Equal(t,
		"before x: no column is named \"z\": item, label\n  choose one: --label VALUE\n  "+
			"by names and values of the columns: leave out --label; behind",
		Of(fmt.Errorf("before %w; behind", err)))
	_, err = read.Read(context.Background(), strings.NewReader("item,label\na,1,2\n"), "x", read.Options{})
	assert.Equal(t, err.Error(), Of(err))
}

// Each command leaves out one of the two, as the call names it, and keeps all others.
func TestAdviceOnNearCovariates(t *testing.T) {
	w := study.Warning{Code: study.NearCovariates, Text: "near",
		Fixes: []study.Fix{study.WithoutCovariate("words", true), study.WithoutCovariate("length", true)}}
	assert.Equal(t, "near; without words: leave out --covariate words and --slopes words; without length: leave out "+
		"--covariate length and --slopes length", Warning(w))
	for _, c := range []struct{ call, withoutWords, withoutLength string }{
		{"--covariate Words:number,length x", "x --covariate length", "x --covariate Words:number"},
		{"judge --covariate length,words --slopes words,length x", "judge x --covariate length --slopes length",
			"judge x --covariate words --slopes words"},
		{"--covariate length,words --slopes words x", "x --covariate length", "x --covariate words --slopes words"},
	} {
		assert.Equal(t, "near\n  without words:\n  "+"fit "+c.withoutWords+"\n  without length:\n  "+
			"fit "+c.withoutLength, called(c.call).Warning(w))
	}
}

func TestDesignAdvice(t *testing.T) {
	warnings := func(o read.Options, file string) (texts []string) {
		table, err := read.Read(context.Background(), strings.NewReader(file), "x", o)
		require.NoError(t, err)
		for _, w := range study.Describe(table).Warnings() {
			texts = append(texts, Warning(w))
		}
		return texts
	}
	few := func(labels ...string) string {
		text := "item,label\n"
		for i, y := range labels {
			text += fmt.Sprintf("i%d,%s\n", i, y)
		}
		return text
	}
	const measured = "are taken as measurements with a normal distribution"
	assert.Equal(t, []string{"the labels are 1 and 2 only, and " + measured +
		"; as binary labels: leave out --family"},
		warnings(read.Options{Kind: study.Numeric}, few("1", "2", "1")))
	assert.Equal(t, []string{"the labels are whole numbers from 1 to 3, and " + measured +
		" and equal steps; if only their order counts: leave out --family"},
		warnings(read.Options{Kind: study.Numeric}, few("3", "2", "1")))

	several, by := "item,labeler,study,label\n", "item,by,label\n"
	divided := "item,labeler,study,site,variant,label\n"
	for i := range 60 {
		several += fmt.Sprintf("i%d,w,s,%d\ni%d,w,t,%d\n", i, i%2, i, i/2%2)
		by += fmt.Sprintf("i%d,ann,%d\ni%d,bob,%d\n", i, i%2, i, i%3%2)
		for k := range 4 {
			who := (i + k) % 7
			divided += fmt.Sprintf("i%d,w%d,s,%c,%c,%d\n", i, who, 'p'+who/3%2, 'u'+k%2, (i+k)%3%2)
		}
	}
	assert.Equal(t, []string{
		"1 labeler name in several groups (w), taken as different people in each; if they are the same people, " +
			"let their levels correlate: --labeler-effects shared; if they label the same items in several groups, " +
			"keep their tastes from raising ρ: --facet item:labeler --facet-effects common",
	}, warnings(read.Options{}, several))
	assert.Equal(t, []string{
		`column "by" is not used, but its 2 values (ann, bob) divide the labels of each item as labelers or ` +
			"conditions do; if they say who gave a label: --labeler by; if they are conditions, to compare them: " +
			"--group by",
	}, warnings(read.Options{Labeler: study.NoColumn}, by))
	const variant = `column "variant" is not used, but its 2 values (u, v) divide the labels of each item as ` +
		"conditions do: labels of all conditions are taken together; "
	const site = `column "site" is not used, but it divides the labelers into groups: labels of all groups are taken ` +
		"together; "
	assert.Equal(t,
		[]string{variant + "to compare them: --group variant", site + "to compare the groups: --group site"},
		warnings(read.Options{Study: study.NoColumn}, strings.ReplaceAll(divided, ",s,", ",,")))
	assert.Equal(t, []string{
		variant + "to fit each alone: --by variant; to compare them, instead of the present column: --group variant",
		site + "to fit each alone: --by site; to compare the groups, instead of the present column: --group site",
	}, warnings(read.Options{Study: "study"}, divided))

	many := "item,study,label\n"
	for i := range 101 {
		many += fmt.Sprintf("i,s%d,%d\n", i, i%2)
	}
	assert.Equal(t, []string{"there are 101 groups; without groups: --group -; if others are the groups, name the " +
		"column: --group VALUE"},
		warnings(read.Options{Item: "item", Label: "label"}, many))
}
