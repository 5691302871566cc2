package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"concord/internal/visible"
)

// roots are the folders whose files tools may read: as they were named, and without symbolic links.
type roots struct{ named, real []string }

// newRoots opens folders.
func newRoots(named []string) (roots, error) {
	r := roots{}
	if len(named) == 0 {
		return r, usage("which files may tools read? Name a folder: fit mcp --folder .")
	}
	for _, name := range named {
		path, err := filepath.Abs(name)
		if err != nil {
			return r, usage("--folder %s: %w", name, err)
		}
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			return r, usage("--folder %s: %w", visible.Text(name), cause(err))
		}
		if info, err := os.Stat(real); err != nil || !info.IsDir() {
			return r, usage("--folder %s: it is no folder", visible.Text(name))
		}
		r.named, r.real = append(r.named, path), append(r.real, real)
	}
	return r, nil
}

func cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// below reports whether a path without symbolic links is one of the folders, or in one.
func (r roots) below(real string) bool {
	for _, folder := range r.real {
		if within, err := filepath.Rel(folder, real); err == nil && filepath.IsLocal(within) {
			return true
		}
	}
	return false
}

// resolve returns a path of a tool without symbolic links. A relative one is in the first folder that has it. The error
// says that the path is not there, or that it, or a link below it, leads out of the folders.
func (r roots) resolve(path string) (string, error) {
	outside := fmt.Errorf("%s is not below a folder of the server: %s", visible.Text(path), strings.Join(r.named, ", "))
	candidates := []string{path}
	if !filepath.IsAbs(path) {
		candidates = nil
		for _, folder := range r.real {
			candidates = append(candidates, filepath.Join(folder, path))
		}
	}
	for _, candidate := range candidates {
		real, err := filepath.EvalSymlinks(candidate)
		switch {
		case errors.Is(err, fs.ErrNotExist) && r.missing(candidate):
			continue
		case err != nil || !r.below(real):
			return "", outside
		}
		return real, r.inside(real, path)
	}
	return "", fmt.Errorf("%s: there is no such file below %s", visible.Text(path), strings.Join(r.named, ", "))
}

// missing reports whether a path that is not there would be in the folders. A tool does not say what is elsewhere.
func (r roots) missing(path string) bool {
	if _, err := os.Lstat(path); err == nil { // a link to nothing
		return false
	}
	for {
		path = filepath.Dir(path)
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return r.below(real)
		}
		if path == filepath.Dir(path) {
			return false
		}
	}
}

// inside refuses a folder with a symbolic link that leads out of the folders of the server, or with something that is
// neither a file nor a folder.
func (r roots) inside(real, path string) error {
	return filepath.WalkDir(real, func(at string, entry fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("%s: %w", visible.Text(path), cause(err))
		}
		switch mode := entry.Type(); {
		case mode&fs.ModeSymlink != 0:
			if target, err := filepath.EvalSymlinks(at); err != nil || !r.below(target) {
				return fmt.Errorf("%s: the link %s leads out of the folders of the server", visible.Text(path),
					visible.Text(filepath.Base(at)))
			}
		case !mode.IsRegular() && !mode.IsDir():
			return fmt.Errorf("%s: %s is no file", visible.Text(path), visible.Text(filepath.Base(at)))
		}
		return nil
	})
}

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
