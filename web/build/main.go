// Build makes the page for browsers: one file, with the packages compiled to WebAssembly in it. It needs Go and
// nothing else.
package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/base64"
	"flag"
	"fmt"
	"html/template"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	pages "concord/internal/document/page"
)

//go:embed page
var sources embed.FS

func main() {
	out := flag.String("o", filepath.Join("web", "dist", "concord.html"), "`file` to write")
	flag.Parse()
	if err := build(*out); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// parts are the parts of the page. None of it comes from anywhere but this repository and Go's own tree.
type parts struct {
	Style              template.CSS
	Page               template.JS
	Worker, WebProgram template.HTML // base64 in elements that nothing runs, of which page.js makes workers
	Scripts            []string      // that may run, as a content policy names them: page.js, and those of reports
}

func build(out string) error {
	program, err := compile()
	if err != nil {
		return err
	}
	root, err := told("env", "GOROOT")
	if err != nil {
		return err
	}
	glue, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	packed, err := pack(program)
	if err != nil {
		return err
	}
	page, err := pageOf(string(glue), packed)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(out, page, 0o644); err != nil {
		return err
	}
	sent, err := pack(page)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %.2f MB, %.2f MB as a server sends it compressed\n", out, megabytes(page), megabytes(sent))
	return nil
}

// pageOf is the page of a program in WebAssembly, which is packed, and of Go's script that runs such programs.
func pageOf(glue string, packed []byte) ([]byte, error) {
	texts := map[string]string{}
	for _, name := range []string{"page.gohtml", "page.css", "page.js", "worker.js"} {
		b, err := sources.ReadFile("page/" + name)
		if err != nil {
			return nil, err
		}
		texts[name] = string(b)
	}
	// The text of a script element ends at "</script", which base64 cannot hold and the scripts must not.
	worker := glue + "\n" + texts["worker.js"]
	if strings.Contains(strings.ToLower(worker+texts["page.js"]), "</script") {
		return nil, fmt.Errorf("a script holds the end of a script element")
	}
	t, err := template.New("page").Funcs(template.FuncMap{"testdata": testdata}).Parse(texts["page.gohtml"])
	if err != nil {
		return nil, err
	}
	documents, err := pages.Script()
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	if err := t.Execute(&page, parts{
		Style: template.CSS(texts["page.css"]), Page: template.JS(texts["page.js"]),
		Worker:     base64Text([]byte(worker)),
		WebProgram: base64Text(packed),
		Scripts:    []string{pages.ScriptHash(texts["page.js"]), pages.ScriptHash(documents)},
	}); err != nil {
		return nil, err
	}
	return page.Bytes(), nil
}

// testdata is the text of an example file of the repository, whose cells have no markup.
func testdata(name string) (template.HTML, error) {
	root, err := told("list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return "", err
	}
	b, err := os.ReadFile(filepath.Join(root, "testdata", name))
	return template.HTML(b), err
}

func megabytes(b []byte) float64 { return float64(len(b)) / 1e6 }

// Packages that take little of the time are not inlined, which makes the page 0.5 MB smaller. Numbers are the same:
// nothing is fused in WebAssembly. oursNotInlined are packages of this module, seen from its root.
var (
	oursNotInlined = []string{
		"report/...", "study/...", "planning/...", "judge/...", "web/...", "consensus/...", "vpc", "xcc", "posterior",
		"criteria", "measurement", "nonparam", "pairs", "score", "allocation", "internal/...", "model",
		"model/simulate", "model/internal/judged", "model/internal/labels", "model/refusal", "model/spec",
		"model/internal/regime",
	}
	othersNotInlined = []string{
		"gonum.org/v1/gonum/lapack/...", "gonum.org/v1/gonum/mat", "gonum.org/v1/gonum/stat/...",
		"gonum.org/v1/gonum/optimize/...", "gonum.org/v1/gonum/dsp/...", "gonum.org/v1/gonum/mathext/...",
		"gonum.org/v1/gonum/integrate/...", "gonum.org/v1/gonum/floats", "github.com/klauspost/compress/...",
		"github.com/go-json-experiment/...",
		"text/template/...", "html/...", "regexp/...", "reflect", "fmt", "time", "net/...", "strconv", "unicode/...",
		"math/big", "crypto/...", "encoding/...", "compress/...", "hash/...", "internal/...", "vendor/...",
		"syscall/...", "os", "io/...", "path/...", "strings", "bytes", "bufio", "sort", "sync", "maps", "errors",
		"context", "log",
	}
)

// compile returns the program of the workers. Parquet is left out: its library would be a third of the page.
func compile() ([]byte, error) {
	dir, err := os.MkdirTemp("", "concord-web-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "worker.wasm")
	arguments := []string{"build", "-tags", "noparquet", "-trimpath", "-buildvcs=false", "-ldflags=-s -w",
		"-o", file}
	module, err := told("list", "-m")
	if err != nil {
		return nil, err
	}
	module += "/"
	for _, path := range oursNotInlined {
		arguments = append(arguments, "-gcflags="+module+path+"=-l")
	}
	for _, path := range othersNotInlined {
		arguments = append(arguments, "-gcflags="+path+"=-l")
	}
	cmd := exec.Command("go", append(arguments, module+"web/worker")...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go build: %w", err)
	}
	return os.ReadFile(file)
}

// told is what the go command answers.
func told(args ...string) (string, error) {
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}

// pack compresses in the form that browsers unpack.
func pack(b []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// base64Text has nothing that HTML takes for anything but text.
func base64Text(b []byte) template.HTML { return template.HTML(base64.StdEncoding.EncodeToString(b)) }
