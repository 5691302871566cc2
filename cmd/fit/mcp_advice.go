package main

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"concord/internal/quoting"
)

// inCalls turns the commands to paste in a text into tool calls for an agent. A command that is no tool, or that reads
// labels outside a path, stays as it is. So does all other text, because it may quote names from a file.
func inCalls(text, path string, root *cobra.Command) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		command := strings.TrimLeft(line, " ")
		words := quoting.Words(command)
		if command == line || len(words) < 2 || words[0] != root.Name() || quoting.Line(words...) != command {
			continue
		}
		if call := callOfTool(words[1:], path, root); call != "" {
			lines[i] = line[:len(line)-len(command)] + call
		}
	}
	return strings.Join(lines, "\n")
}

// callOfTool is a call of the tool that has the command of some words: agreement {"path":"a.csv"}. It is "" if no tool
// has the command and its flags, or if it is for labels elsewhere.
func callOfTool(words []string, path string, root *cobra.Command) string {
	cmd, _, err := root.Find(words[:1])
	if err == nil && cmd != root {
		words = words[1:]
	} else {
		cmd = root
	}
	for _, tool := range mcpTools() {
		if tool.name == cmd.Name() {
			tool.complete(root)
			return tool.callOf(words, path)
		}
	}
	return ""
}

func (mt *mcpTool) callOf(words []string, path string) string {
	given := map[string]any{}
	for len(words) > 0 {
		word := words[0]
		name, isFlag := strings.CutPrefix(word, "--")
		words = words[1:]
		if !isFlag {
			within, err := filepath.Rel(path, word)
			if _, twice := given["path"]; twice || path == "" || err != nil || !filepath.IsLocal(within) {
				return ""
			}
			given["path"] = word
			continue
		}
		name, value, within := strings.Cut(name, "=")
		a := mt.argument(argumentName(name))
		if a == nil {
			return ""
		}
		if a.kind != "boolean" && !within {
			if len(words) == 0 {
				return ""
			}
			value, words = words[0], words[1:]
		}
		a.give(given, value)
	}
	call, err := json.Marshal(given)
	if err != nil || path != "" && given["path"] == nil {
		return ""
	}
	return mt.name + " " + string(call)
}

func (mt *mcpTool) argument(name string) *mcpArgument {
	for i := range mt.arguments {
		if mt.arguments[i].name == name {
			return &mt.arguments[i]
		}
	}
	return nil
}

// give adds a value of a flag to the arguments of a call.
func (ma mcpArgument) give(to map[string]any, value string) {
	switch {
	case ma.kind == "boolean":
		to[ma.name] = true
	case ma.repeated:
		before, _ := to[ma.name].([]string)
		to[ma.name] = append(before, value)
	case ma.several:
		to[ma.name] = quoting.Names(value)
	case ma.kind == "string":
		to[ma.name] = value
	default:
		to[ma.name] = json.Number(value)
	}
}
