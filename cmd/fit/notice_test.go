package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestNotice(t *testing.T) {
	for _, c := range []struct {
		passing, due bool
		want         string
	}{
		{false, false, ""},
		{true, false, ""},
		{false, true, "Reading a.csv …\n"},
		{true, true, "Reading a.csv …\r\x1b[K"},
	} {
		var b strings.Builder
		due := make(chan time.Time)
		n := newNotice(&b, "Reading a.csv", c.passing, due)
		if c.due {
			due <- time.Time{}
			<-n.told
		}
		n.end()
		n.end()
		assert.Equal(t, c.want, b.String())
	}
}
