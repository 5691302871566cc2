//go:build js && wasm

// Worker is the program that runs in each worker of the page for browsers: it reads files, computes coefficients, and
// makes chains of a fit. It is spoken to by messages; page.js has the other end.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"syscall/js"
	"time"

	"concord/sampler"
	"concord/web/internal/session"
)

// opened is the file that this worker has read, if it has: a worker never reads a second one.
var opened *session.Session

// parts are the chains that the other workers made, as the page hands them on: one message for each exchange.
var parts = make(chan []*sampler.Run, 1)

// beside has the results of another worker for the report, piece by piece, as the page hands them on.
var beside = make(chan []byte, 2)

func main() {
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		message := arguments[0].Get("data")
		switch message.Get("op").String() {
		case "open":
			go guarded(func() error { return open(message) })
		case "fit":
			go guarded(func() error { return fit(message) })
		case "chains":
			go guarded(func() error { return receive(message.Get("parts")) })
		case "beside":
			beside <- bytesOf(message.Get("bytes"))
		}
		return nil
	}))
	post("ready", nil)
	select {}
}

// guarded tells the page of an error, or of a panic, which would end the program without a word.
func guarded(work func() error) {
	defer func() {
		if p := recover(); p != nil {
			post("fault", map[string]any{"text": fmt.Sprintf("This should not happen; please report it: %v", p),
				"control": "", "stack": string(debug.Stack())})
		}
	}()
	if err := work(); err != nil {
		tellFault("fault", err)
	}
}

func tellFault(kind string, err error) {
	f := session.NewFault(err)
	post(kind, map[string]any{"text": f.Text, "control": f.Control})
}

// post sends a message to the page. Bytes go over without a copy.
func post(kind string, fields map[string]any) {
	message, transfer := map[string]any{"kind": kind}, []any{}
	for name, v := range fields {
		if b, ok := v.([]byte); ok {
			a := js.Global().Get("Uint8Array").New(len(b))
			js.CopyBytesToJS(a, b)
			transfer = append(transfer, a.Get("buffer"))
			v = a
		}
		message[name] = v
	}
	js.Global().Call("postMessage", message, transfer)
}

// requestOf returns what the controls say, and the file.
func requestOf(message js.Value) (q session.Request, name string, file js.Value, err error) {
	err = json.Unmarshal([]byte(message.Get("request").String()), &q)
	return q, message.Get("name").String(), message.Get("file"), err
}

// fileOf opens a file of the page.
func fileOf(file js.Value) session.File { return func() io.Reader { return &blob{value: file} } }

// open reads a file and tells the page, in this order, what its head shows and what was read. Then it sends the answer
// of a question that needs no model, or coefficients, first without intervals.
func open(message js.Value) error {
	q, name, file, err := requestOf(message)
	if err != nil {
		return err
	}
	began := time.Now()
	ctx := context.Background()
	head, err := session.Peek(ctx, fileOf(file), name, q)
	if err != nil {
		return err
	}
	if err := postJSON("head", head); err != nil {
		return err
	}
	s, fault := session.Open(ctx, fileOf(file), name, q)
	if s == nil {
		return fault
	}
	opened = s
	look := s.Look(head)
	if err := postJSON("opened", struct {
		*session.Look
		Labels int
	}{look, s.Labels()}); err != nil || fault != nil {
		return errors.Join(err, fault)
	}
	if !look.Fits {
		answer, err := s.Answer(ctx)
		if err != nil {
			return err
		}
		return show(answer, s, began)
	}
	for _, intervals := range []bool{false, true} {
		if !look.CoefficientsFirst {
			continue
		}
		page, err := s.Coefficients(ctx, intervals)
		if err != nil {
			return err
		}
		post("coefficients", map[string]any{"html": page, "intervals": intervals})
	}
	return nil
}

// show sends an answer in all forms.
func show(answer *session.Fitted, s *session.Session, began time.Time) error {
	messages, err := json.Marshal(answer.Messages)
	if err != nil {
		return err
	}
	post("fitted", map[string]any{
		"html": answer.HTML, "text": answer.Text, "csv": answer.CSV, "result": answer.JSON, "run": answer.Run,
		"messages": string(messages), "command": s.Command(), "seconds": time.Since(began).Seconds(),
	})
	return nil
}

// postJSON sends a value as the field json of a message.
func postJSON(kind string, v any) error {
	b, err := json.Marshal(v)
	if err == nil {
		post(kind, map[string]any{"json": string(b)})
	}
	return err
}

// fit makes some of the chains of a fit; the worker that leads reports it.
func fit(message js.Value) error {
	q, name, file, err := requestOf(message)
	if err != nil {
		return err
	}
	began := time.Now()
	ctx := context.Background()
	s := opened
	if s == nil {
		if s, err = session.Open(ctx, fileOf(file), name, q); err != nil {
			return err
		}
	}
	worker, workers := message.Get("worker").Int(), message.Get("workers").Int()
	mine := func(chain int) bool { return chain%workers == worker }
	exchanges := 0
	share := &sampler.Share{
		Mine: mine,
		// The first pilot run is the others', who come to it while the reader computes the intervals of coefficients.
		MinePilot: func(chain int) bool {
			if exchanges > 0 || workers == 1 {
				return mine(chain)
			}
			return worker > 0 && chain%(workers-1) == worker-1
		},
		Exchange: func(_ context.Context, made *sampler.Run) (*sampler.Run, error) {
			exchanges++
			return exchange(made, workers)
		},
	}
	process := session.Process{Share: share, Leads: worker == 0}
	if last := workers - 1; last > 0 {
		switch worker {
		case 0:
			process.Await = func() []byte { return <-beside }
		case last:
			process.HandOver = func(part []byte) { post("beside", map[string]any{"bytes": part}) }
		}
	}
	origin := session.Origin{Started: began}
	if process.Leads {
		if origin.SHA256, origin.Bytes, err = hashOf(file); err != nil {
			return err
		}
	}
	told := time.Time{}
	fitted, err := s.Fit(ctx, process, origin, func(step string, done, total int) {
		if now := time.Now(); now.Sub(told) > 100*time.Millisecond || done == total {
			told = now
			post("progress", map[string]any{"step": step, "done": done, "total": total})
		}
	})
	if err != nil || fitted == nil {
		return err
	}
	return show(fitted, s, began)
}

// exchange gives the chains of this worker to the page and waits for the others' chains.
func exchange(mine *sampler.Run, workers int) (*sampler.Run, error) {
	if workers == 1 {
		return mine, nil
	}
	var b []byte
	if mine != nil {
		var err error
		if b, err = mine.MarshalBinary(); err != nil {
			return nil, err
		}
	}
	post("chains", map[string]any{"bytes": b})
	return sampler.Join(append(<-parts, mine)...)
}

// bytesOf copies the bytes of a Uint8Array.
func bytesOf(from js.Value) []byte {
	b := make([]byte, from.Length())
	js.CopyBytesToGo(b, from)
	return b
}

// receive takes the chains of the other workers.
func receive(from js.Value) error {
	var all []*sampler.Run
	for i := range from.Length() {
		b := bytesOf(from.Index(i))
		if len(b) == 0 {
			continue
		}
		r := new(sampler.Run)
		if err := r.UnmarshalBinary(b); err != nil {
			return err
		}
		all = append(all, r)
	}
	parts <- all
	return nil
}

// hashOf returns the SHA-256 of a file and its length.
func hashOf(file js.Value) (hash string, size int64, err error) {
	sum := sha256.New()
	size, err = io.Copy(sum, &blob{value: file})
	return hex.EncodeToString(sum.Sum(nil)), size, err
}
