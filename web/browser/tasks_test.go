package browser

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// task is an event of the browser's trace: what a thread did, and how much of a processor's time it took, which another
// program's work does not lengthen.
type task struct {
	Name    string  `json:"name"`
	Process int     `json:"pid"`
	Thread  int     `json:"tid"`
	CPU     float64 `json:"tdur"` // microseconds
	Args    struct {
		Name string `json:"name"`
	} `json:"args"`
}

// trace records what threads do until the function that it returns is called, which returns the longest task of a
// thread that draws pages, in milliseconds of processor time, and how many tasks there were.
func (tb *tab) trace() func() (longest float64, tasks int) {
	tb.Helper()
	var mu sync.Mutex
	var all []task
	complete := make(chan struct{})
	listening, unheard := context.WithCancel(tb.ctx)
	require.NoError(tb, chromedp.Listen(listening, func(event any) {
		switch e := event.(type) {
		case *tracing.EventDataCollected:
			mu.Lock()
			defer mu.Unlock()
			for _, v := range e.Value {
				var one task
				if json.Unmarshal(v, &one) == nil {
					all = append(all, one)
				}
			}
		case *tracing.EventTracingComplete:
			close(complete)
		}
	}))
	_, err := chromedp.Call(tb.ctx, tracing.Start, tracing.StartParams{TraceConfig: &tracing.TraceConfig{
		IncludedCategories: []string{"toplevel", "disabled-by-default-devtools.timeline", "__metadata"},
	}})
	require.NoError(tb, err)
	return func() (longest float64, tasks int) {
		tb.Helper()
		_, err := chromedp.Call(tb.ctx, tracing.End, cdp.Empty{})
		require.NoError(tb, err)
		<-complete
		unheard()
		mu.Lock()
		defer mu.Unlock()
		mains := map[[2]int]bool{}
		for _, e := range all {
			if e.Name == "thread_name" && e.Args.Name == "CrRendererMain" {
				mains[[2]int{e.Process, e.Thread}] = true
			}
		}
		for _, e := range all {
			ran := e.Name == "RunTask" || e.Name == "ThreadControllerImpl::RunTask"
			if ran && mains[[2]int{e.Process, e.Thread}] {
				tasks++
				longest = max(longest, e.CPU/1000)
			}
		}
		return longest, tasks
	}
}
