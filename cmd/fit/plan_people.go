package main

import (
	"slices"
	"strconv"
	"strings"

	"concord/internal/option"
)

// peopleGiven reports whether the flag was given.
func (pe *work) peopleGiven() bool { return len(option.People.In(pe)) > 0 }

// plannedPeopleOf returns the number of people of each study that the flag is about; nil if it is not given.
func (pe *work) plannedPeopleOf(studies []string) (map[string]int, error) {
	if !pe.peopleGiven() {
		return nil, nil
	}
	people := map[string]int{}
	if len(option.People.In(pe)) == 1 && !strings.Contains(option.People.In(pe)[0], "=") {
		n, err := pe.peopleNumber(option.People.In(pe)[0])
		for _, s := range studies {
			people[s] = n
		}
		return people, err
	}
	for _, value := range option.People.In(pe) {
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
		if people[name], err = pe.peopleNumber(value[at+1:]); err != nil {
			return nil, err
		}
	}
	return people, nil
}

// plannedPeople returns the number of people that the flag gives for every study; 0 if it is not given.
func (pe *work) plannedPeople() (int, error) {
	switch {
	case !pe.peopleGiven():
		return 0, nil
	case len(option.People.In(pe)) > 1:
		return 0, usage("--people %s: here it takes one number, of the people who label",
			strings.Join(option.People.In(pe), ","))
	}
	return pe.peopleNumber(option.People.In(pe)[0])
}

// peopleNumber reads a number of people. One person's level cannot be separated from the items.
func (pe *work) peopleNumber(text string) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 2 {
		return 0, usage("--people %s: a number of people is a whole number, 2 or more", text)
	}
	return n, nil
}
