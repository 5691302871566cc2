package read

import (
	"bytes"
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
	pos, end int   // unread bytes are buf[pos:end]
	eof      bool  // src is exhausted
	line     int   // of pos
	before   int64 // bytes of the file before buf
}

// offset is how many bytes of the file are read.
func (win *window) offset() int64 { return win.before + int64(win.pos) }

func newWindow(src text, file string) window {
	return window{file: file, src: src, buf: make([]byte, scanBuffer), line: 1, before: src.skipped}
}

// fill reads more bytes after the unread ones. It moves these to the front of the buffer, which grows if they fill it.
func (win *window) fill() error {
	if win.end-win.pos >= longestRecord {
		return study.Faultf(LongRecord, "a record is longer than %d MiB", longestRecord>>20).AtLine(win.line).
			Advising("look for a quote that is not closed")
	}
	unread := win.buf[win.pos:win.end]
	if len(unread) > len(win.buf)/2 {
		win.buf = make([]byte, 2*len(win.buf))
	}
	win.end = copy(win.buf, unread)
	win.before += int64(win.pos)
	win.pos = 0
	for win.end < len(win.buf) && !win.eof {
		n, err := win.src.Read(win.buf[win.end:])
		if i := bytes.IndexByte(win.buf[win.end:win.end+n], 0); i >= 0 {
			line := win.line + bytes.Count(win.buf[:win.end+i], []byte{'\n'})
			return study.Faultf(BadEncoding, "a NUL byte, which no text holds").AtLine(line).
				Advising("save the file as UTF-8 text")
		}
		win.end += n
		if err != nil && err != io.EOF {
			return damaged(win.src.compression, err)
		}
		win.eof = err == io.EOF
	}
	return nil
}
