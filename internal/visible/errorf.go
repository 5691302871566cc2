package visible

import (
	"fmt"
	"slices"
)

// Errorf is [fmt.Errorf] with all texts made visible, so that a name cannot break a line.
func Errorf(format string, args ...any) error {
	shown := slices.Clone(args)
	for i, a := range shown {
		if text, ok := a.(string); ok {
			shown[i] = Text(text)
		}
	}
	return fmt.Errorf(format, shown...)
}
