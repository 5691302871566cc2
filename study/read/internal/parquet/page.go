package parquet

import (
	"errors"
	"hash/crc32"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

const (
	usualHeader = 1 << 10 // bytes of a page's header
	mostHeader  = 1 << 24 // with the least and the greatest value in it
	textHeader  = 24      // bytes of memory that an entry of a dictionary takes beside its text
)

// page opens the next page that has rows.
func (c *Column) page() error {
	if c.rows == 0 {
		return damaged("its pages hold fewer values than there are rows")
	}
	header, err := c.header()
	if err != nil {
		return err
	}
	if err := c.fetch(header); err != nil {
		return err
	}
	switch header.Type {
	case format.DictionaryPage:
		return c.takeDictionary(header)
	case format.DataPage:
		err = c.openV1(header)
	case format.DataPageV2:
		err = c.openV2(header)
	default: // an index page holds no values
		return nil
	}
	if err == nil && c.left > c.rows {
		err = damaged("its pages hold more values than there are rows")
	}
	c.rows -= c.left
	return err
}

// header reads the header of the page at the current place of the column.
func (c *Column) header() (*format.PageHeader, error) {
	rest := c.file.end - c.at
	for size := int64(usualHeader); ; size *= 8 {
		b := make([]byte, min(size, rest))
		if err := c.file.read(b, c.at); err != nil {
			return nil, err
		}
		n, _, err := skim(b)
		if errors.Is(err, io.ErrUnexpectedEOF) && size < min(rest, mostHeader) {
			continue
		}
		header := new(format.PageHeader)
		var protocol thrift.CompactProtocol
		if err == nil {
			err = thrift.Unmarshal(&protocol, b[:n], header)
		}
		if err != nil || header.CompressedPageSize < 0 || header.UncompressedPageSize < 0 {
			return nil, damaged("the header of a page cannot be decoded")
		}
		c.at += int64(n)
		return header, nil
	}
}

// fetch reads the bytes of a page as they are in the file.
func (c *Column) fetch(header *format.PageHeader) error {
	f := c.file
	size := int64(header.CompressedPageSize)
	if size > f.end-c.at {
		return damaged("a page ends behind the end of the pages")
	}
	if more := size - int64(cap(f.packed)); more > 0 {
		if err := f.bounds.hold(more, &f.held); err != nil {
			return err
		}
		f.packed = make([]byte, size)
	}
	f.packed = f.packed[:size]
	if err := f.read(f.packed, c.at); err != nil {
		return err
	}
	c.at += size
	if header.CRC != 0 && crc32.ChecksumIEEE(f.packed) != uint32(header.CRC) {
		return damaged("the checksum of a page does not agree with its bytes")
	}
	return nil
}

// unpacked returns a page whose first bytes are never compressed, in a buffer that is used again.
func (c *Column) unpacked(buffer []byte, plain int, compressed bool, header *format.PageHeader) ([]byte, error) {
	size := int64(header.UncompressedPageSize)
	if int64(plain) > min(size, int64(len(c.file.packed))) {
		return nil, damaged("a page is shorter than the levels in it")
	}
	if err := c.file.bounds.page(size); err != nil {
		return nil, err
	}
	if more := size - int64(cap(buffer)); more > 0 {
		if err := c.file.bounds.hold(more, &c.held); err != nil {
			return nil, err
		}
	}
	codec := c.codec
	if !compressed {
		codec = format.Uncompressed
	}
	buffer = append(buffer[:0], c.file.packed[:plain]...)
	return c.file.unpack.append(buffer, codec, c.file.packed[plain:], int(size)-plain)
}

func (c *Column) openV1(header *format.PageHeader) (err error) {
	h := &header.DataPageHeader
	if !h.Valid || h.V.NumValues < 0 {
		return damaged("the header of a page cannot be decoded")
	}
	if c.buffer, err = c.unpacked(c.buffer, 0, true, header); err != nil {
		return err
	}
	b, levels := c.buffer, []byte(nil)
	if c.levels > 0 {
		if h.V.DefinitionLevelEncoding != format.RLE {
			return &Fault{Reason: Unread, What: "levels in encoding " + h.V.DefinitionLevelEncoding.String() +
				" are not read"}
		}
		if levels, b, err = prefixed(b); err != nil {
			return err
		}
	}
	return c.open(int64(h.V.NumValues), levels, b, h.V.Encoding)
}

func (c *Column) openV2(header *format.PageHeader) (err error) {
	h := &header.DataPageHeaderV2
	if !h.Valid || h.V.NumValues < 0 || h.V.RepetitionLevelsByteLength < 0 || h.V.DefinitionLevelsByteLength < 0 ||
		h.V.NumRows != h.V.NumValues {
		return damaged("the header of a page cannot be decoded")
	}
	repeated := int(h.V.RepetitionLevelsByteLength)
	plain := repeated + int(h.V.DefinitionLevelsByteLength)
	compressed := !h.V.IsCompressed.Valid || h.V.IsCompressed.V
	if c.buffer, err = c.unpacked(c.buffer, plain, compressed, header); err != nil {
		return err
	}
	return c.open(int64(h.V.NumValues), c.buffer[repeated:plain], c.buffer[plain:], h.V.Encoding)
}

// plainDictionary is the encoding by which files of version 1 name dictionaries, and the places in them: deprecated for
// writers, and to be read.
const plainDictionary format.Encoding = 2

// open begins to decode the values of a page.
func (c *Column) open(count int64, levels, b []byte, encoding format.Encoding) (err error) {
	c.left, c.defined = count, hybrid{b: levels, width: c.wide}
	c.values, c.places = nil, nil
	if encoding != format.RLEDictionary && encoding != plainDictionary {
		if len(b) == 0 { // all are null, or those that are not are missed once they are asked for
			b, encoding = nil, format.Plain
		}
		c.values, err = decoder(b, encoding, c.physical, c.width)
		return err
	}
	c.places = &hybrid{}
	if len(b) > 0 { // else all are null
		if b[0] > 32 {
			return damaged("places in a dictionary have %d bits", b[0])
		}
		c.places.width, c.places.b = uint(b[0]), b[1:]
	}
	return nil
}

// takeDictionary decodes the dictionary of the row group.
func (c *Column) takeDictionary(header *format.PageHeader) (err error) {
	h := &header.DictionaryPageHeader
	if !h.Valid || h.V.NumValues < 0 || c.dictionary != nil {
		return damaged("the header of a dictionary cannot be decoded")
	}
	if e := h.V.Encoding; e != format.Plain && e != plainDictionary {
		return &Fault{Reason: Unread, What: "dictionaries in encoding " + e.String() + " are not read"}
	}
	if c.entries, err = c.unpacked(c.entries, 0, true, header); err != nil {
		return err
	}
	least := max(c.width, 1)
	if c.physical == format.ByteArray {
		least = 4 // the length
	}
	count := int(h.V.NumValues)
	if c.physical != format.Boolean && count > len(c.entries)/least || count > 8*len(c.entries) {
		return damaged("a dictionary holds fewer values than it says")
	}
	if err := c.file.bounds.hold(int64(count)*textHeader, &c.heldGroup); err != nil {
		return err
	}
	from, err := decoder(c.entries, format.Plain, c.physical, c.width)
	if err != nil {
		return err
	}
	c.dictionary = make([][]byte, count)
	var written []byte // one after the other
	for i := range c.dictionary {
		v, err := from.next()
		if err != nil {
			return err
		}
		if c.isText {
			c.dictionary[i] = v
			continue
		}
		begin := len(written)
		if cap(written)-begin < len(v)*8+64 { // room for the longest text, that of a decimal
			written = make([]byte, 0, 4<<10+len(v)*8)
			begin = 0
			if err := c.file.bounds.hold(int64(cap(written)), &c.heldGroup); err != nil {
				return err
			}
		}
		text := c.text(written[begin:begin], v)
		if text == nil {
			return c.noValue(v)
		}
		written = written[:begin+len(text)]
		c.dictionary[i] = text
	}
	return nil
}

// Dictionary returns the texts of the dictionary of a row group; nil if there is none, or if there are too many.
func (c *Column) Dictionary(group, most int) []string {
	if c.Begin(group) != nil {
		return nil
	}
	defer c.End()
	header, err := c.header()
	if err != nil || header.Type != format.DictionaryPage || c.fetch(header) != nil ||
		int(header.DictionaryPageHeader.V.NumValues) > most || c.takeDictionary(header) != nil {
		return nil
	}
	all := make([]string, len(c.dictionary))
	for i, text := range c.dictionary {
		all[i] = string(text)
	}
	return all
}
