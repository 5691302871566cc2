// Package house tests rules of the house that can be read off the source: which package may import which, how long
// lines are, what a receiver's name stands for, and that what the pages name exists.
package house
