//go:build js && wasm

package main

import (
	"fmt"
	"io"
	"syscall/js"
)

// blob reads a file of the page from its beginning, piece by piece, so that one of any size takes no more memory than a
// piece. In workers a file can be read without waiting for the page.
type blob struct {
	value  js.Value
	at     float64 // bytes read from the file
	pieces []byte  // read and not yet taken
}

// Read implements [io.Reader].
func (b *blob) Read(to []byte) (n int, err error) {
	const piece = 1 << 20
	if len(b.pieces) == 0 {
		size := b.value.Get("size").Float()
		if b.at >= size {
			return 0, io.EOF
		}
		// If the browser cannot read a file, as one that is gone, it throws.
		defer func() {
			if p := recover(); p != nil {
				n, err = 0, fmt.Errorf("the browser cannot read the file: %v", p)
			}
		}()
		end := min(b.at+piece, size)
		buffer := js.Global().Get("FileReaderSync").New().Call("readAsArrayBuffer", b.value.Call("slice", b.at, end))
		b.pieces = make([]byte, int(end-b.at))
		if got := js.CopyBytesToGo(b.pieces, js.Global().Get("Uint8Array").New(buffer)); got < len(b.pieces) {
			return 0, io.ErrUnexpectedEOF
		}
		b.at = end
	}
	n = copy(to, b.pieces)
	b.pieces = b.pieces[n:]
	return n, nil
}
