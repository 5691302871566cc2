package family

import "concord/study"

// All returns the families, for each kind of label the default first.
func All() []Family {
	return []Family{Bernoulli{}, Gaussian{}, Ordinal{}}
}

// For returns the default family for labels of a kind; ok is false if there is none.
func For(kind study.Kind) (f Family, ok bool) {
	for _, f := range All() {
		if f.Kind() == kind {
			return f, true
		}
	}
	return nil, false
}

// Named returns the family with a name; ok is false if there is none.
func Named(name string) (f Family, ok bool) {
	for _, f := range All() {
		if f.String() == name {
			return f, true
		}
	}
	return nil, false
}

// Names returns the names of all families.
func Names() []string {
	var names []string
	for _, f := range All() {
		names = append(names, f.String())
	}
	return names
}
