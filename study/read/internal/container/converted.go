package container

import (
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/quoting"
	"concord/study"
)

// Made reads a file that a command of a shell makes of this one. There is none if no plain file is named.
func Made(file, word, does string, command func(file, made string) string) []study.Fix {
	ending := filepath.Ext(file)
	if !quoting.Sayable(file) || slices.Contains([]string{".gz", ".zst", ".xlsx"}, ending) {
		return nil
	}
	to := strings.TrimSuffix(file, ending) + "." + word + ending
	return []study.Fix{{Does: does, Instead: to, Make: command(quoting.Shell(file), quoting.Shell(to))}}
}

// westernAdvice names other encodings.
const westernAdvice = "if a character comes out wrong, put the encoding of the file behind -f: WINDOWS-1251, " +
	"GB18030, SHIFT_JIS, …"

// Converted converts a file to UTF-8 and reads it. There is none if no file is named.
func Converted(file, encoding string) []study.Fix {
	plain, unpack := file, ""
	for ending, by := range map[string]string{".gz": "gzip", ".zst": "zstd"} {
		if filepath.Ext(file) == ending {
			plain, unpack = strings.TrimSuffix(file, ending), by+" -dc "
		}
	}
	all := Made(plain, "utf8", "", func(_, to string) string {
		iconv := "iconv -f " + encoding + " -t UTF-8"
		if unpack != "" {
			return unpack + quoting.Shell(file) + " | " + iconv + " > " + to + " && "
		}
		return iconv + " " + quoting.Shell(file) + " > " + to + " && "
	})
	if all != nil && encoding == WesternEncoding {
		all = append(all, study.Fix{Does: westernAdvice})
	}
	return all
}
