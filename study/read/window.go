package read

import (
	"bytes"
	"fmt"
	"io"

	"concord/study"
)

const (
	scanBuffer    = 1 << 18
	longestRecord = 1 << 24 // bytes: beyond it, a quote is not closed or the file is no table
)

// window is the stretch of a text that is in memory.
type window struct {
	file     string
	src      text
	buf      []byte
	pos, end int  // unread bytes are buf[pos:end]
	eof      bool // src is exhausted
	line     int  // of pos
}

func newWindow(src text, file string) window {
	return window{file: file, src: src, buf: make([]byte, scanBuffer), line: 1}
}

// fill reads more behind the unread bytes, which it moves to the front of a buffer
// that grows where they fill it.
func (s *window) fill() error {
	if s.end-s.pos >= longestRecord {
		return &study.Error{Code: LongRecord, File: s.file, Line: s.line,
			Found:  fmt.Sprintf("a record is longer than %d MiB", longestRecord>>20),
			Remedy: "look for a quote that is not closed"}
	}
	unread := s.buf[s.pos:s.end]
	if len(unread) > len(s.buf)/2 {
		s.buf = make([]byte, 2*len(s.buf))
	}
	s.end = copy(s.buf, unread)
	s.pos = 0
	for s.end < len(s.buf) && !s.eof {
		n, err := s.src.Read(s.buf[s.end:])
		if i := bytes.IndexByte(s.buf[s.end:s.end+n], 0); i >= 0 {
			line := s.line + bytes.Count(s.buf[:s.end+i], []byte{'\n'})
			return &study.Error{Code: BadEncoding, File: s.file, Line: line, Found: "a NUL byte, which no text holds",
				Remedy: "save the file as UTF-8 text"}
		}
		s.end += n
		if err != nil && err != io.EOF {
			return damaged(s.file, s.src.compression, err)
		}
		s.eof = err == io.EOF
	}
	return nil
}
