package result

import "concord/model/family"

// thresholded reports whether a family has thresholds in place of a mean.
func thresholded(f family.Family) bool {
	_, ok := f.(family.Thresholded)
	return ok
}

// Between names the threshold between two categories: "2|3".
func Between(category, next string) string { return category + "|" + next }
