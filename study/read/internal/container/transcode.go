package container

import (
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"concord/internal/visible"
)

// Transcoder reads text in another encoding as UTF-8.
type Transcoder struct {
	src     io.Reader
	in      []byte // bytes of src that are not converted yet
	out     []byte // UTF-8 that is not read yet
	buffer  []byte
	err     error // of src, after in
	convert func(in, out []byte, last bool) (rest, to []byte)
	// encoding is that of the text read so far; "" for UTF-8. example is the first word that shows it.
	encoding, example string
}

const transcodeBuffer = 1 << 16

// FromWestern reads text that is UTF-8 or, from the first byte on that is not, Windows-1252.
func FromWestern(src io.Reader) *Transcoder {
	t := &Transcoder{src: src}
	t.convert = t.western
	return t
}

// FromUTF16 reads UTF-16 in an order of its bytes, with or without a mark.
func FromUTF16(src io.Reader, bigEndian bool) *Transcoder {
	t := &Transcoder{src: src, encoding: "UTF-16"}
	t.convert = func(in, out []byte, last bool) (rest, to []byte) { return fromUnits(in, out, bigEndian, last) }
	return t
}

func (t *Transcoder) Read(p []byte) (int, error) {
	for len(t.out) == 0 {
		if t.err != nil {
			return 0, t.err
		}
		t.fill()
	}
	n := copy(p, t.out)
	t.out = t.out[n:]
	return n, nil
}

// fill converts more bytes.
func (t *Transcoder) fill() {
	if t.buffer == nil {
		t.buffer = make([]byte, transcodeBuffer)
	}
	held := copy(t.buffer, t.in)
	n, err := t.src.Read(t.buffer[held:])
	t.in, t.err = t.buffer[:held+n], err
	t.in, t.out = t.convert(t.in, t.out[:0], err != nil)
}

// western converts bytes which are not UTF-8. The five bytes that Windows-1252 does not define stay as they are, and
// are an error later.
func (t *Transcoder) western(in, out []byte, last bool) (rest, to []byte) {
	whole := in
	if !last {
		whole = in[:completeUTF8(in)]
	}
	rest = in[len(whole):]
	if utf8.Valid(whole) {
		return rest, append(out, whole...)
	}
	for i := 0; i < len(whole); {
		r, size := utf8.DecodeRune(whole[i:])
		if r != utf8.RuneError || size > 1 {
			out = append(out, whole[i:i+size]...)
			i += size
			continue
		}
		c := western(whole[i])
		if c == utf8.RuneError {
			out = append(out, whole[i])
		} else {
			if t.encoding == "" {
				t.encoding, t.example = "Windows-1252", westernWord(whole, i)
			}
			out = utf8.AppendRune(out, c)
		}
		i++
	}
	return rest, out
}

// westernWord is the word of Windows-1252 around a byte.
func westernWord(text []byte, at int) string {
	const longest = 20
	inWord := func(b byte) bool { return b >= 0x80 || b|0x20 >= 'a' && b|0x20 <= 'z' }
	from, to := at, at+1
	for from > 0 && at-from < longest && inWord(text[from-1]) {
		from--
	}
	for to < len(text) && to-at < longest && inWord(text[to]) {
		to++
	}
	var word []rune
	for _, b := range text[from:to] {
		word = append(word, western(b))
	}
	return string(word)
}

// completeUTF8 is the length of a text without a character that has only begun.
func completeUTF8(text []byte) int {
	for back := 1; back <= min(utf8.UTFMax, len(text)); back++ {
		if b := text[len(text)-back]; utf8.RuneStart(b) {
			if b >= utf8.RuneSelf && !utf8.FullRune(text[len(text)-back:]) {
				return len(text) - back
			}
			break
		}
	}
	return len(text)
}

// fromUnits converts UTF-16. Half a character at the end becomes a byte that no UTF-8 has.
func fromUnits(in, out []byte, bigEndian, last bool) (rest, to []byte) {
	unit := func(i int) rune {
		if bigEndian {
			return rune(in[i])<<8 | rune(in[i+1])
		}
		return rune(in[i+1])<<8 | rune(in[i])
	}
	i := 0
	for ; i+1 < len(in); i += 2 {
		r := unit(i)
		if utf16.IsSurrogate(r) {
			if i+3 >= len(in) && !last {
				return in[i:], out
			}
			if i+3 < len(in) {
				if pair := utf16.DecodeRune(r, unit(i+2)); pair != utf8.RuneError {
					r, i = pair, i+2
				}
			}
		}
		out = utf8.AppendRune(out, r)
	}
	if last && i < len(in) {
		return nil, append(out, 0xff)
	}
	return in[i:], out
}

// Said says in which encoding a text is; "" for UTF-8.
func (t *Transcoder) Said() string {
	if t == nil || t.encoding == "" {
		return ""
	}
	if t.example == "" {
		return t.encoding
	}
	return t.encoding + ", such as " + visible.Quote(t.example)
}

// WesternEncoding is the encoding that text which is not UTF-8 most often has, as iconv names it.
const WesternEncoding = "WINDOWS-1252"

// FirstInvalid describes the first byte of a text that is not UTF-8, and the character that it usually encodes.
func FirstInvalid(text string) string {
	for i, r := range text {
		if r != utf8.RuneError {
			continue
		}
		if _, size := utf8.DecodeRuneInString(text[i:]); size > 1 { // the character itself
			continue
		}
		if c := western(text[i]); c != utf8.RuneError {
			return fmt.Sprintf("byte %02X, which is %s in Windows-1252", text[i], visible.Text(string(c)))
		}
		return fmt.Sprintf("byte %02X", text[i])
	}
	return ""
}

// western is the character of a byte in Windows-1252. Latin-1 is the same except for 80 to 9F.
func western(b byte) rune {
	const from80 = "€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ"
	if b >= 0x80 && b < 0xa0 {
		return []rune(from80)[b-0x80]
	}
	return rune(b)
}
