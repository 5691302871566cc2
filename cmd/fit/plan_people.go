package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// peopleFlag is --people: a number for all studies, or numbers by study.
type peopleFlag struct{ values []string }

func (pe *peopleFlag) register(fs *pflag.FlagSet) {
	fs.StringSliceVar(&pe.values, "people", nil,
		"`number` of people who label in each group, or in some: experts=5,crowd=40 (default: each labels as "+
			"much as in the pilot)")
}

// given reports whether the flag was given.
func (pe *peopleFlag) given() bool { return len(pe.values) > 0 }

// of returns the number of people of each study that the flag is about; nil if it is not given.
func (pe *peopleFlag) of(studies []string) (map[string]int, error) {
	if !pe.given() {
		return nil, nil
	}
	people := map[string]int{}
	if len(pe.values) == 1 && !strings.Contains(pe.values[0], "=") {
		n, err := pe.number(pe.values[0])
		for _, s := range studies {
			people[s] = n
		}
		return people, err
	}
	for _, value := range pe.values {
		at := strings.LastIndex(value, "=")
		if at < 0 {
			return nil, usage("--people %s: write a number, or GROUP=NUMBER for single groups", value)
		}
		name := strings.TrimSpace(value[:at])
		if _, twice := people[name]; twice {
			return nil, usage("--people: the group %s is given twice", name)
		}
		if !slices.Contains(studies, name) {
			return nil, noStudy("people", name, studies)
		}
		var err error
		if people[name], err = pe.number(value[at+1:]); err != nil {
			return nil, err
		}
	}
	return people, nil
}

// all returns the number of people that the flag gives for every study; 0 if it is not given.
func (pe *peopleFlag) all() (int, error) {
	switch {
	case !pe.given():
		return 0, nil
	case len(pe.values) > 1:
		return 0, usage("--people %s: here it takes one number, of the people who label", strings.Join(pe.values, ","))
	}
	return pe.number(pe.values[0])
}

// number reads a number of people. One person's level cannot be separated from the items.
func (pe *peopleFlag) number(text string) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 2 {
		return 0, usage("--people %s: a number of people is a whole number, 2 or more", text)
	}
	return n, nil
}
