// Package roles finds out which column of a table plays which role: which one names the items, which one the labelers,
// which one holds the labels, or which columns hold the labels of one labeler or of one item each.
//
// It scores whole readings of a table. All evidence is a log likelihood ratio, in nats, against "this is just another
// column": labelers and items cross, labels depend on both, items outnumber labelers, columns that hold labels of
// several people share their values. The name of a column is evidence like any other, so a name decides between
// readings that fit the values alike, and never against the values.
package roles
