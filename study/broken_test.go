package study

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBroken reads each file of testdata/broken, which is an error of the given text, or
// the given labels and warnings.
func TestBroken(t *testing.T) {
	const utf8 = ". Save it as UTF-8"
	type outcome struct {
		fault, labels, warns string
	}
	want := map[string]outcome{
		"utf-16-mark.csv":      {fault: ": the text is UTF-16, which is not read" + utf8},
		"utf-16-big-end.csv":   {fault: ": the text is UTF-16, which is not read" + utf8},
		"utf-32-mark.csv":      {fault: ": the text is UTF-32, which is not read" + utf8},
		"utf-32.csv":           {fault: ": the text is UTF-32, which is not read" + utf8},
		"utf-8-mark.csv":       {labels: smallDump},
		"latin-1.csv":          {fault: ":2: the labeler in column \"labeler\" is not UTF-8 (1 row)\n  save the file as UTF-8"},
		"ragged.csv":           {fault: ":3: 4 fields, and the header has 3\n  put text that holds the delimiter in quotes"},
		"short-row.csv":        {fault: ":3: 2 fields, and the header has 3\n  put text that holds the delimiter in quotes"},
		"nul.csv":              {fault: ":3: a NUL byte, which no text holds\n  save the file as UTF-8 text"},
		"binary.csv":           {fault: ":1: a NUL byte, which no text holds\n  save the file as UTF-8 text"},
		"open-quote.csv":       {fault: ":3: a quote is opened and never closed"},
		"too-large.csv":        {fault: ":3: label \"1e400\" is not a finite number (1 row)\n  leave them out: --missing 1e400"},
		"too-small.csv":        {labels: "a - all 1\nb - all 0\nc - all 2\n"},
		"nan.csv":              {labels: "a - all 1\nc - all 2\n"},
		"infinity.csv":         {fault: ":3: label \"Inf\" is not a finite number (1 row)\n  leave them out: --missing Inf"},
		"negative-zero.csv":    {labels: "a - all 0\nb - all 1\nc - all 0\n"},
		"case.csv":             {labels: "a Ann all 0\na ann all 1\nb Ann all 1\nb bob all 0\n", warns: "the labeler names \"Ann\" and \"ann\" differ in case or blanks only, and are taken as different; if they are the same, write them the same"},
		"blanks.csv":           {labels: "x 1 w all 0\nx\u00a01 w all 1\nx  1 w all 1\ny w all 0\n", warns: "2 pairs of item names differ (such as \"x 1\" and \"x\\u00a01\") in case or blanks only, and are taken as different; if they are the same, write them the same"},
		"empty.csv":            {fault: ": the file is empty"},
		"blank-lines.csv":      {fault: ": the file is empty"},
		"header-only.csv":      {fault: ": there is a header and no row"},
		"no-header.csv":        {fault: ": no column could be the item: a, w1, 0. Choose one: --item NAME"},
		"same-names.csv":       {fault: ": 2 columns could be the label: label, label. Choose one: --label NAME"},
		"empty-ids.csv":        {fault: ":2: the labeler in column \"labeler\" is empty (2 rows)\n  fill it in, or delete those rows    or do without the column: --labeler -"},
		"truncated.csv.gz":     {fault: ": the gzip data are damaged or cut off: unexpected EOF"},
		"only-magic.csv.gz":    {fault: ": the gzip data are damaged or cut off: unexpected EOF"},
		"wrong-sum.csv.gz":     {fault: ": the gzip data are damaged or cut off: gzip: invalid checksum"},
		"truncated.csv.zst":    {fault: ": the zstd data are damaged or cut off: unexpected EOF"},
		"workbook.xlsx":        {fault: ": this is a zip file or an Excel workbook. Save it as CSV"},
		"truncated.parquet":    {fault: ": the Parquet data are damaged or cut off: there is no footer"},
		"encrypted.parquet":    {fault: ": the Parquet data are encrypted"},
		"feather.arrow":        {fault: ": this is an Arrow or Feather file. Save it as Parquet or CSV"},
		"truncated.json":       {fault: ":2: a string is never closed"},
		"html.csv":             {fault: ":1: only one column: \"<!DOCTYPE html>\"\n  separate columns by one of , ; tab |, and name them in the first line"},
		"carriage-returns.csv": {fault: ": the lines end in a carriage return alone. Save it with line ends of Unix or Windows"},
		"terminal.csv":         {fault: ":4: the item in column \"item\" is empty (1 row)\n  fill it in, or delete those rows"},
	}
	files, err := os.ReadDir(filepath.Join("testdata", "broken"))
	require.NoError(t, err)
	require.Len(t, files, len(want))
	for _, f := range files {
		t.Run(f.Name(), func(t *testing.T) {
			path := filepath.Join("testdata", "broken", f.Name())
			w, known := want[f.Name()]
			require.True(t, known)
			table, err := ReadFile(path, Options{})
			if w.fault != "" {
				require.Nil(t, table)
				require.EqualError(t, err, path+w.fault)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, w.labels, dump(table))
			var warned []string
			for _, warning := range Describe(table).Warnings() {
				if warning.Code == SimilarNames {
					warned = append(warned, warning.Text)
				}
			}
			assert.Equal(t, w.warns, strings.Join(warned, "\n"))
		})
	}
}
