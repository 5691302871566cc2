package workbook

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	rootRelations = `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/>` +
		`</Relationships>`
	mainRelations = `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>` +
		`<Relationship Id="r2" Type="x/sharedStrings" Target="/xl/sharedStrings.xml"/>` +
		`<Relationship Id="r3" Type="x/styles" Target="styles.xml"/></Relationships>`
	mainPart = `<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`
)

// parted is a workbook of one sheet with some parts instead of the usual ones.
func parted(t testing.TB, parts map[string]string) []byte {
	all := map[string]string{"_rels/.rels": rootRelations, "xl/workbook.xml": mainPart,
		"xl/_rels/workbook.xml.rels": mainRelations}
	for name, text := range parts {
		all[name] = text
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range all {
		f, err := w.Create(name)
		require.NoError(t, err)
		_, err = f.Write([]byte(text))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// sheetOf is a workbook whose sheet has some rows, and elements behind them.
func sheetOf(t testing.TB, rows, behind string) []byte {
	return parted(t, map[string]string{"xl/worksheets/sheet1.xml": "<worksheet><sheetData>" + rows + "</sheetData>" +
		behind + "</worksheet>"})
}

const mostTexts = 1 << 20

func open(data []byte) (*Book, error) {
	return Open(bytes.NewReader(data), int64(len(data)), mostTexts)
}

// dump writes the cells of all sheets.
func dump(data []byte) (string, error) {
	b, err := open(data)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for _, sheet := range b.Sheets {
		rows, err := b.Rows(sheet)
		if err != nil {
			return text.String(), err
		}
		defer rows.Close()
		for {
			cells, row, err := rows.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return text.String(), err
			}
			for _, c := range cells {
				mark := [...]string{"", "n", "d", "!", "="}[c.Kind]
				fmt.Fprintf(&text, "%s%d%s:%s ", Letters(c.Column), row, mark, c.Text)
			}
		}
	}
	return strings.TrimSpace(text.String()), nil
}

func TestCells(t *testing.T) {
	for _, c := range []struct{ rows, want string }{
		{`<row r="2"><c r="B2"><v>1</v></c></row>`, "B2n:1"},
		{`<row><c><v>1</v></c><c><v>2</v></c></row><row/><row><c><v>3</v></c></row>`, "A1n:1 B1n:2 A3n:3"},
		{`<row r="9"><c r="AB9"><v>1.0</v></c></row>`, "AB9n:1"},
		{`<row><c><v>0.30000000000000004</v></c><c><v>1E-3</v></c><c><v>-0.0</v></c></row>`, "A1n:0.3 B1n:0.001 C1n:0"},
		{`<row><c><v>1.5E22</v></c><c><v>9007199254740993</v></c></row>`, "A1n:1.5e+22 B1n:9007199254740993"},
		{`<row><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c></row>`, "A1:TRUE B1:FALSE C1!:#N/A"},
		{`<row><c t="b"><v>TRUE</v></c><c t="b"><v> false</v></c></row>`, "A1:TRUE B1:FALSE"},
		{`<row><c t="str"><f>A1&amp;"x"</f><v>yes</v></c><c t="str"><f>A2</f><v></v></c></row>`, "A1:yes"},
		{`<row><c><f>A1+B1</f></c><c><f>A1</f><v/></c><c><f>1+1</f><v>2</v></c></row>`, "A1=:A1+B1 B1=:A1 C1n:2"},
		{`<row><c t="inlineStr"><is><t>a &lt; b</t></is></c></row>`, "A1:a < b"},
		{`<row><c t="inlineStr"><is><r><rPr><b/></rPr><t>a</t></r><r><t xml:space="preserve"> b</t></r></is></c></row>`,
			"A1:a b"},
		{`<row><c t="inlineStr"><is><t>漢字</t><rPh sb="0" eb="2"><t>かんじ</t></rPh></is></c></row>`, "A1:漢字"},
		{`<row><c t="inlineStr"><is><t><![CDATA[a<b]]>&#x263A;_x000A_c_x_</t></is></c></row>`, "A1:a<b☺\nc_x_"},
		{`<row><c t="d"><v>2026-03-04</v></c><c s="1"/></row>`, "A1d:2026-03-04"},
		{`<x:row><x:c r="A1"><x:v>7</x:v></x:c></x:row><!-- a > b -->`, "A1n:7"},
	} {
		got, err := dump(sheetOf(t, c.rows, ""))
		require.NoError(t, err, c.rows)
		assert.Equal(t, c.want, got, c.rows)
	}
}

func TestSharedTexts(t *testing.T) {
	got, err := dump(parted(t, map[string]string{
		"xl/sharedStrings.xml": `<sst count="-1"><si><t>one</t></si><si><r><t>tw</t></r><r><t>o</t></r></si><si/>` +
			`</sst>`,
		"xl/worksheets/sheet1.xml": `<worksheet><sheetData><row><c t="s"><v>1</v></c><c t="s"><v>0</v></c>` +
			`<c t="s"><v>2</v></c></row></sheetData></worksheet>`}))
	require.NoError(t, err)
	assert.Equal(t, "A1:two B1:one", got)
}

// Days are counted as in Excel: 1 is 1 January 1900, and 61 is 1 March, because it takes 1900 for a leap year. The
// system of 1904 begins 1,462 days later.
func TestDates(t *testing.T) {
	styles := `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0 &quot;days&quot;"/>` +
		`<numFmt numFmtId="165" formatCode="[$-409]d\-mmm\-yy;@"/><numFmt numFmtId="166" formatCode="[h]:mm"/>` +
		`<numFmt numFmtId="167" formatCode="_-* #,##0\ _s;[Red]-0"/></numFmts>` +
		`<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>` +
		`<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/>` +
		`<xf numFmtId="167"/></cellXfs></styleSheet>`
	rows := `<row><c s="1"><v>46085</v></c><c s="1"><v>46085.5729166667</v></c><c s="1"><v>1</v></c>` +
		`<c s="1"><v>61</v></c><c s="2"><v>46085</v></c><c s="3"><v>46085</v></c>` +
		`<c s="4"><v>0.75</v></c><c s="5"><v>12</v></c>` +
		`<c s="1"><v>60</v></c><c s="1"><v>-1</v></c><c s="1"><v>1E99</v></c><c s="0"><v>5</v></c></row>`
	for _, c := range []struct{ main, want string }{
		{mainPart, "A1d:2026-03-04 B1d:2026-03-04 13:45:00 C1d:1900-01-01 D1d:1900-03-01 E1n:46085 F1d:2026-03-04 " +
			"G1d:18:00:00 H1n:12 I1n:60 J1n:-1 K1n:1e+99 L1n:5"},
		{strings.Replace(mainPart, "<sheets>", `<workbookPr date1904="1"/><sheets>`, 1),
			"A1d:2030-03-05 B1d:2030-03-05 13:45:00 C1d:1904-01-02 D1d:1904-03-02 E1n:46085 F1d:2030-03-05 " +
				"G1d:1904-01-01 18:00:00 H1n:12 I1d:1904-03-01 J1n:-1 K1n:1e+99 L1n:5"},
	} {
		got, err := dump(parted(t, map[string]string{"xl/workbook.xml": c.main, "xl/styles.xml": styles,
			"xl/worksheets/sheet1.xml": "<worksheet><sheetData>" + rows + "</sheetData></worksheet>"}))
		require.NoError(t, err)
		assert.Equal(t, c.want, got)
	}
}

// Blocks of merged cells are known before the first row is read.
func TestMerged(t *testing.T) {
	b, err := open(sheetOf(t, `<row/>`, `<mergeCells><mergeCell ref="A1:A4"/><mergeCell ref="B2"/>`+
		`<mergeCell ref="C1:D9"/></mergeCells>`))
	require.NoError(t, err)
	rows, err := b.Rows(b.Sheets[0])
	require.NoError(t, err)
	defer rows.Close()
	assert.Equal(t, "[A1:A4 C1:D9]", fmt.Sprint(rows.Merged()))
}

// Values of formulas that a program did not compute are none, whatever stands in their place.
func TestStaleFormulas(t *testing.T) {
	got, err := dump(parted(t, map[string]string{
		"xl/workbook.xml": strings.Replace(mainPart, "</sheets>", `</sheets><calcPr fullCalcOnLoad="1"/>`, 1),
		"xl/worksheets/sheet1.xml": `<worksheet><sheetData><row><c><f>1+2</f><v>0</v></c></row></sheetData>` +
			`</worksheet>`}))
	require.NoError(t, err)
	assert.Equal(t, "A1=:1+2", got)
}

func TestFaults(t *testing.T) {
	row := `<row><c><v>1</v></c></row>`
	for name, c := range map[string]struct {
		data   []byte
		reason Reason
		want   string
	}{
		"no zip":         {[]byte("PK\x03\x04xyz"), Broken, "list of its parts"},
		"another zip":    {zipOf(t, "a.csv"), Foreign, "a zip file"},
		"OpenDocument":   {zipOf(t, "content.xml"), Foreign, ".ods"},
		"binary":         {zipOf(t, "xl/workbook.bin"), Foreign, ".xlsb"},
		"rows backwards": {sheetOf(t, `<row r="3"/><row r="2"/>`, ""), Broken, "number of a row"},
		"row too far":    {sheetOf(t, `<row r="1048577"/>`, ""), Broken, "number of a row"},
		"twice":          {sheetOf(t, `<row><c r="A1"/><c r="A1"/></row>`, ""), Broken, "not behind the cell before"},
		"another row":    {sheetOf(t, `<row><c r="A2"/></row>`, ""), Broken, "is no cell of the row"},
		"too far":        {sheetOf(t, `<row><c r="XFE1"/></row>`, ""), Broken, "too many columns"},
		"no number":      {sheetOf(t, `<row><c><v>x</v></c></row>`, ""), Broken, "cell A1 is to be a number"},
		"underscore":     {sheetOf(t, `<row><c><v>1_0</v></c></row>`, ""), Broken, "cell A1 is to be a number"},
		"hexadecimal":    {sheetOf(t, `<row><c><v>0x1p0</v></c></row>`, ""), Broken, "cell A1 is to be a number"},
		"infinite":       {sheetOf(t, `<row><c><v>Infinity</v></c></row>`, ""), Broken, "cell A1 is to be a number"},
		"no truth":       {sheetOf(t, `<row><c t="b"><v>yes</v></c></row>`, ""), Broken, "cell A1 is to be true"},
		"no truth value": {sheetOf(t, `<row><c t="b"><v>2</v></c></row>`, ""), Broken, "cell A1 is to be true"},
		"no text":        {sheetOf(t, `<row><c t="s"><v>0</v></c></row>`, ""), Broken, "that is not there"},
		"merged":         {sheetOf(t, row, `<mergeCell ref="B2:A1"/>`), Broken, "no cells that could be merged"},
		"cut off": {parted(t, map[string]string{"xl/worksheets/sheet1.xml": "<worksheet><sheetData>" + row}), Broken,
			"cut off"},
		"document type": {parted(t, map[string]string{"xl/worksheets/sheet1.xml": `<!DOCTYPE a [<!ENTITY b "c">]>` +
			`<a/>`}),
			Broken, "declaration"},
		"unknown reference": {sheetOf(t, `<row><c t="inlineStr"><is><t>&b;</t></is></c></row>`, ""), Broken,
			"entity &b;"},
		"UTF-16": {parted(t, map[string]string{"xl/worksheets/sheet1.xml": "\xff\xfe<\x00a\x00"}), Unread,
			"not UTF-8"},
		"Latin-1": {parted(t,
			map[string]string{"xl/worksheets/sheet1.xml": `<?xml version="1.0" encoding="latin1"?><a/>`}),
			Unread, "not UTF-8"},
		"too deep": {sheetOf(t, strings.Repeat("<a>", 100)+strings.Repeat("</a>", 100), ""), Broken, "in one another"},
		"long tag": {sheetOf(t, `<row x="`+strings.Repeat("x", 3<<20)+`"/>`, ""), Broken, "1 MiB"},
		"many texts": {parted(t, map[string]string{"xl/sharedStrings.xml": "<sst>" + strings.Repeat("<si/>",
			mostTexts) +
			"</sst>"}), Memory, "memory"},
		"long row": {sheetOf(t, "<row>"+strings.Repeat(`<c t="inlineStr"><is><t>`+strings.Repeat("x", 1<<19)+
			"</t></is></c>", 40)+"</row>", ""), Broken, "16 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := dump(c.data)
			var fault *Fault
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, c.reason, fault.Reason)
			assert.Contains(t, fault.What, c.want)
		})
	}
}

// zipOf is a zip file with an empty file.
func zipOf(t testing.TB, name string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	_, err := w.Create(name)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

// A wrong byte in the packed rows is an error, and never fewer rows.
func TestDamage(t *testing.T) {
	var rows strings.Builder
	for i := range 500 {
		fmt.Fprintf(&rows, "<row><c><v>%d</v></c></row>", i*i*7919%1000)
	}
	good := sheetOf(t, rows.String(), "")
	want, err := dump(good)
	require.NoError(t, err)
	for at := 0; at < len(good); at += 13 {
		bad := bytes.Clone(good)
		bad[at] ^= 0x20
		if got, err := dump(bad); err == nil && got != "" {
			assert.Equal(t, want, got, "byte %d", at)
		}
	}
}

// A sheet that unpacks to gigabytes ends in an error, and takes little memory on the way.
func TestBomb(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range map[string]string{"_rels/.rels": rootRelations, "xl/workbook.xml": mainPart,
		"xl/_rels/workbook.xml.rels": mainRelations} {
		f, err := w.Create(name)
		require.NoError(t, err)
		_, err = f.Write([]byte(text))
		require.NoError(t, err)
	}
	f, err := w.Create("xl/worksheets/sheet1.xml")
	require.NoError(t, err)
	_, err = f.Write([]byte("<worksheet><sheetData><row>"))
	require.NoError(t, err)
	blanks := []byte("<!--" + strings.Repeat(" ", 1<<19) + "-->")
	for range smallPart>>19 + 2 {
		_, err = f.Write(blanks)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = dump(b.Bytes())
	runtime.ReadMemStats(&after)
	var fault *Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, Bomb, fault.Reason)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8<<20))
}

// FuzzOpen opens any bytes: words or cells, never a panic.
func FuzzOpen(f *testing.F) {
	files, err := filepath.Glob("../../../../testdata/strangers/*.xlsx")
	require.NoError(f, err)
	require.NotEmpty(f, files)
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(data)
	}
	f.Add(zipOf(f, "content.xml"))
	f.Fuzz(func(t *testing.T, data []byte) { requireWords(t, data) })
}

// FuzzParts reads any text as the parts of a workbook.
func FuzzParts(f *testing.F) {
	f.Add(`<row r="1"><c r="A1" t="s"><v>0</v></c><c s="1"><f>A1</f><v>1.5</v></c></row>`, `<si>`+
		`<t>a_x0041_&amp;</t></si>`,
		`<mergeCell ref="A1:A3"/>`, `<numFmt numFmtId="9" formatCode="d"/><cellXfs><xf numFmtId="9"/></cellXfs>`)
	f.Fuzz(func(t *testing.T, rows, texts, behind, styles string) {
		requireWords(t, parted(t, map[string]string{"xl/sharedStrings.xml": "<sst>" + texts + "</sst>",
			"xl/styles.xml": "<s>" + styles + "</s>", "xl/worksheets/sheet1.xml": "<worksheet><sheetData>" + rows +
				"</sheetData>" + behind + "</worksheet>"}))
	})
}

// requireWords reads everything: a fault, if any, says what was found.
func requireWords(t *testing.T, data []byte) {
	_, err := dump(data)
	var fault *Fault
	if err != nil && (!errors.As(err, &fault) || fault.What == "") {
		t.Fatalf("no fault in words: %v", err)
	}
}
