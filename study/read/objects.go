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
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// withoutObjects puts a value of each JSON object in place of the object, if the label column has objects and names say
// which value is the label. It returns a description too, "" if nothing changed.
func (from *input) withoutObjects(r stream.Records, first *stream.FirstRows, o Options) (stream.Records,
	*stream.FirstRows, string) {
	if o.AsIs || from.labels.Several {
		return r, first, ""
	}
	label := naming.LabelRole()
	for i, name := range first.Header {
		if o.Label != name && (o.Label != "" || label.Match(name) == 0) {
			continue
		}
		path := valueInObjects(first.Cells, i)
		if path == "" {
			continue
		}
		made := stream.Change(r, []int{i}, func(m *stream.Melted) error {
			m.Add()
			if stream.IsMissing(m.Fields[i]) {
				return nil
			}
			text := string(m.Fields[i])
			value, ok := leavesOf(text)[path]
			if !ok {
				e := m.Fault(faults.JSONLabel, i, "", study.Fix{Does: "write the label into a separate column"})
				e.Found = visible.Sprintf("%v %q has no value %q, which the labels of the first rows have", name,
					text, path)
				return e
			}
			m.Fields[i] = []byte(value)
			return nil
		})
		return made, first.Through(made), visible.Sprintf("labels are the values of %q in the objects of column %v",
			path, name)
	}
	return r, first, ""
}

// valueInObjects finds the one value that all objects of a column have: the only one, or the only one with a name that
// labels have. It returns its path, "" if there is none.
func valueInObjects(rows [][]string, column int) string {
	var paths []string
	for _, row := range rows {
		if stream.IsMissing([]byte(row[column])) {
			continue
		}
		leaves := leavesOf(row[column])
		if leaves == nil {
			return ""
		}
		if paths == nil {
			for path := range leaves {
				paths = append(paths, path)
			}
		}
		paths = slices.DeleteFunc(paths, func(path string) bool {
			_, there := leaves[path]
			return !there
		})
		if len(paths) == 0 {
			return ""
		}
	}
	if len(paths) > 1 {
		label := naming.LabelRole()
		paths = slices.DeleteFunc(paths, func(path string) bool {
			return label.Match(path[strings.LastIndexAny(path, ".]")+1:]) == 0
		})
	}
	if len(paths) != 1 {
		return ""
	}
	return paths[0]
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
