package read

import (
	"bytes"
)

// foreign recognises files of other programs by their first bytes, and says what to do;
// "" is a file that may be read.
func foreign(head []byte) (found, remedy string) {
	for _, f := range []struct {
		magic         string
		at            int // of the magic bytes
		found, remedy string
	}{
		// The first name in the zip file that Inspect writes.
		{"_journal/start.json", 30, "a log of Inspect AI (.eval)", "print it as JSON: inspect log dump FILE"},
		{"PK\x03\x04", 0, "a zip file or an Excel workbook", "save it as CSV"},
		{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0, "an old Excel workbook", "save it as CSV"},
		{"ARROW1", 0, "an Arrow or Feather file", "save it as Parquet or CSV"},
		{"FEA1", 0, "an Arrow or Feather file", "save it as Parquet or CSV"},
		{"Obj\x01", 0, "an Avro file", "save it as Parquet or CSV"},
		{"ORC\x08", 0, "an ORC file", "save it as Parquet or CSV"},
		{"SQLite format 3\x00", 0, "an SQLite database", "write the table that holds the labels as CSV"},
		{"<!DOCTYPE html", 0, "a page of the web (HTML), perhaps one to sign in", "download the table itself, as CSV"},
		{"<!doctype html", 0, "a page of the web (HTML), perhaps one to sign in", "download the table itself, as CSV"},
		{"<html", 0, "a page of the web (HTML), perhaps one to sign in", "download the table itself, as CSV"},
		{"<?xml", 0, "an XML file", "save its table as CSV"},
		{"{\\rtf", 0, "a text of a word processor (RTF)", "save it as plain text"},
		{"%PDF-", 0, "a PDF", "save the table that it shows as CSV"},
		{"\x80\x04\x95", 0, "a Python pickle", "save it as Parquet or CSV"},
		{"RDX", 0, "an R data file", "save it as CSV"},
		{"X\n\x00\x00", 0, "an R data file", "save it as CSV"},
		{"ustar", 257, "a tar archive", "unpack it and name the file in it"},
		{"BZh91AY&SY", 0, "compressed by bzip2", "unpack it, or compress it by gzip or zstd"},
		{"\xfd7zXZ\x00", 0, "compressed by xz", "unpack it, or compress it by gzip or zstd"},
		{"\x1f\x8b\x08", 0, "compressed twice", "unpack it once"},
		{"\x28\xb5\x2f\xfd", 0, "compressed twice", "unpack it once"},
	} {
		if len(head) > f.at && bytes.HasPrefix(head[f.at:], []byte(f.magic)) {
			return f.found, f.remedy
		}
	}
	return "", ""
}
