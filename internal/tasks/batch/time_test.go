package batch

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/study"
)

func TestTasksAreInTheOrderOfTime(t *testing.T) {
	for _, c := range [][2]string{
		{"2025-W10 2024-W52 2025-W9", "2024-W52 2025-W9 2025-W10"},
		{"Mar-25 Jan-25 Feb-25", "Jan-25 Feb-25 Mar-25"},
		{"2025Q1 2024Q4", "2024Q4 2025Q1"},
		{"tone length accuracy", "tone length accuracy"},
		{"b/2025-02 a/2025-02 b/2025-01 a/2025-01", "b/2025-01 b/2025-02 a/2025-01 a/2025-02"},
		{"2025-02/b 2025-02/a 2025-01/b 2025-01/a", "2025-01/b 2025-01/a 2025-02/b 2025-02/a"},
		{"10 9 1", "1 9 10"},
	} {
		var parts []study.Part
		for key := range strings.FieldsSeq(c[0]) {
			parts = append(parts, study.Part{Levels: strings.Split(key, "/")})
		}
		if strings.HasPrefix(c[0], "b/") { // parts come with those of one first level together
			parts[1], parts[2] = parts[2], parts[1]
		}
		var got []string
		for _, p := range inTime(parts) {
			got = append(got, strings.Join(p.Levels, "/"))
		}
		assert.Equal(t, c[1], strings.Join(got, " "))
	}
}
