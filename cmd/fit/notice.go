package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"concord/internal/visible"
)

// notice names the current step of the command if it takes longer than a second: on a terminal until it is over, and
// elsewhere with a line.
type notice struct {
	w          io.Writer
	clear      string // removes the notice
	quit, told chan struct{}
	once       sync.Once
}

// startNotice begins to wait. The notice has to be ended before anything else is written to w.
func startNotice(w io.Writer, doing string) *notice {
	return newNotice(w, doing, isTerminal(w) && controllable(os.Getenv), time.After(patience))
}

func newNotice(w io.Writer, doing string, passing bool, due <-chan time.Time) *notice {
	n := &notice{w: w, quit: make(chan struct{}), told: make(chan struct{})}
	end := "\n"
	if passing {
		end = ""
	}
	go func() {
		defer close(n.told)
		select {
		case <-n.quit:
		case <-due:
			fmt.Fprint(w, visible.Text(doing), " …", end)
			if passing {
				n.clear = "\r\x1b[K"
			}
		}
	}()
	return n
}

// end removes the notice, or prevents it. It may be called again.
func (n *notice) end() {
	n.once.Do(func() {
		close(n.quit)
		<-n.told
		fmt.Fprint(n.w, n.clear)
	})
}
