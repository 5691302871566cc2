// Package parquet reads the columns of a Parquet file that have one value a row, as text.
//
// It trusts nothing that a file says about itself: a size is compared with what is there before memory is taken, values
// are decoded one at a time from a page, and no run, level or list is unrolled into memory. A file thus takes as much
// memory as the pages and dictionaries that are open, unpacked. What the bytes mean is the format's specification
// (https://github.com/apache/parquet-format, version 2.12: README, Encodings, LogicalTypes, Compression).
package parquet
