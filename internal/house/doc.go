// Package house holds the house rules that a test can read off the source: which package may import which, how long
// lines are, and what a receiver's name stands for.
package house
