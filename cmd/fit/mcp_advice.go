package main

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"concord/internal/advice"
	"concord/internal/quoting"
)

// toolCall writes a call as one of the tool that has the command and its options: agreement {"path":"a.csv"}. It is
// "" if
// there is none.
func toolCall(root *cobra.Command) func(advice.Call) string {
	return func(c advice.Call) string {
		for _, tool := range mcpTools() {
			if tool.name == c.Command && len(c.Files) <= 1 {
				tool.complete(root)
				return tool.written(c)
			}
		}
		return ""
	}
}

func (mt *mcpTool) written(c advice.Call) string {
	given := map[string]any{}
	for _, file := range c.Files {
		given["path"] = file
	}
	for _, s := range c.Given {
		if s.Option == "also" { // which is the server's
			continue
		}
		a := mt.argument(argumentName(s.Option))
		if a == nil {
			return ""
		}
		switch {
		case a.kind == "boolean":
			given[a.name] = true
		case a.several:
			given[a.name] = s.Values
		case a.kind == "string":
			given[a.name] = quoting.List(s.Values...)
		default:
			given[a.name] = json.Number(s.Values[0])
		}
	}
	call, err := json.Marshal(given)
	if err != nil {
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
