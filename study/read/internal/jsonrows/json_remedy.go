package jsonrows

import (
	"bytes"
)

// jsonCutOff is the fault of a JSON text that is not all there.
const jsonCutOff = "the JSON text ends too early"

// jsonRemedy returns the remedy of a fault, by its kind and the text around it.
func jsonRemedy(found string, rest []byte) string {
	begins := func(words ...string) bool {
		for _, w := range words {
			if bytes.HasPrefix(rest, []byte(w)) {
				return true
			}
		}
		return false
	}
	switch {
	case found == jsonCutOff:
		return "check whether the file was cut off, and copy it again"
	case begins("NaN", "Infinity", "-Infinity", "-NaN", "nan"):
		return "write null for a label that is missing; JSON has no such number"
	case begins("True", "False", "None", "'"):
		return "write the file as JSON, in Python by json.dumps rather than by str or repr"
	}
	return ""
}
