package read

import (
	"bufio"
	"io"

	"github.com/klauspost/compress/gzip"
)

// gzipMembers reads the members of a gzip file one after the other. Like gzip, it skips zeros after them, with which
// tapes and archives are padded.
type gzipMembers struct {
	packed *bufio.Reader
	member *gzip.Reader
}

func newGzipMembers(packed *bufio.Reader) (*gzipMembers, error) {
	z, err := gzip.NewReader(packed)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return &gzipMembers{packed, z}, nil
}

func (m *gzipMembers) Read(p []byte) (int, error) {
	for {
		n, err := m.member.Read(p)
		if err != io.EOF || n > 0 {
			if err == io.EOF {
				err = nil // it comes again
			}
			return n, err
		}
		if err := m.next(); err != nil {
			return 0, err
		}
	}
}

// next begins the next member; io.EOF after the last.
func (m *gzipMembers) next() error {
	for {
		b, err := m.packed.ReadByte()
		if err != nil {
			return err
		}
		if b != 0 {
			_ = m.packed.UnreadByte() // cannot fail after a ReadByte
			break
		}
	}
	if err := m.member.Reset(m.packed); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	m.member.Multistream(false)
	return nil
}
