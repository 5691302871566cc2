package main

import (
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"concord/internal/advice"
)

// inCalls writes the commands to paste of a text as calls of tools, which an agent makes. A command that is no tool
// stays.
func inCalls(text string, root *cobra.Command) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		command := strings.TrimLeft(line, " ")
		if words := shellWords(command); command != line && len(words) > 1 && words[0] == root.Name() {
			if call := callOfTool(words[1:], root); call != "" {
				lines[i] = line[:len(line)-len(command)] + call
			}
		}
	}
	return strings.Join(lines, "\n")
}

// callOfTool is a call of the tool that has the command of some words: agreement {"path":"a.csv"}. It is "" if no tool
// has the command and its flags.
func callOfTool(words []string, root *cobra.Command) string {
	cmd, _, err := root.Find(words[:1])
	if err == nil && cmd != root {
		words = words[1:]
	} else {
		cmd = root
	}
	for _, tool := range mcpTools() {
		if tool.name != cmd.Name() {
			continue
		}
		tool.complete(root)
		given := map[string]any{}
		for len(words) > 0 {
			name, isFlag := strings.CutPrefix(words[0], "--")
			words = words[1:]
			if !isFlag || name == "" {
				if name != "" {
					given["path"] = name
				}
				continue
			}
			name, value, within := strings.Cut(name, "=")
			a := tool.argument(argumentName(name))
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
		if err != nil {
			return ""
		}
		return tool.name + " " + string(call)
	}
	return ""
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
		to[ma.name] = advice.Names(value)
	case ma.kind == "string":
		to[ma.name] = value
	default:
		to[ma.name] = json.Number(value)
	}
}

// shellWords are the words of a command as a shell reads them; nil if it has quotes of another kind than single ones.
func shellWords(command string) []string {
	var words []string
	var word strings.Builder
	began, quoted := false, false
	for i := 0; i < len(command); i++ {
		switch c := command[i]; {
		case c == '\'':
			began, quoted = true, !quoted
		case quoted:
			word.WriteByte(c)
		case c == '$' || c == '"':
			return nil
		case c == ' ':
			if began {
				words = append(words, word.String())
			}
			word.Reset()
			began = false
		case c == '\\' && i+1 < len(command):
			i++
			fallthrough
		default:
			word.WriteByte(command[i])
			began = true
		}
	}
	if began {
		words = append(words, word.String())
	}
	return words
}
