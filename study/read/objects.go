package read

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// objects is records with a column of JSON objects, each of which is replaced by one of its values.
type objects struct {
	sameColumns
	file   string
	column int
	path   string // of the value: choice, or [0].value
	cell   []byte
}

// withoutObjects puts a value of each JSON object in place of the object, if the label column has objects and names say
// which value is the label. It returns a description too, "" if nothing changed.
func (from *input) withoutObjects(r records, first *firstRows, o Options) (records, *firstRows, string) {
	if o.AsIs || from.labels.several {
		return r, first, ""
	}
	_, _, _, label := wordsOfRoles()
	for i, name := range first.header {
		if o.Label != name && (o.Label != "" || label.match(name) == 0) {
			continue
		}
		path, cells := valueInObjects(first.cells, i)
		if path == "" {
			continue
		}
		values := &firstRows{header: first.header, lines: first.lines, top: first.top, topLines: first.topLines}
		for k, row := range first.cells {
			row = slices.Clone(row)
			row[i] = cells[k]
			values.cells = append(values.cells, row)
		}
		return &objects{sameColumns: sameColumns{over{r}}, file: from.file, column: i, path: path}, values,
			fmt.Sprintf("labels are the values of %s in the objects of column %s", visible.Quote(path),
				visible.Name(name))
	}
	return r, first, ""
}

// Select passes on which columns are in use.
func (ob *objects) Select(used []bool, wanted []int) []int {
	if s, ok := ob.records.(selective); ok {
		return s.Select(used, wanted)
	}
	return wanted
}

// Next returns the next record. A cell that is no object with the value is an error, unless it is empty.
func (ob *objects) Next() ([][]byte, int, error) {
	fields, line, err := ob.records.Next()
	if err != nil || ob.column >= len(fields) || isMissing(fields[ob.column]) {
		return fields, line, err
	}
	text := string(fields[ob.column])
	value, ok := leavesOf(text)[ob.path]
	if !ok {
		return nil, line, &study.Error{Code: JSONLabel, File: ob.file, Line: line,
			Column: ob.Header()[ob.column], Values: []string{text},
			Found: fmt.Sprintf("%s %s has no value %s, which the labels of the first rows have",
				visible.Name(ob.Header()[ob.column]), visible.Quote(text), visible.Quote(ob.path)),
			Remedy: "write the label into a separate column"}
	}
	ob.cell = append(ob.cell[:0], value...)
	fields[ob.column] = ob.cell
	return fields, line, nil
}

// valueInObjects finds the one value that all objects of a column have: the only one, or the only one with a name that
// labels have. It returns the path ("" if there is none) and the value of each row.
func valueInObjects(rows [][]string, column int) (string, []string) {
	var paths []string
	all := make([]map[string]string, len(rows))
	for k, row := range rows {
		if isMissing([]byte(row[column])) {
			continue
		}
		if all[k] = leavesOf(row[column]); all[k] == nil {
			return "", nil
		}
		if paths == nil {
			for path := range all[k] {
				paths = append(paths, path)
			}
		}
		paths = slices.DeleteFunc(paths, func(path string) bool {
			_, there := all[k][path]
			return !there
		})
		if len(paths) == 0 {
			return "", nil
		}
	}
	if len(paths) > 1 {
		_, _, _, label := wordsOfRoles()
		paths = slices.DeleteFunc(paths, func(path string) bool {
			return label.match(path[strings.LastIndexAny(path, ".]")+1:]) == 0
		})
	}
	if len(paths) != 1 {
		return "", nil
	}
	values := make([]string, len(rows))
	for k := range rows {
		values[k] = all[k][paths[0]]
	}
	return paths[0], values
}

// leavesOf returns the values within a JSON object, or a list of objects, by their paths, also as Python prints it; nil
// if the text is none. A list of plain values is one value: of one it is that, and of several the list as text.
func leavesOf(text string) map[string]string {
	if start := strings.TrimLeft(text, "[ \t"); !strings.HasPrefix(start, "{") {
		return nil
	}
	value, ok := decoded(text)
	if !ok && !strings.Contains(text, `"`) {
		python := strings.NewReplacer("'", `"`, "True", "true", "False", "false", "None", "null")
		value, ok = decoded(python.Replace(text))
	}
	if !ok {
		return nil
	}
	leaves := make(map[string]string)
	collect(leaves, "", value)
	return leaves
}

func decoded(text string) (value any, ok bool) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if d.Decode(&value) != nil {
		return nil, false
	}
	_, err := d.Token()
	return value, err == io.EOF
}

// collect adds the plain values within a value.
func collect(leaves map[string]string, path string, value any) {
	switch v := value.(type) {
	case map[string]any:
		for name, within := range v {
			collect(leaves, strings.TrimPrefix(path+"."+name, "."), within)
		}
	case []any:
		if plain := plainList(v); plain != nil {
			leaves[path] = *plain
			return
		}
		for k, within := range v {
			collect(leaves, path+"["+strconv.Itoa(k)+"]", within)
		}
	default:
		leaves[path] = plainText(v)
	}
}

// plainList is a list of plain values as a label; nil if some values are not plain.
func plainList(list []any) *string {
	for _, v := range list {
		switch v.(type) {
		case map[string]any, []any:
			return nil
		}
	}
	if len(list) == 1 {
		text := plainText(list[0])
		return &text
	}
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	_ = out.Encode(list)
	text := strings.TrimSpace(b.String())
	return &text
}

func plainText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	}
	return fmt.Sprint(v)
}
