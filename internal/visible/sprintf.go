package visible

import (
	"fmt"
	"io"
)

// Sprintf is [fmt.Sprintf] for texts from files. %q writes a string as [Quote] does. %v writes a string as [Name] does,
// and a list of strings as [Names] does. %s writes a string as it is. Sprintf changes args.
func Sprintf(format string, args ...any) string {
	for i, a := range args {
		switch a := a.(type) {
		case string:
			args[i] = shown(a)
		case []byte:
			args[i] = shown(a)
		case []string:
			args[i] = list(a)
		}
	}
	return fmt.Sprintf(format, args...)
}

type shown string

func (text shown) Format(f fmt.State, verb rune) {
	switch verb {
	case 'q':
		_, _ = io.WriteString(f, Quote(string(text)))
	case 'v':
		_, _ = io.WriteString(f, Name(string(text)))
	default:
		fmt.Fprintf(f, fmt.FormatString(f, verb), string(text))
	}
}

type list []string

func (names list) Format(f fmt.State, verb rune) {
	if verb == 'v' {
		_, _ = io.WriteString(f, Names(names))
		return
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), []string(names))
}
