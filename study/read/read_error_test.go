package read

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
)

// inUnits writes ASCII text in units of the given width, little or big end first.
func inUnits(text string, unit int, bigEndian bool) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		pad := strings.Repeat("\x00", unit-1)
		if bigEndian {
			b.WriteString(pad + string(rune(c)))
		} else {
			b.WriteString(string(rune(c)) + pad)
		}
	}
	return b.String()
}

// alike is the remedy for words among the numbers of a scale.
const alike = "leave them out; give the order of all labels, the lowest first"

func TestReadErrors(t *testing.T) {
	yesNo := "item,label\n" + strings.Repeat("a,Yes\nb,no\n", 3)
	for _, c := range []struct {
		name, in, want string
		options        Options
	}{
		{name: "empty", in: "", want: "ratings.csv: the file is empty"},
		{name: "only a mark", in: "\ufeff", want: "ratings.csv: the file is empty"},
		{name: "only empty lines", in: "\n\r\n\n", want: "ratings.csv: the file is empty"},
		{name: "only a header", in: "item,label\n", want: "ratings.csv: there is a header and no row"},
		{name: "no label", in: "item,label\na,\nb,NA\n", want: `ratings.csv: column "label" holds no label`},
		{name: "UTF-32 with mark", in: "\xff\xfe\x00\x00" + inUnits(small, 4, false),
			want: "ratings.csv: the text is UTF-32, which is not read. Save it as UTF-8"},
		{name: "UTF-32 without mark", in: inUnits(small, 4, false),
			want: "ratings.csv: the text is UTF-32, which is not read. Save it as UTF-8"},
		{name: "UTF-32 big end without mark", in: inUnits(small, 4, true),
			want: "ratings.csv: the text is UTF-32, which is not read. Save it as UTF-8"},
		{name: "NUL", in: "item,label\na,0\nb\x00,1\n",
			want: "ratings.csv:3: a NUL byte, which no text holds\n  save the file as UTF-8 text"},
		{name: "Excel", in: "PK\x03\x04xyz",
			want: "ratings.csv: the workbook is damaged or cut off: the list of its parts is missing or damaged. " +
				"Save or " +
				"copy the file again, or save it as CSV"},
		{name: "a log of Inspect", in: "PK\x03\x04" + strings.Repeat("\x00", 26) + "_journal/start.json{}",
			want: "ratings.csv: this is a log of Inspect AI (.eval). Print it as JSON: inspect log dump FILE"},
		{name: "Parquet", in: "PAR1xyz", want: "ratings.csv: the Parquet data are damaged or cut off: there is no " +
			"footer. Write or copy the file again"},
		{name: "old Macintosh", in: strings.ReplaceAll(small, "\n", "\r"),
			want: "ratings.csv: the lines end in a carriage return alone. Save it with line ends of Unix or Windows"},
		{name: "no encoding", in: "item,label\na,0\nb\x81,1\n",
			want: "ratings.csv:3: the item in column \"item\", \"b\\x81\", is not UTF-8: byte 81 (1 row)\n  " +
				"save the file as UTF-8"},
		{name: "label in no encoding", in: "item,label\na,s\x81\nb,no\n",
			want: "ratings.csv:2: label \"s\\x81\" is not UTF-8: byte 81 (1 row)\n  " +
				"save the file as UTF-8"},
		{name: "header in no encoding", in: "item,\x81,label\na,0,0\n",
			want: "ratings.csv: the name of column \"\\x81\" is not UTF-8: byte 81. " +
				"Save the file as UTF-8"},
		{name: "short row", in: "item,label\na\n", want: "ratings.csv:2: 1 field, and the header has 2\n  put " +
			"text that holds the delimiter in quotes"},
		{name: "many third values", in: yesNo + "c,1\nd,2\ne,3\nf,4\ng,5\nh,6\ni,7\n",
			want: "ratings.csv:8: label \"1\" is neither positive nor negative (1 row)\n  leave them out; count " +
				"them as positive"},
		{name: "many words on a scale", in: "item,label\nx,1\ny,2\nc,a\nd,b\ne,c\nf,d\ng,e\nh,f\ni,g\n",
			want: "ratings.csv:4: label \"a\" is a word, and other labels are numbers (1 row)\n  " + alike},
		{name: "long text", in: "item,label\na," + strings.Repeat("x", 1000) + "\nb,2\n",
			want: "ratings.csv:2: label \"" + strings.Repeat("x",
				60) + "…\" is a word, and other labels are numbers (1 row)\n  " + alike},
		{name: "ragged", in: "item,label\na,0\nb,c,1\n",
			want: "ratings.csv:3: 3 fields, and the header has 2\n  put text that holds the delimiter in quotes"},
		{name: "open quote", in: "item,label\n\"a\nb\",0\n\"c,1\nd,1\n",
			want: "ratings.csv:4: a quote is opened and never closed\n  close it, or write a quote inside a " +
				"quoted field twice: \"\""},
		{name: "text behind a quote", in: "item,label\n\"a\"b,0\n",
			want: "ratings.csv:2: text follows the closing quote of field 1\n  write a quote inside a quoted " +
				"field twice: \"\""},
		{name: "one column", in: "a\nb\n", want: "ratings.csv:1: only one column: a\n  separate columns by one of " +
			", ; tab |, and name them in the first line"},
		{name: "another delimiter", in: "item;label\na;1\n", options: Options{Delimiter: ','},
			want: "ratings.csv:1: only one column: \"item;label\", which holds \";\"\n  name no delimiter, so that " +
				"it is found, or remove the quotes around whole lines"},
		{name: "one name", in: `[{"item":"a"},{"item":"b"}]`,
			want: "ratings.csv:1: the objects have only one field: item\n  write an object with item and label for " +
				"each label"},
		{name: "an array of numbers", in: "[1,2,3]",
			want: "ratings.csv:1: the text looks like a JSON array without objects: [1\n  write an " +
				"object with item and label for each label"},
		{name: "a title", in: "Ratings of May\n\nitem;rater;label\na;b;1\n",
			want: "ratings.csv:3: this line looks like the header (item, rater, label), but the first line of the " +
				"file is taken as the header: \"Ratings of May\"\n  delete the lines before it"},
		{name: "a title of a workbook", in: "Ratings,,\n,,\nItem ID,Rater,Score\na,b,1\n",
			options: Options{Label: "Score"},
			want: "ratings.csv:3: this line looks like the header (\"Item ID\", Rater, Score), but the first line " +
				"of the file is taken as the header: Ratings\n  delete the lines before it"},
		{name: "texts of JSON", in: "item,label\na,\"{\"\"ok\"\":1}\"\nb,{}\n", options: Options{AllowNominal: true},
			want: "ratings.csv:2: label \"{\\\"ok\\\":1}\" is a JSON object, and the label is one of its values (1 " +
				"row)\n  write that value into a separate column"},
		{name: "no item", in: "id,label\na,0\n",
			want: "ratings.csv: no column could be the item: id, label. Choose one; perhaps (an ID can be the " +
				"item, the labeler or the row)"},
		{name: "no label column", in: "item,x\na,0\n", want: "ratings.csv: no column could be the label: item, x. " +
			"Choose one"},
		{name: "three labelers", in: "item,rater_id,annotator,user,label\na,b,c,d,0\n",
			want: "ratings.csv: 3 columns could be the labeler: rater_id, annotator, user. Choose one"},
		{name: "two labels", in: "item,label,score\na,1,0\n",
			want: "ratings.csv: 2 columns could be the label: label, score. Choose one"},
		{name: "unknown column", in: small, options: Options{Study: "phase"},
			want: `ratings.csv: no column is named "phase": item, labeler, study, label. Choose one; by names and ` +
				`values of the columns`},
		{name: "column named twice", in: "item,a b,a_b,label\na,0,0,0\n", options: Options{Labeler: "AB"},
			want: `ratings.csv: 2 columns are named "AB": "a b", a_b. Give each column a different name`},
		{name: "one column for two parts", in: small, options: Options{Item: "study", Study: "study"},
			want: `ratings.csv: column "study" cannot be both the item and the study. Without group; without item`},
		{name: "third value", in: yesNo + "c,Unsure\nd,Unsure\n",
			want: "ratings.csv:8: label \"Unsure\" is neither positive nor negative (2 rows)\n  leave them out; " +
				"count them as positive; categories without order, each against the rest"},
		{name: "two third values", in: yesNo + "c,not sure\nd,?\n",
			want: "ratings.csv:8: label \"not sure\" is neither positive nor negative (1 row)\n  leave them out; " +
				"count them as positive; categories without order, each against the rest"},
		{name: "third value beside 0 and 1", in: "item,label\na,0\nb,1\nc,skip\n",
			want: "ratings.csv:4: label \"skip\" is neither positive nor negative (1 row)\n  leave them out; count " +
				"them as positive"},
		{name: "two pairs", in: yesNo + "c,1\n",
			want: "ratings.csv:8: label \"1\" is neither positive nor negative (1 row)\n  leave them out; count " +
				"them as positive"},
		{name: "a word on a scale", in: "item,vote\na,0\nb,1\nc,2\nd,skip\ne,skip\n",
			want: "ratings.csv:5: vote \"skip\" is a word, and other labels are numbers (2 rows)\n  " + alike},
		{name: "a third value that must be quoted for the shell", in: yesNo + "c,\"don't, sorry\"\n",
			want: "ratings.csv:8: label \"don't, sorry\" is neither positive nor negative (1 row)\n  leave them " +
				"out; count them as positive; categories without order, each against the rest"},
		{name: "decimal comma", in: "item;label\na;1,5\nb;2\n",
			want: "ratings.csv:2: label \"1,5\" is not a number (1 row)\n  write decimals with a point"},
		{name: "words", in: "item,label\na,good\nb,bad\n",
			want: "ratings.csv:2: label \"good\" is neither a number nor one of 0/1, true/false, yes/no, " +
				"accept/reject, -1/1 (1 row)\n  categories without order, each against the rest; say which labels " +
				"are positive"},
		{name: "words as numbers", in: yesNo, options: Options{Kind: study.Numeric},
			want: "ratings.csv:2: label \"Yes\" is not a number (3 rows)\n  take the labels as binary; as " +
				"categories in their order; categories without order, each against the rest"},
		{name: "infinity", in: "item,label\na,1\nb,-Inf\nc,2\n",
			want: "ratings.csv:3: label \"-Inf\" is not a finite number (1 row)\n  leave them out"},
		{name: "too large", in: "item,label\na,1\nb,1e400\nc,2\n",
			want: "ratings.csv:3: label \"1e400\" is not a finite number (1 row)\n  leave them out"},
		{name: "hexadecimal", in: "item,label\na,0x10\nb,3\n",
			want: "ratings.csv:2: label \"0x10\" is a word, and other labels are numbers (1 row)\n  " + alike},
		{name: "0/1 as numbers", in: small, options: Options{Kind: study.Numeric},
			want: "ratings.csv: all labels are 0 or 1, which a Gaussian model cannot describe. Take them as binary"},
		{name: "words among measurements", in: "item,label\na,x\nb,2.5\n",
			want: "ratings.csv:2: label \"x\" is not a number (1 row)\n  leave them out"},
		{name: "numbers as binary", in: "item,label\na,1\nb,2\nc,2\nd,3\n", options: Options{Kind: study.Binary},
			want: "ratings.csv:3: label \"2\" is neither positive nor negative (2 rows)\n  fit them as numbers; " +
				"say which labels are positive"},
		{name: "no item id", in: "item,label\na,0\n,1\n,1\n",
			want: "ratings.csv:3: the item in column \"item\" is empty (2 rows)\n  without those rows; fill it in, " +
				"or delete those rows"},
		{name: "no labeler id", in: "item,user,label\na,w,0\nb,NA,1\n",
			want: "ratings.csv:3: the labeler in column \"user\" is missing (1 row)\n" +
				"  without those rows; fill it in, or delete those rows; without the column"},
		{name: "duplicates", in: "item,labeler,label\na,w,0\nb,w,1\n\na,w,1\nb,w,1\n",
			want: "ratings.csv:5: labeler \"w\" gave item \"a\" a second label (the first is in " +
				"line 2; 2 rows in all)\n  all of them, if labelers were asked again; the last row of each, if " +
				"labelers corrected themselves; the first row of each"},
		{name: "duplicate numbers", in: "item,labeler,study,label\nb,w,t,1\na,w,s,0\nb,w,s,3\na,w,s,1\n",
			options: Options{Kind: study.Numeric},
			want: "ratings.csv:5: labeler \"w\" gave item \"a\" a second label in group \"s\" (the first is in " +
				"line 3; 1 row in all)\n  all of them, if labelers were asked again; the last row of each, if " +
				"labelers corrected themselves; the first row of each; their mean"},
		{name: "mean of unlike binary labels", in: "item,labeler,label\na,w,0\na,w,1\n",
			options: Options{Duplicates: study.DuplicatesMean},
			want: "ratings.csv:3: labeler \"w\" gave item \"a\" a second label; the two labels " +
				"differ, and binary labels have no mean (the first is in line 2; 1 row in all)\n  all of them, if " +
				"labelers were asked again; the last row of each, if labelers corrected themselves; the first " +
				"row of each"},
		{name: "hostile text is escaped", in: "item,label\na,\x1b[31m\nb,1\nc,2\n",
			want: "ratings.csv:2: label \"\\x1b[31m\" is a word, and other labels are numbers (1 row)\n  " + alike},
		{name: "no such positive", in: yesNo, options: Options{Positive: []string{"si"}},
			want: "ratings.csv: no label is si; the labels are Yes, no. Without positive; choose from them"},
		{name: "third value beside the positive", in: yesNo + "c,Unsure\n", options: Options{Positive: []string{"yes"}},
			want: "ratings.csv:8: label \"Unsure\" is neither positive nor negative (1 row)\n  leave them out; " +
				"count them as positive; say which labels are negative"},
		{name: "third value beside both", in: yesNo + "c,Unsure\n",
			options: Options{Positive: []string{"yes"}, Negative: []string{"no"}},
			want: "ratings.csv:8: label \"Unsure\" is neither positive nor negative (1 row)\n  leave them out; " +
				"count them as positive; say which labels are negative"},
		{name: "third value beside the negative", in: yesNo + "c,Unsure\n", options: Options{Negative: []string{"no"}},
			want: "ratings.csv:2: label \"Yes\" is neither positive nor negative (3 rows)\n  say which labels are " +
				"positive"},
		{name: "positive numbers asked", in: small, options: Options{Positive: []string{"1"}, Kind: study.Numeric},
			want: "ratings.csv: positive labels are named, but the labels are to be numeric. Without positive; " +
				"family binary"},
		{name: "both", in: small, options: Options{Positive: []string{"1"}, Negative: []string{"0", "1.0"}},
			want: `ratings.csv: label "1" is to be both positive and negative`},
		{name: "positive and missing", in: small, options: Options{Positive: []string{"1"}, Missing: []string{"1"}},
			want: `ratings.csv: label "1" is to be both positive and missing`},
		{name: "delimiter", in: small, options: Options{Delimiter: 'é'},
			want: `ratings.csv: 'é' cannot be the delimiter: choose , ; tab or |`},
		{name: "kind", in: small, options: Options{Kind: 9}, want: `ratings.csv: 9 is not a kind of label`},
		{name: "way of duplicates", in: small, options: Options{Duplicates: 9},
			want: `ratings.csv: 9 is not a way to treat duplicates`},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, err := Read(context.Background(), strings.NewReader(c.in), "ratings.csv", c.options)
			require.Nil(t, table)
			assert.EqualError(t, err, c.want)
			var typed *study.Error
			require.ErrorAs(t, err, &typed)
			require.NotEmpty(t, typed.Code)
			assert.Equal(t, "ratings.csv", typed.File)
		})
	}
}

func TestErrorFields(t *testing.T) {
	_, err := Read(context.Background(), strings.NewReader("item,vote\na,yes\nb,no\nc,pass\n"), "x.csv", Options{})
	assert.Equal(t, &study.Error{Code: faults.ThirdLabel, File: "x.csv", Line: 4, Column: "vote",
		Found: `vote "pass" is neither positive nor negative (1 row)`,
		Fixes: []study.Fix{study.Leave("leave them out", "pass"),
			study.To("count them as positive", "positive", "yes", "pass"),
			study.To("categories without order, each against the rest", "each-category")}}, err)
	_, err = Read(context.Background(), strings.NewReader("ad,vote\na,yes\n"), "x.csv", Options{Item: "ads"})
	assert.Equal(t, &study.Error{Code: faults.MissingColumn, File: "x.csv", Column: "ads",
		Found: `no column is named "ads": ad, vote`,
		Fixes: []study.Fix{study.Fix{}.Changing("item", "ads", "ad"),
			study.By("by names and values of the columns", "item")}}, err)
	_, err = Read(context.Background(), strings.NewReader("ad,vote\na,yes\n"), "x.csv",
		Options{Item: "ad", Label: "ad"})
	assert.Equal(t, &study.Error{Code: faults.ColumnTaken, File: "x.csv", Column: "ad",
		Found: `column "ad" cannot be both the label and the item`,
		Fixes: []study.Fix{study.By("", "item"), study.By("", "label")}}, err)
}

// TestLongRecord checks that a quote that is never closed does not take all memory.
func TestLongRecord(t *testing.T) {
	endless := strings.NewReader("item,label\na,0\n\"" + strings.Repeat("b,1\n", container.LongestRecord/4+1))
	_, err := Read(context.Background(), endless, "x.csv", Options{})
	require.EqualError(t, err, "x.csv:3: a record is longer than 16 MiB\n  look for a quote that is not closed")
}
