package read

import (
	"bytes"
)

// foreign recognises files of other programs by their first bytes, and says what to do; "" if the file may be readable.
func foreign(head []byte) (found, remedy string) {
	for _, f := range []struct {
		magic         string
		at            int // of the magic bytes
		found, remedy string
	}{
		// The first name in the zip file that Inspect writes.
		{"_journal/start.json", 30, inspectLog, "print it as JSON: inspect log dump FILE"},
		{"PK\x03\x04", 0, "a zip file or an Excel workbook", "save it as CSV"},
		{"PK\x05\x06", 0, "an empty zip file", "save the table as CSV"},
		{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0, "an old Excel workbook (.xls), or one with a password",
			"save it as .xlsx without a password, or as CSV"},
		{"ARROW1", 0, "an Arrow or Feather file", inPython("feather")},
		{"FEA1", 0, "an Arrow or Feather file", inPython("feather")},
		{"\xff\xff\xff\xff", 0, "a stream of Arrow", "write the table as Parquet: " +
			`pyarrow.parquet.write_table(pyarrow.ipc.open_stream("FILE").read_all(), "FILE.parquet")`},
		{"$FL2@(#)", 0, "an SPSS file (.sav)", inPython("spss")},
		{"$FL3@(#)", 0, "a compressed SPSS file (.zsav)", inPython("spss")},
		{"<stata_dta>", 0, "a Stata file (.dta)", inPython("stata")},
		{"\x71\x01\x01\x00", 0, "a Stata file (.dta)", inPython("stata")},
		{"\x71\x02\x01\x00", 0, "a Stata file (.dta)", inPython("stata")},
		{"\x72\x01\x01\x00", 0, "a Stata file (.dta)", inPython("stata")},
		{"\x72\x02\x01\x00", 0, "a Stata file (.dta)", inPython("stata")},
		{"\x73\x01\x01\x00", 0, "a Stata file (.dta)", inPython("stata")},
		{"\x73\x02\x01\x00", 0, "a Stata file (.dta)", inPython("stata")},
		{"\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\x00", 12, "a SAS file (.sas7bdat)", inPython("sas")},
		{"HEADER RECORD*******LIB", 0, "a SAS transport file (.xpt)", inPython("sas")},
		{"\x89HDF\r\n\x1a\n", 0, "an HDF5 file", inPython("hdf")},
		{"MATLAB 5.0 MAT-file", 0, "a MATLAB file (.mat)", `write the table in MATLAB: writetable(TABLE, "FILE.csv")`},
		{"\x93NUMPY", 0, "an array of NumPy (.npy)", `write it in Python: numpy.savetxt("FILE.csv", ` +
			`numpy.load("FILE"), delimiter=",", fmt="%s"), and put a line with the columns' names above it`},
		{"Obj\x01", 0, "an Avro file", "save it as Parquet or CSV"},
		{"ORC\x08", 0, "an ORC file", inPython("orc")},
		{"SQLite format 3\x00", 0, "an SQLite database", "write the table that holds the labels as CSV: " +
			`sqlite3 -header -csv FILE "select * from TABLE" > FILE.csv`},
		{"\x00\x01\x00\x00Standard ", 0, "an Access database", "export the table that holds the labels as CSV"},
		{"<!DOCTYPE html", 0, "a page of the web (HTML), perhaps one to sign in", "download the table itself, as CSV"},
		{"<!doctype html", 0, "a page of the web (HTML), perhaps one to sign in", "download the table itself, as CSV"},
		{"<html", 0, "a page of the web (HTML), perhaps one to sign in", "download the table itself, as CSV"},
		{"<?xml", 0, "an XML file", "save its table as CSV"},
		{"{\\rtf", 0, "a text of a word processor (RTF)", "save it as plain text"},
		{"%PDF-", 0, "a PDF", "save the table that it shows as CSV"},
		{"\x89PNG\r\n\x1a\n", 0, "a picture", "save the table that it shows as CSV"},
		{"\xff\xd8\xff", 0, "a picture", "save the table that it shows as CSV"},
		{"\x80\x03}", 0, "a Python pickle", "save it as Parquet or CSV"},
		{"\x80\x03c", 0, "a Python pickle", "save it as Parquet or CSV"},
		{"\x80\x04\x95", 0, "a Python pickle", "save it as Parquet or CSV"},
		{"\x80\x05\x95", 0, "a Python pickle", "save it as Parquet or CSV"},
		{"RDX2\n", 0, "an R data file (.RData)", inRData},
		{"RDX3\n", 0, "an R data file (.RData)", inRData},
		{"X\n\x00\x00", 0, "an R data file (.rds)", inR},
		{"ustar", 257, "a tar archive", "unpack it and name the file in it"},
		{"7z\xbc\xaf\x27\x1c", 0, "a 7z archive", "unpack it and name the file in it: 7z x FILE"},
		{"Rar!\x1a\x07", 0, "a rar archive", "unpack it and name the file in it: unrar x FILE"},
		{"BZh91AY&SY", 0, "compressed by bzip2", "unpack it, or compress it by gzip or zstd"},
		{"\xfd7zXZ\x00", 0, "compressed by xz", "unpack it, or compress it by gzip or zstd"},
		{"\x04\x22\x4d\x18", 0, "compressed by LZ4", "unpack it, or compress it by gzip or zstd"},
		{"\xff\x06\x00\x00sNaPpY", 0, "compressed by Snappy", "unpack it, or compress it by gzip or zstd"},
		{"\x1f\x9d", 0, "compressed by compress (.Z)", "unpack it, or compress it by gzip or zstd"},
		{"\x1f\x8b\x08", 0, "compressed twice", "unpack it once"},
		{"\x28\xb5\x2f\xfd", 0, "compressed twice", "unpack it once"},
	} {
		if len(head) > f.at && bytes.HasPrefix(head[f.at:], []byte(f.magic)) {
			return f.found, f.remedy
		}
	}
	return "", ""
}

const inspectLog = "a log of Inspect AI (.eval)"

// inPython says how pandas makes a CSV file of a file that it reads by pandas.read_KIND.
func inPython(kind string) string {
	return "convert it in Python: pandas.read_" + kind + `("FILE").to_csv("FILE.csv", index=False)`
}

const (
	inR     = `convert it in R: write.csv(readRDS("FILE"), "FILE.csv", row.names = FALSE)`
	inRData = `write the table in R: load("FILE"); write.csv(TABLE, "FILE.csv", row.names = FALSE)`
)
