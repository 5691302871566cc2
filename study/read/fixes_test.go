package read

import "concord/study"

// offered are the values that the first fix of an option has; nil if none names it.
func offered(e *study.Error, option string) []string {
	for _, f := range e.Fixes {
		for _, s := range f.Set {
			if s.Option == option {
				return s.Values
			}
		}
	}
	return nil
}
