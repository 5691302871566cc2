package read

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/faults"
)

// testSheet is a sheet of a workbook in tests.
type testSheet struct {
	name, state string
	rows        string // XML
}

// cellsXML writes rows of texts, numbers as numbers.
func cellsXML(rows [][]string) string {
	var b strings.Builder
	for _, row := range rows {
		b.WriteString("<row>")
		for _, text := range row {
			if text != "" && strings.Trim(text, "0123456789") == "" {
				fmt.Fprintf(&b, "<c><v>%s</v></c>", text)
				continue
			}
			b.WriteString(`<c t="inlineStr"><is><t xml:space="preserve">`)
			_ = xml.EscapeText(&b, []byte(text))
			b.WriteString("</t></is></c>")
		}
		b.WriteString("</row>")
	}
	return "<sheetData>" + b.String() + "</sheetData>"
}

// book writes a workbook.
func book(t testing.TB, sheets ...testSheet) []byte {
	var list, related strings.Builder
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	add := func(name, text string) {
		f, err := w.Create(name)
		require.NoError(t, err)
		_, err = f.Write([]byte(text))
		require.NoError(t, err)
	}
	for i, s := range sheets {
		fmt.Fprintf(&list, `<sheet name="%s" state="%s" id="r%d"/>`, s.name, s.state, i)
		fmt.Fprintf(&related, `<Relationship Id="r%d" Type="worksheet" Target="sheet%[1]d.xml"/>`, i)
		add(fmt.Sprintf("xl/sheet%d.xml", i), "<worksheet>"+s.rows+"</worksheet>")
	}
	add("_rels/.rels", `<Relationships><Relationship Id="a" Type="officeDocument" Target="xl/workbook.xml"/>`+
		`</Relationships>`)
	add("xl/workbook.xml", "<workbook><sheets>"+list.String()+"</sheets></workbook>")
	add("xl/_rels/workbook.xml.rels", "<Relationships>"+related.String()+"</Relationships>")
	require.NoError(t, w.Close())
	return b.Bytes()
}

// oneSheet is a workbook of a sheet with some rows.
func oneSheet(t testing.TB, rows ...[]string) []byte {
	return book(t, testSheet{name: "S", rows: cellsXML(rows)})
}

// A sheet is the table that its rows are as delimited text, whatever is in its cells.
func TestSheetIsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[a-c][ &<>"'é]?[a-c]`)
		rows := [][]string{{"item", "labeler", "label"}}
		var text strings.Builder
		text.WriteString("item\tlabeler\tlabel\n")
		for range rapid.IntRange(2, 20).Draw(t, "rows") {
			row := []string{name.Draw(t, "item"), name.Draw(t, "labeler"),
				rapid.SampledFrom([]string{"1", "2", "3", "", "NA"}).Draw(t, "label")}
			rows = append(rows, row)
			for i, cell := range row {
				row[i] = strings.TrimSpace(cell)
				text.WriteString(`"` + strings.ReplaceAll(cell, `"`, `""`) + `"` + []string{"\t", "\t", "\n"}[i])
			}
		}
		o := Options{Duplicates: study.DuplicatesFirst, Kind: study.Numeric}
		want, refused := Read(context.Background(), strings.NewReader(text.String()), "x", o)
		var b testing.B
		got, err := Read(context.Background(), bytes.NewReader(oneSheet(&b, rows...)), "x", o)
		require.Equal(t, refused == nil, err == nil, "%v %v", refused, err)
		if err == nil {
			require.Equal(t, tabletest.Dump(want), tabletest.Dump(got))
			require.Equal(t, study.Workbook, got.Source().Format)
			require.Equal(t, "S", got.Source().Sheet)
		}
	})
}

const smallSheet = "a w all 1\na v all 2\nb w all 2\nb v all 3\n"

func smallRows() [][]string {
	return [][]string{{"item", "rater", "score"}, {"a", "w", "1"}, {"a", "v", "2"}, {"b", "w", "2"}, {"b", "v", "3"}}
}

// A workbook is read as a file, as a stream, and compressed once more.
func TestSheetStreams(t *testing.T) {
	data := oneSheet(t, smallRows()...)
	path := filepath.Join(t.TempDir(), "book.xlsx")
	require.NoError(t, os.WriteFile(path, data, 0o644))
	table, err := Read(context.Background(), nil, path, Options{})
	require.NoError(t, err)
	assert.Equal(t, smallSheet, tabletest.Dump(table))
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err = z.Write(data)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	for _, in := range [][]byte{data, packed.Bytes()} {
		table, err := Read(context.Background(), &pieces{in, 100}, "x", Options{})
		require.NoError(t, err)
		assert.Equal(t, smallSheet, tabletest.Dump(table))
	}
	_, err = Read(context.Background(), &pieces{data, 100}, "x", Options{MaxMemory: 100})
	assert.ErrorContains(t, err, "the workbook data do not come from a plain file")
}

func TestSheetChoice(t *testing.T) {
	table, notes := cellsXML(smallRows()), cellsXML([][]string{{"Ratings"}, {"of May"}})
	for _, c := range []struct {
		name, sheet, want string // the sheet, or the error
		sheets            []testSheet
	}{
		{name: "one", want: "S", sheets: []testSheet{{name: "S", rows: table}}},
		{name: "notes", want: "S", sheets: []testSheet{{name: "N", rows: notes}, {name: "E"}, {name: "S",
			rows: table}}},
		{name: "hidden", want: "S", sheets: []testSheet{{name: "H", state: "hidden", rows: table}, {name: "S",
			rows: table}}},
		{name: "hidden by name", sheet: "H", want: "H",
			sheets: []testSheet{{name: "H", state: "veryHidden", rows: table}, {name: "S", rows: table}}},
		{name: "case", sheet: " s", want: "S", sheets: []testSheet{{name: "S", rows: table}, {name: "T", rows: table}}},
		{name: "two", want: "x: the workbook has 2 sheets with a table: S, \"T 2\". Sheet S; sheet \"T 2\"",
			sheets: []testSheet{{name: "S", rows: table}, {name: "T 2", rows: table}}},
		{name: "two alike", sheet: "s", want: "x: there is no sheet \"s\" in the workbook, which has S, \"S \". " +
			"Sheet S; sheet \"S \"", sheets: []testSheet{{name: "S", rows: table}, {name: "S ", rows: table}}},
		{name: "none", want: "x: the workbook has no sheet with values that is not hidden",
			sheets: []testSheet{{name: "S"}}},
		{name: "empty by name", sheet: "E", want: "x, sheet E: the sheet is empty",
			sheets: []testSheet{{name: "S", rows: table}, {name: "E"}}},
		{name: "one column", want: "x, sheet N, row 1: only one column: Ratings\n  write item and label into " +
			"separate columns", sheets: []testSheet{{name: "N", rows: notes}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Read(context.Background(), bytes.NewReader(book(t, c.sheets...)), "x", Options{Sheet: c.sheet})
			if strings.HasPrefix(c.want, "x") {
				require.EqualError(t, err, c.want)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.want, got.Source().Sheet)
			assert.Len(t, got.Source().OtherSheets, len(c.sheets)-1)
			assert.Equal(t, smallSheet, tabletest.Dump(got))
		})
	}
}

// Errors name the sheet and the cell, if its column plays a part.
func TestSheetErrors(t *testing.T) {
	const header = `<row r="2"><c r="B2" t="inlineStr"><is><t>item</t></is></c>` +
		`<c r="C2" t="inlineStr"><is><t>rater</t></is></c><c r="D2" t="inlineStr"><is><t>score</t></is></c>` +
		`<c r="E2" t="inlineStr"><is><t>note</t></is></c></row>`
	rows := func(item, rater, score, note string) string {
		cell := func(place, text string) string {
			if strings.HasPrefix(text, "<") {
				return strings.Replace(text, "<c", `<c r="`+place+`"`, 1)
			}
			return `<c r="` + place + `" t="str"><v>` + text + `</v></c>`
		}
		return "<sheetData>" + header + `<row r="5">` + cell("B5", "a") + cell("C5", "w") + cell("D5", "3") + `</row>` +
			`<row r="7">` + cell("B7", item) + cell("C7", rater) + cell("D7", score) + cell("E7", note) +
			"</row></sheetData>"
	}
	failed, formula := `<c t="e"><v>#REF!</v></c>`, `<c><f>A1&amp;1</f></c>`
	for _, c := range []struct {
		name, rows, want string
		options          Options
	}{
		{name: "failed label", rows: rows("b", "w", failed, ""), want: "cell D7: the cell has the error #REF!, and " +
			"no " +
			"value " +
			"(1 cell)\n  without such labels"},
		{name: "failed label left out", rows: rows("b", "w", failed, ""), options: Options{Missing: []string{"#ref!"}}},
		{name: "failed item", rows: rows(failed, "w", "2", ""), options: Options{Missing: []string{"#REF!"}},
			want: "cell B7: the cell has the error #REF!, and no value (1 cell)\n  fill it in, or delete the row"},
		{name: "failed note", rows: rows("b", "w", "2", failed)},
		{name: "not available", rows: rows("b", "w", `<c t="e"><v>#N/A</v></c>`, "")},
		{name: "not available item", rows: rows(`<c t="e"><v>#N/A</v></c>`, "w", "2", ""),
			want: "cell B7: the item in column \"item\" is missing (1 row)\n  without those rows; fill it in, or " +
				"delete those rows"},
		{name: "formula", rows: rows("b", "w", formula, ""), want: "cell D7: the file has the formula \"=A1&1\", " +
			"and not " +
			"its value (1 cell)\n  open the file in a spreadsheet program and save it there, or save it as CSV"},
		{name: "formula of a labeler", rows: rows("b", formula, "2", ""), want: "cell C7: the file has the formula"},
		{name: "formula in a note", rows: rows("b", "w", "2", formula)},
		{name: "date", rows: rows("b", "w", `<c t="d"><v>2026-03-04</v></c>`, ""), want: "cell D7: the label is a " +
			"date, " +
			"2026-03-04 (1 cell); spreadsheets make dates of labels such as 3-4\n  write the labels as text"},
		{name: "date of an item", rows: rows(`<c t="d"><v>2026-03-04</v></c>`, "w", "2", "")},
		{name: "two labels of a row", rows: rows("b", "w", "x", ""), want: "cell D7: score \"x\" is a word"},
		{name: "beyond", rows: strings.Replace(rows("b", "w", "2", ""), "</row></sheetData>",
			`<c r="G7"><v>5</v></c></row></sheetData>`, 1), want: "cell G7: the cell holds \"5\", and the header in " +
			"row 2 has " +
			"no name for the column\n  name the column, or delete the cell"},
		{name: "before", rows: strings.Replace(rows("b", "w", "2", ""), `<row r="7">`, `<row r="7"><c r="A7">`+
			`<v>5</v></c>`,
			1), want: "cell A7: the header in row 2 has no name for the column"},
		{name: "merged across", rows: rows("b", "w", "2", "x") + `<mergeCells><mergeCell ref="D7:E7"/></mergeCells>`,
			want: "cell D7: the cells D7:E7 are merged\n  unmerge them, and write each value into its own cell"},
		{name: "merged labels", rows: rows("b", "w", "<c/>", "") + `<mergeCells><mergeCell ref="D5:D7"/></mergeCells>`,
			want: "cell D5: the cells D5:D7 are merged"},
		{name: "merged header", rows: rows("b", "w", "2", "") + `<mergeCells><mergeCell ref="B1:B2"/></mergeCells>`,
			want: "cell B1: the cells B1:B2 are merged"},
		{name: "merged elsewhere", rows: rows("b", "w", "2", "") +
			`<mergeCells><mergeCell ref="A1:F1"/><mergeCell ref="G5:H9"/></mergeCells>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.options.Kind = study.Numeric
			_, err := Read(context.Background(), bytes.NewReader(book(t, testSheet{name: "My S", rows: c.rows})), "x",
				c.options)
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, "x, sheet \"My S\", "+c.want)
		})
	}
}

// Titles above the header are left out, and a header without a name for its first column is none.
func TestSheetTitles(t *testing.T) {
	rows := append([][]string{{"Ratings"}, {""}, {"by us"}, {" "}}, smallRows()...)
	table, err := Read(context.Background(), bytes.NewReader(oneSheet(t, rows...)), "x", Options{})
	require.NoError(t, err)
	assert.Equal(t, smallSheet, tabletest.Dump(table))
	table, err = Read(context.Background(),
		bytes.NewReader(oneSheet(t, []string{"", "score"}, []string{"a", "1"}, []string{"b", "3"})), "x",
		Options{Label: "score", Labeler: study.NoColumn, Item: " ", Kind: study.Numeric})
	require.NoError(t, err)
	assert.Equal(t, "a - all 1\nb - all 3\n", tabletest.Dump(table))
	_, err = Read(context.Background(), bytes.NewReader(oneSheet(t, append([][]string{{"Ratings", "May"}},
		smallRows()...)...)), "x", Options{})
	assert.ErrorContains(t, err, "x, sheet S, row 2: this line looks like the header (item, rater, score)")
}

// Layouts that are recognised in text are recognised in sheets, and cells of columns that hold labels are looked at.
func TestSheetLayouts(t *testing.T) {
	rows := [][]string{{"id", "rater_1", "rater_2"}, {"a", "1", "2"}, {"b", "3", "4"}, {"c", "5", "3"}}
	table, err := Read(context.Background(), bytes.NewReader(oneSheet(t, rows...)), "x", Options{})
	require.NoError(t, err)
	assert.Equal(t, "Wide", table.Source().Layout)
	assert.Equal(t, 6, table.Len())
	failing := strings.Replace(cellsXML(rows), "<c><v>4</v></c>", `<c t="e"><v>#REF!</v></c>`, 1)
	_, err = Read(context.Background(), bytes.NewReader(book(t, testSheet{name: "S", rows: failing})), "x",
		Options{Wide: []string{"rater_*"}})
	assert.ErrorContains(t, err, "x, sheet S, cell C3: the cell has the error #REF!")
}

// Labels of all layouts are looked at, and columns that play no part are not.
func TestSheetLayoutsLookAtLabels(t *testing.T) {
	for _, c := range []struct {
		name    string
		options Options
		header  []string
		at      int // the column of the cell with an error
		used    bool
	}{
		{"parts", Options{Wide: []string{"{labeler}_{occasion}"}}, []string{"item", "a_1", "a_2", "b_1", "b_2"}, 3,
			true},
		{"wide", Options{Wide: []string{"r*"}}, []string{"item", "note", "r1", "r2"}, 3, true},
		{"wide, another", Options{Wide: []string{"r*"}}, []string{"item", "note", "r1", "r2"}, 1, false},
		{"items", Options{WideItems: []string{"q*"}}, []string{"person", "q1", "q2", "note"}, 2, true},
		{"counts", Options{Counts: []string{"yes", "no"}}, []string{"item", "yes", "no", "note"}, 2, true},
		{"counts, another", Options{Counts: []string{"yes", "no"}}, []string{"item", "yes", "no", "note"}, 3, false},
		{"pairs", Options{Pairs: []ColumnPair{{Labeler: "r1", Label: "s1"}, {Labeler: "r2", Label: "s2"}}},
			[]string{"item", "r1", "s1", "r2", "s2"},
			4, true},
		{"gold", Options{Label: "label", Labeler: "rater", GoldColumn: "truth"}, []string{"item", "rater", "label",
			"truth"},
			3, true},
		{"factor", Options{Label: "label", Labeler: "rater", Factors: []string{"day"}},
			[]string{"item", "rater", "label", "day"}, 3, true},
	} {
		var b strings.Builder
		b.WriteString(strings.TrimSuffix(cellsXML([][]string{c.header}), "</sheetData>"))
		for row := range 6 {
			fmt.Fprintf(&b, "<row><c><v>%d</v></c>", row)
			for column := 1; column < len(c.header); column++ {
				switch {
				case row == 2 && column == c.at:
					b.WriteString("<c><f>A1</f></c>")
				default:
					fmt.Fprintf(&b, "<c><v>%d</v></c>", (row*column+row)%4+1)
				}
			}
			b.WriteString("</row>")
		}
		c.options.AllowNominal = true
		c.options.Duplicates = study.DuplicatesFirst
		_, err := Read(context.Background(), bytes.NewReader(book(t, testSheet{name: "S", rows: b.String() +
			"</sheetData>"})),
			"x", c.options)
		var e *study.Error
		refused := errors.As(err, &e) && e.Code == faults.UnsavedFormula
		assert.Equal(t, c.used, refused, "%s: %v", c.name, err)
		if refused {
			assert.Equal(t, fmt.Sprintf("%c4", 'A'+c.at), e.Cell, c.name)
		} else {
			assert.NoError(t, err, c.name)
		}
	}
}

// Several workbooks are read as one, and errors name the file and the sheet.
func TestSheetsOfSeveralFiles(t *testing.T) {
	dir := t.TempDir()
	paths := []string{filepath.Join(dir, "Ann.xlsx"), filepath.Join(dir, "Bob.xlsx")}
	rows := [][]string{{"item", "score"}, {"a", "1"}, {"b", "3"}}
	for _, path := range paths {
		require.NoError(t, os.WriteFile(path, oneSheet(t, rows...), 0o644))
	}
	files, err := Files(dir)
	require.NoError(t, err)
	require.Equal(t, paths, files)
	table, err := Read(context.Background(), nil, files[0], Options{Beside: files[1:], Kind: study.Numeric})
	require.NoError(t, err)
	assert.Equal(t, "a Ann all 1\nb Ann all 3\na Bob all 1\nb Bob all 3\n", tabletest.Dump(table))
	failing := strings.Replace(cellsXML(rows), "<c><v>3</v></c>", `<c t="e"><v>#REF!</v></c>`, 1)
	require.NoError(t, os.WriteFile(paths[1], book(t, testSheet{name: "T", rows: failing}), 0o644))
	_, err = Read(context.Background(), nil, files[0], Options{Beside: files[1:]})
	assert.ErrorContains(t, err, "Bob.xlsx, sheet T, cell B3: the cell has the error #REF!")
}

// A workbook is one shard, and labels of it can be cut.
func TestSheetShards(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.xlsx")
	require.NoError(t, os.WriteFile(path, book(t, testSheet{name: "S", rows: cellsXML(smallRows())},
		testSheet{name: "T", rows: cellsXML(smallRows())}), 0o644))
	s, err := SurveyFile(context.Background(), path, SurveyOptions{Options: Options{Sheet: "S"}})
	require.NoError(t, err)
	require.Equal(t, 1, s.Shards.Len())
	tables, err := s.Shards.Read(context.Background(), path, 0)
	require.NoError(t, err)
	assert.Equal(t, smallSheet, tabletest.Dump(tables[0]))
	head, err := Peek(context.Background(), nil, path, Options{Sheet: "S"}, 10)
	require.NoError(t, err)
	assert.Equal(t, []string{"item", "rater", "score"}, head.Columns)
}

// Other zip files and spreadsheets are refused by name.
func TestOtherSpreadsheets(t *testing.T) {
	for name, want := range map[string]string{
		"content.xml":        "x: this is an OpenDocument file, such as .ods. Save it as CSV or .xlsx",
		"xl/workbook.bin":    "x: this is a binary Excel workbook (.xlsb). Save it as CSV or .xlsx",
		"Index/Document.iwa": "x: this is a Numbers spreadsheet. Export it as CSV or .xlsx",
		"a.csv":              "x: this is a zip file. Unpack it and name the file in it: unzip FILE",
	} {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		_, err := w.Create(name)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		_, err = Read(context.Background(), bytes.NewReader(b.Bytes()), "x", Options{})
		assert.EqualError(t, err, want)
	}
	_, err := Read(context.Background(), strings.NewReader(small), "x", Options{Sheet: "S"})
	assert.EqualError(t, err, "x: a sheet is named, \"S\", and the file is no workbook. Without sheet")
}

// FuzzSheet reads any XML as the rows of a sheet: an error in words or a valid table.
func FuzzSheet(f *testing.F) {
	f.Add(cellsXML(smallRows()))
	f.Add(cellsXML(smallRows()) + `<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="B4:C4"/></mergeCells>`)
	f.Add(strings.Replace(cellsXML(smallRows()), "<v>2</v>", "<f>A1</f>", 1))
	f.Fuzz(func(t *testing.T, rows string) {
		data := book(t, testSheet{name: "S", rows: rows})
		for _, o := range []Options{{AllowNominal: true, Duplicates: study.DuplicatesFirst},
			{Wide: []string{"*"}, Kind: study.Nominal, MaxMemory: 1 << 20}} {
			requireErrorOrTable(t, data, o)
		}
	})
}

// A sheet of many columns and few cells takes no more memory than one of few.
func TestWideSheet(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<sheetData><row r="1"><c r="A1" t="str"><v>item</v></c><c r="B1" t="str"><v>label</v></c>` +
		`<c r="XFD1" t="str"><v>x</v></c></row>`)
	for i := range 20_000 {
		fmt.Fprintf(&b, `<row r="%d"><c r="A%[1]d"><v>%[1]d</v></c><c r="B%[1]d"><v>%d</v></c></row>`, i+2, i%2)
	}
	data := book(t, testSheet{name: "S", rows: b.String() + "</sheetData>"})
	var err error
	peak := peakHeap(func() {
		_, err = Read(context.Background(), bytes.NewReader(data), "x", Options{Item: "item", Label: "label"})
	})
	require.NoError(t, err)
	assert.Less(t, peak, uint64(256<<20))
}

// Reading ends where its context does.
func TestSheetInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Read(ctx, bytes.NewReader(oneSheet(t, smallRows()...)), "x", Options{})
	assert.True(t, errors.Is(err, context.Canceled))
}
