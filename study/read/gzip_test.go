package read

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study/internal/tabletest"
)

// Several members of gzip and zeros behind them are read; what else follows is damage. So are frames of zstd that are
// to be skipped, with which files of pzstd begin.
func TestPaddedAndSkipped(t *testing.T) {
	want, err := Read(context.Background(), strings.NewReader(small), "x", Options{})
	require.NoError(t, err)
	gz := func(text string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write([]byte(text))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		return b.String()
	}
	z, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	frame := func(text string) string { return string(z.EncodeAll([]byte(text), nil)) }
	zeros := strings.Repeat("\x00", 70_000)
	skip := func(b byte) string { return string([]byte{b, 0x2a, 0x4d, 0x18, 4, 0, 0, 0}) + "size" }
	head, tail := small[:20], small[20:]
	for name, data := range map[string]string{
		"padded": gz(small) + zeros, "members": gz(head) + gz("") + gz(tail),
		"both":  gz(head) + zeros + gz(tail) + "\x00",
		"pzstd": skip(0x50) + frame(head) + skip(0x5f) + frame(tail), "frames": frame(head) + frame(tail),
	} {
		table, err := Read(context.Background(), strings.NewReader(data), "x", Options{})
		require.NoError(t, err, name)
		assert.Equal(t, tabletest.Dump(want), tabletest.Dump(table), name)
	}
	for data, fault := range map[string]string{
		gz(small) + "rest of the tape":     "gzip: invalid header",
		gz(small) + "\x00\x1f":             "unexpected EOF",
		gz(small) + gz(small)[:14] + zeros: "",
	} {
		_, err := Read(context.Background(), strings.NewReader(data), "x", Options{})
		require.ErrorContains(t, err, "x: the gzip data are damaged or cut off ("+fault)
	}
}

// TestForeign names files of other programs by their first bytes, and says how to convert them.
func TestForeign(t *testing.T) {
	for magic, want := range map[string]string{
		"$FL2@(#) SPSS DATA FILE": "an SPSS file (.sav)", "$FL3@(#) SPSS": "a compressed SPSS file (.zsav)",
		"<stata_dta><header>": "a Stata file (.dta)", "\x72\x02\x01\x00": "a Stata file (.dta)",
		"\x89HDF\r\n\x1a\n": "an HDF5 file", "\x93NUMPY\x01\x00": "an array of NumPy (.npy)",
		"7z\xbc\xaf\x27\x1c\x00": "a 7z archive", "Rar!\x1a\x07\x00": "a rar archive",
		"X\n\x00\x00\x00\x03": "an R data file (.rds)", "RDX3\nX\n": "an R data file (.RData)",
		"FEA1":                     "an Arrow or Feather file",
		"\xff\xff\xff\xff\x10\x01": "a stream of Arrow", "\x1f\x9d\x90": "compressed by compress (.Z)",
		"\x04\x22\x4d\x18d": "compressed by LZ4", "\xff\x06\x00\x00sNaPpY": "compressed by Snappy",
		"MATLAB 5.0 MAT-file, Pl": "a MATLAB file (.mat)", "\x89PNG\r\n\x1a\n": "a picture",
		"\xff\xd8\xff\xe0": "a picture", "\x80\x05\x95": "a Python pickle",
		"PK\x05\x06": "an empty zip file", "\x00\x01\x00\x00Standard ACE DB": "an Access database",
		strings.Repeat("\x00", 12) +
			"\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\x00\x09": "a SAS file (.sas7bdat)",
		"HEADER RECORD*******LIBRARY HEADER": "a SAS transport file (.xpt)",
	} {
		_, err := Read(context.Background(), strings.NewReader(magic), "x", Options{})
		require.ErrorContains(t, err, "x: this is "+want, magic)
	}
	_, err := Read(context.Background(), strings.NewReader("$FL2@(#) SPSS"), "x", Options{})
	require.EqualError(t, err, `x: this is an SPSS file (.sav). Convert it in Python: `+
		`pandas.read_spss("FILE").to_csv("FILE.csv", index=False)`)
}
