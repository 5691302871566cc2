package read

import (
	"bytes"
	"strconv"
	"strings"

	"concord/study/read/internal/words"
)

// foreign recognises files of other programs by their first bytes, and says what to do; "" if the file may be readable.
func foreign(head []byte) (found, remedy string) {
	for _, line := range words.Lines("foreign") {
		f := strings.Split(line, " | ")
		magic, _ := strconv.Unquote(f[0])
		if at, _ := strconv.Atoi(f[1]); len(head) > at && bytes.HasPrefix(head[at:], []byte(magic)) {
			return f[2], f[3]
		}
	}
	return "", ""
}

// inspectLog is the file that words.txt knows by the name which Inspect gives the first part.
const inspectLog = "a log of Inspect AI (.eval)"
