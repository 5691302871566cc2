package container

import (
	"bytes"
	"io"

	"concord/study/read/faults"
)

const (
	ScanBuffer    = 1 << 18
	LongestRecord = 1 << 24 // bytes: beyond it, a quote is not closed or the file is no table
)

// Window is the stretch of a text that is in memory.
type Window struct {
	File     string
	src      Text
	Buf      []byte
	Pos, End int   // unread bytes are buf[pos:end]
	Eof      bool  // src is exhausted
	Line     int   // of pos
	before   int64 // bytes of the file before buf
}

// Offset is how many bytes of the file are read.
func (win *Window) Offset() int64 { return win.before + int64(win.Pos) }

func NewWindow(src Text, file string) Window {
	return Window{File: file, src: src, Buf: make([]byte, ScanBuffer), Line: 1, before: src.skipped}
}

// Fill reads more bytes after the unread ones. It moves these to the front of the buffer, which grows if they fill it.
func (win *Window) Fill() error {
	if win.End-win.Pos >= LongestRecord {
		return faults.LongRecord.Faultf("a record is longer than %d MiB", LongestRecord>>20).AtLine(win.Line).
			Advising("look for a quote that is not closed")
	}
	unread := win.Buf[win.Pos:win.End]
	if len(unread) > len(win.Buf)/2 {
		win.Buf = make([]byte, 2*len(win.Buf))
	}
	win.End = copy(win.Buf, unread)
	win.before += int64(win.Pos)
	win.Pos = 0
	for win.End < len(win.Buf) && !win.Eof {
		n, err := win.src.Read(win.Buf[win.End:])
		if i := bytes.IndexByte(win.Buf[win.End:win.End+n], 0); i >= 0 {
			line := win.Line + bytes.Count(win.Buf[:win.End+i], []byte{'\n'})
			return faults.BadEncoding.Faultf("a NUL byte, which no text holds").AtLine(line).
				Advising("save the file as UTF-8 text")
		}
		win.End += n
		if err != nil && err != io.EOF {
			return Damaged(win.src.Compression, err)
		}
		win.Eof = err == io.EOF
	}
	return nil
}
