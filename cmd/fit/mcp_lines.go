package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// messageLines reads lines with messages of JSON-RPC 2.0, and passes on those that are some. It answers the others with
// an error, so that a malformed line ends no server. The messages of a batch follow each other.
type messageLines struct {
	in    *bufio.Reader
	out   io.Writer
	ready []byte // to be passed on
}

// Read implements [io.Reader].
func (ml *messageLines) Read(p []byte) (int, error) {
	for len(ml.ready) == 0 {
		line, err := ml.line()
		if err == nil || len(bytes.TrimSpace(line)) > 0 {
			if err := ml.take(line); err != nil {
				return 0, err
			}
			continue
		}
		return 0, err
	}
	n := copy(p, ml.ready)
	ml.ready = ml.ready[n:]
	return n, nil
}

// Close implements [io.Closer]: someone else closes the input.
func (ml *messageLines) Close() error { return nil }

// line returns the next line. One that is too long is cut, so that it is no message.
func (ml *messageLines) line() ([]byte, error) {
	var line []byte
	for {
		part, err := ml.in.ReadSlice('\n')
		line = append(line, part[:min(len(part), mcp.DefaultMaxLineLength-len(line))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// take passes on the messages of a line.
func (ml *messageLines) take(line []byte) error {
	if line = bytes.TrimSpace(line); len(line) == 0 {
		return nil
	}
	var batch []json.RawMessage
	if !json.Valid(line) {
		return ml.refuse(nil, jsonrpc.CodeParseError, "the line is no JSON")
	}
	if json.Unmarshal(line, &batch) != nil {
		batch = []json.RawMessage{line}
	}
	if len(batch) == 0 {
		return ml.refuse(nil, jsonrpc.CodeInvalidRequest, "the batch is empty")
	}
	for _, message := range batch {
		if _, err := jsonrpc.DecodeMessage(message); err != nil {
			if err := ml.refuse(message, jsonrpc.CodeInvalidRequest, "this is no message of JSON-RPC 2.0"); err != nil {
				return err
			}
			continue
		}
		ml.ready = append(append(ml.ready, message...), '\n')
	}
	return nil
}

// refuse answers what is no message, by its ID if it has one.
func (ml *messageLines) refuse(message []byte, code int, text string) error {
	var of struct {
		ID any `json:"id"`
	}
	if json.Unmarshal(message, &of) != nil {
		of.ID = nil
	}
	switch of.ID.(type) {
	case string, float64:
	default:
		of.ID = nil
	}
	answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": of.ID,
		"error": map[string]any{"code": code, "message": text}})
	if err == nil {
		_, err = fmt.Fprintf(ml.out, "%s\n", answer)
	}
	return err
}

// keptOpen is a writer of whole lines that someone else closes.
type keptOpen struct {
	io.Writer
	turn sync.Mutex
}

// Write implements [io.Writer].
func (ko *keptOpen) Write(p []byte) (int, error) {
	ko.turn.Lock()
	defer ko.turn.Unlock()
	return ko.Writer.Write(p)
}

// Close implements [io.Closer].
func (ko *keptOpen) Close() error { return nil }
