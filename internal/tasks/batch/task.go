// Package batch runs many fits: it cuts one set of labels into tasks, a fit each, and spreads them over the cores, with
// one core for each task where there are enough of them.
//
// The outcome of a task depends on its labels, its specification and its key, and neither on the order of the tasks nor
// on the number of cores: random numbers follow from the key, see [Task.Seed].
package batch

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"

	"concord/model/spec"
	"concord/study"
)

// Key says which of many tasks one is: a value for each cut, such as {"category", "joy"}.
type Key []Cut

// Cut is one way in which labels are divided into tasks, and its value in a task.
type Cut struct{ Name, Value string }

// String returns the values, "joy" or "joy, week 3".
func (k Key) String() string { return strings.Join(k.Values(), ", ") }

// Values returns the value of each cut.
func (k Key) Values() []string {
	values := make([]string, len(k))
	for i, c := range k {
		values[i] = c.Value
	}
	return values
}

// Task is one fit of many.
type Task struct {
	Key  Key
	Spec spec.Spec
	// Table makes the labels when the task's turn comes, so that the labels of all tasks need not be in memory at once.
	Table func() *study.Table
	// Unit says that the labels are 0 and 1 only, although all tasks together have other numbers too.
	Unit bool
	// Own: such labels are binary in this task, because nobody asked for a kind of all.
	Own bool
}

// Seed returns the seed of a task's random numbers, which follows from the run's seed and from the key: the first 53
// bits of the SHA-256 of both. Every reader of JSON keeps 53 bits.
func (t Task) Seed(run uint64) uint64 {
	b := binary.LittleEndian.AppendUint64(nil, run)
	for _, c := range t.Key {
		for _, s := range []string{c.Name, c.Value} {
			b = binary.LittleEndian.AppendUint64(b, uint64(len(s))) // or else {"a", "bc"} would be {"ab", "c"}
			b = append(b, s...)
		}
	}
	sum := sha256.Sum256(b)
	return binary.LittleEndian.Uint64(sum[:]) >> 11
}
