package release

import (
	"fmt"
	"os/exec"
	"strings"
)

// Sources returns the folder of a module that the module around the current folder is built from, that one itself
// included, or of the standard library, "std". It asks the go command.
func Sources(module, version string) (dir string, err error) {
	args := []string{"list", "-m", "-f", "{{.Version}} {{.Dir}}", module}
	if module == "std" {
		args = []string{"env", "GOROOT"}
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s: go %s: %w", module, strings.Join(args, " "), err)
	}
	text := strings.TrimRight(string(out), "\r\n")
	if module == "std" {
		return text, nil
	}
	found, dir, _ := strings.Cut(text, " ")
	if found != "" && found != version {
		return "", fmt.Errorf("%s: the binary has %s, and the source beside it is %s", module, version, found)
	}
	return dir, nil
}
