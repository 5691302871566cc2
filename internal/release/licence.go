package release

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Licence is the licence of a module, as an SPDX expression (ISO/IEC 5962), and the name of the file that
// holds its text.
type Licence struct{ SPDX, File string }

// phrases distinguish licences: the text of a licence has all phrases in all, and does not have but.
var phrases = [...]struct {
	spdx string
	all  []string
	but  string
}{
	{"Apache-2.0", []string{"apache license", "version 2.0, january 2004"}, ""},
	{"BSD-2-Clause", []string{"redistribution and use in source and binary forms"}, "neither the name"},
	{"BSD-3-Clause", []string{"redistribution and use in source and binary forms", "neither the name"}, ""},
	{"ISC", []string{"permission to use, copy, modify, and/or distribute this software for any purpose"}, ""},
	{"MIT", []string{"permission is hereby granted, free of charge, to any person"}, ""},
}

// LicenceOf reads the licence of the module whose source is in dir. It is an error if there is none, or if it is not
// known here.
func LicenceOf(dir string) (Licence, error) {
	for _, name := range []string{"LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "COPYING"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		if spdx := identify(string(text)); spdx != "" {
			return Licence{spdx, name}, nil
		}
		const fault = "%s: a licence that is not known here: read it, and add it to the list"
		return Licence{}, fmt.Errorf(fault, filepath.Join(dir, name))
	}
	return Licence{}, fmt.Errorf("%s: no file of a licence", dir)
}

// identify returns the SPDX expression of a text, or "". A text may hold several licences, each of a
// part of the module.
func identify(text string) string {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	var found []string
	for _, p := range phrases {
		holds := p.but == "" || !strings.Contains(text, p.but)
		for _, phrase := range p.all {
			holds = holds && strings.Contains(text, phrase)
		}
		if holds {
			found = append(found, p.spdx)
		}
	}
	return strings.Join(found, " AND ")
}
