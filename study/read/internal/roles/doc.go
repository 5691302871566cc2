// Package roles finds the role of each column in a table: items, labelers, labels. It also recognises tables with one
// column per labeler or per item.
//
// The package scores whole readings of a table. Each piece of evidence is a log likelihood ratio, in nats, against
// "this is just another column". Labelers and items cross. Labels depend on both. Items outnumber labelers. Columns
// with labels from several people share their values. The name of a column is evidence like any other: it decides
// between readings that fit the values equally well, and never against the values.
package roles
