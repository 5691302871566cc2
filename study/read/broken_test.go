package read

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/internal/tabletest"
)

// TestBroken reads each file of testdata/broken, which is an error of the given text, or
// the given labels and warnings.
func TestBroken(t *testing.T) {
	const (
		utf8  = ". Save it as UTF-8"
		again = ". Copy or compress the file again"
		toCSV = `("FILE").to_csv("FILE.csv", index=False)`
		large = "which sums of squares cannot hold"
		rows  = " (1 row, and 3 more with similar labels)"
		digit = "\n  write numbers with the digits 0 to 9 and - for minus"
	)
	type outcome struct {
		fault, labels, warns string
		wide                 []string
	}
	const small = "a w all 0\na v all 0\nb w all 0\nb v all 1\n"
	r := []string{"r*"}
	want := map[string]outcome{
		"utf-16-mark.csv":    {labels: smallDump},
		"utf-16-big-end.csv": {labels: smallDump},
		"utf-32-mark.csv":    {fault: ": the text is UTF-32, which is not read" + utf8},
		"utf-32.csv":         {fault: ": the text is UTF-32, which is not read" + utf8},
		"utf-8-mark.csv":     {labels: smallDump},
		"latin-1.csv":        {labels: "a Zoë all 0\nb Ann all 1\n"},
		"ragged.csv": {fault: ":3: 4 fields, and the header has 3\n  put text that holds the delimiter " +
			"in quotes"},
		"short-row.csv": {fault: ":3: 2 fields, and the header has 3\n  put text that holds the delimiter " +
			"in quotes"},
		"nul.csv":    {fault: ":3: a NUL byte, which no text holds\n  save the file as UTF-8 text"},
		"binary.csv": {fault: ":1: a NUL byte, which no text holds\n  save the file as UTF-8 text"},
		"open-quote.csv": {fault: ":3: a quote is opened and never closed\n  close it, or write a quote " +
			"inside a quoted field twice: \"\""},
		"too-large.csv":     {fault: ":3: label \"1e400\" is not a finite number (1 row)\n  leave them out"},
		"too-small.csv":     {labels: "a - all 1\nb - all 0\nc - all 2\n"},
		"nan.csv":           {labels: "a - all 0\nc - all 1\n"},
		"infinity.csv":      {fault: ":3: label \"Inf\" is not a finite number (1 row)\n  leave them out"},
		"negative-zero.csv": {labels: "a - all 0\nb - all 1\nc - all 0\n"},
		"case.csv": {labels: "a Ann all 0\na ann all 1\nb Ann all 1\nb bob all 0\n",
			warns: "the labeler names \"Ann\" and \"ann\" differ only in case or blanks, and are taken as different; " +
				"if they are the same, spell them alike"},
		"blanks.csv": {labels: "x 1 w all 0\nx\u00a01 w all 1\nx  1 w all 1\ny w all 0\n",
			warns: "2 pairs of item names differ (such as \"x 1\" and \"x\\u00a01\") only in case or blanks, and are " +
				"taken as different; if they are the same, spell them alike"},
		"empty.csv":       {fault: ": the file is empty"},
		"blank-lines.csv": {fault: ": the file is empty"},
		"header-only.csv": {fault: ": there is a header and no row"},
		"no-header.csv": {fault: ": no column could be the item, and none the label: a, w1, 0. Choose; a column " +
			"for each labeler, or a pattern of their names; may be named: labeler for the person who gave a label, " +
			"study for the group or condition; other columns are not used"},
		"same-names.csv": {fault: ": 2 columns could be the label: label, label. Choose one"},
		"empty-ids.csv": {fault: ":2: the labeler in column \"labeler\" is empty (2 rows)\n  without those rows; " +
			"fill it in, or delete those rows; without the column"},
		"truncated.csv.gz":  {fault: ": the gzip data are damaged or cut off (unexpected EOF)" + again},
		"only-magic.csv.gz": {fault: ": the gzip data are damaged or cut off (unexpected EOF)" + again},
		"wrong-sum.csv.gz":  {fault: ": the gzip data are damaged or cut off (gzip: invalid checksum)" + again},
		"truncated.csv.zst": {fault: ": the zstd data are damaged or cut off (unexpected EOF)" + again},
		"workbook.xlsx": {fault: ": the workbook is damaged or cut off: the list of its parts is missing or damaged. " +
			"Save or copy the file again, or save it as CSV"},
		"truncated.parquet": {fault: ": the Parquet data are damaged or cut off: there is no footer. Write or " +
			"copy the file again"},
		"encrypted.parquet": {fault: ": the Parquet data are encrypted. Save them without encryption, or as CSV"},
		"feather.arrow": {fault: ": this is an Arrow or Feather file. Convert it in Python: pandas.read_feather" +
			toCSV},
		"truncated.json": {fault: ":2: the JSON text ends too early\n" +
			"  check whether the file was cut off, and copy it again"},
		"html.csv": {fault: ": this is a page of the web (HTML), perhaps one to sign in. Download the table itself, " +
			"as CSV"},
		"carriage-returns.csv": {fault: ": the lines end in a carriage return alone. Save it with line ends of " +
			"Unix or Windows"},
		// Files of other programs.
		"archive.tar": {fault: ": this is a tar archive. Unpack it and name the file in it"},
		"blob.avro":   {fault: ": this is an Avro file. Save it as Parquet or CSV"},
		"blob.orc":    {fault: ": this is an ORC file. Convert it in Python: pandas.read_orc" + toCSV},
		"data.rds": {fault: ": this is an R data file (.rds). Convert it in R: " +
			`write.csv(readRDS("FILE"), "FILE.csv", row.names = FALSE)`},
		"database.sqlite": {fault: ": this is an SQLite database. Write the table that holds the labels as CSV: " +
			`sqlite3 -header -csv FILE "select * from TABLE" > FILE.csv`},
		"old-workbook.xls": {fault: ": this is an old Excel workbook (.xls), or one with a password. Save it as " +
			".xlsx " +
			"without a password, or as CSV"},
		"packed.csv.bz2": {fault: ": this is compressed by bzip2. Unpack it, or compress it by gzip or zstd"},
		"packed.csv.xz":  {fault: ": this is compressed by xz. Unpack it, or compress it by gzip or zstd"},
		"paper.pdf":      {fault: ": this is a PDF. Save the table that it shows as CSV"},
		"pickle.pkl":     {fault: ": this is a Python pickle. Save it as Parquet or CSV"},
		"twice.csv.gz":   {fault: ": this is compressed twice. Unpack it once"},
		"behind.csv.gz":  {fault: ": the gzip data are damaged or cut off (unexpected EOF)" + again},
		"zeros.bin":      {fault: ":1: a NUL byte, which no text holds\n  save the file as UTF-8 text"},
		// Numbers that people read and programs do not.
		"decimal-comma.csv": {fault: ":2: label \"0,5\" is not a number" + rows +
			"\n  write decimals with a point"},
		"thousands.csv": {fault: ":2: label \"1,000,000\" is not a number" + rows + "\n  write numbers without " +
			"commas between thousands"},
		"percent.csv": {fault: ":2: label \"0%\" is not a number" + rows +
			"\n  write the number without %"},
		"minus-sign.csv": {fault: ":2: label \"−1\" is not a number" + rows + digit},
		"full-width.csv": {fault: ":2: label \"１\" is not a number" + rows + digit},
		// Numbers that no computer squares.
		"huge.csv": {fault: ":4: label \"2e300\" is larger than 1e50, " + large +
			" (1 row)\n  leave them out; write the labels in another unit"},
		"tiny.csv": {fault: ": the labels in column \"label\" differ by less than 1e-50, " + large +
			". Write them in another unit"},
		// Headers and names.
		"header-twice.csv": {fault: ":6: this line repeats the header\n  delete this line: joined files need one " +
			"header"},
		"unseen-blanks.csv": {labels: small},
		"two-marks.csv":     {labels: small},
		"labeler-blank.csv": {fault: ":2: the labeler in column \"labeler\" is empty (1 row)\n  without those " +
			"rows; fill it in, or delete those rows; without the column"},
		"nfd.csv": {labels: "caf\u00e9 w all 1\ncafe\u0301 w all 0\n"},
		// A column for each labeler.
		"wide-ragged.csv": {fault: ":3: 4 fields, and the header has 3\n  put text that holds the delimiter " +
			"in quotes", wide: r},
		"wide-names-twice.csv": {wide: r,
			fault: ": two columns of labelers are named \"r1\". Give each column a different name"},
		"wide-too-large.csv": {wide: r,
			fault: ":2: \"cells of r*\" \"1e400\" is not a finite number (1 row)\n  leave them out"},
		"wide-empty.csv": {fault: ": column \"cells of r*\" holds no label", wide: r},
		// JSON.
		"deep.jsonl":             {fault: ":1: more than 200 objects and arrays are nested"},
		"empty-array.json":       {fault: ": there is no object in the JSON text"},
		"empty-object.json":      {fault: ": there is no column: the objects are empty, or none holds a label"},
		"half-a-character.jsonl": {fault: ":1: an escape in a string is half a character, or NUL"},
		"hanging-comma.json":     {fault: ":1: the text is not JSON: invalid character ']' at start of value"},
		"huge-number.jsonl":      {fault: ":1: label \"1e400\" is not a finite number (1 row)\n  leave them out"},
		"long-integer.jsonl": {labels: "123456789012345678901234567890 9007199254740993 all " +
			"0\n123456789012345678901234567891 9007199254740992 all 1\n"},
		"mixed-types.jsonl": {labels: "1 w all true\n1 v all yes\n"},
		"name-twice.jsonl":  {fault: ":1: an object has \"item\" twice"},
		"nan.jsonl": {fault: ":2: the text is not JSON: invalid character 'N' at start of value\n  write null for a " +
			"label that is missing; JSON has no such number"},
		"negative-zero.jsonl": {labels: "a - all 0\nb - all 1\nc - all 0\n"},
		"no-object.jsonl":     {fault: ":2: a JSON value is not an object, and each row is an object"},
		"number.json": {fault: ":1: only one column: 42\n  separate columns by one of , ; tab |, and " +
			"name them in the first line"},
		"python.jsonl": {fault: ":1: the text is not JSON: invalid character '\\'' at start of value\n  " +
			"write the file as JSON, in Python by json.dumps rather than by str or repr"},
		"two-arrays.json": {fault: ":2: text follows the closing ]"},
		"terminal.csv": {fault: ":4: the item in column \"item\" is empty (1 row)\n  without those rows; fill it " +
			"in, or delete those rows"},
	}
	files, err := os.ReadDir(filepath.Join("testdata", "broken"))
	require.NoError(t, err)
	require.Len(t, files, len(want))
	for _, f := range files {
		t.Run(f.Name(), func(t *testing.T) {
			path := filepath.Join("testdata", "broken", f.Name())
			w, known := want[f.Name()]
			require.True(t, known)
			// As "fit check" and "fit agreement" read, which take words for categories.
			table, err := Read(context.Background(), nil, path, Options{AllowNominal: true, Wide: w.wide})
			if w.fault != "" {
				require.Nil(t, table)
				require.EqualError(t, err, path+w.fault)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, w.labels, tabletest.Dump(table))
			var warned []string
			for _, warning := range study.Describe(table).Warnings() {
				if warning.Code == study.SimilarNames {
					warned = append(warned, warning.Text)
				}
			}
			assert.Equal(t, w.warns, strings.Join(warned, "\n"))
		})
	}
}
