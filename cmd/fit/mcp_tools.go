package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/option"
	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/study"
)

// mcpTool is a command as a tool of agents.
type mcpTool struct {
	name, command, description string
	reads                      bool // a file of labels
	json                       bool // whether there is a result besides the text
	required                   []string
	arguments                  []mcpArgument
}

// mcpArgument is an argument of a tool: a flag, the path of the labels, or the word to explain.
type mcpArgument struct {
	name, kind, usage string
	choices           []string
	several           bool // a list
	repeated          bool // a flag for each of the list, rather than one with commas
}

// mcpTools returns the tools.
func mcpTools() []*mcpTool {
	return []*mcpTool{
		{name: "check", command: "check",
			description: "What is in a file of labels, who labelled which items, what may mislead, and what to run " +
				"next. Fast; nothing is fitted."},
		{name: "fit",
			description: "How reliable labels are (ICC), how well groups agree with a reference (ρ, xCC), and how " +
				"sure that is, by a Bayesian model. Seconds to minutes."},
		{name: "agreement", command: "agreement",
			description: "Coefficients of agreement without a model: Krippendorff's α, kappas, AC, ICC, with " +
				"confidence intervals. Fast."},
		{name: "measurement", command: "measurement",
			description: "Reliability and error of labels that are measurements or scores: all ICCs, SEM, MDC, CV, " +
				"repeatability, limits of agreement, with confidence intervals, without a model. Fast."},
		{name: "judge", command: "judge",
			description: "Are judges, such as language models, as good as people? Validity, worth in human labels, " +
				"bias, shared errors."},
		{name: "score", command: "score",
			description: "The mean score that people would give to outputs, from a judge's labels of all of them and " +
				"people's of some."},
		{name: "plan", command: "plan",
			description: "How many items and labels a study needs: from a pilot, or without one by assume, such as " +
				"icc=0.6 or kappa=0.7,rate=0.2."},
		{name: "explain", command: "explain",
			description: "Explains a word of the output, such as ICC, rho, xCC or worth."},
	}
}

// complete sets the arguments, whose types and texts are those of the command's flags.
func (mt *mcpTool) complete(root *cobra.Command) {
	if mt.name == "explain" {
		mt.arguments = []mcpArgument{{name: "word", kind: "string",
			usage: "the word; without it, all words are listed"}}
		return
	}
	mt.json, mt.reads = true, true
	cmd := root
	if mt.command != "" {
		cmd, _, _ = root.Find([]string{mt.command})
	}
	mt.required = []string{"path"}
	if mt.name == "plan" {
		mt.required = nil
	}
	mt.arguments = []mcpArgument{{name: "path", kind: "string", usage: "file of labels (CSV, TSV, JSON, Parquet, " +
		"Excel) or folder, below a folder of the server"}}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if o := option.Of(f); o != nil && o.Is(option.Agents) {
			mt.arguments = append(mt.arguments, argumentOf(f))
		}
	})
}

// fromFile matches the part of a help text about names in a file, which a tool does not read.
var fromFile = regexp.MustCompile(`,? or @FILE with [a-z ]+ (in each|per) line`)

// argumentOf makes an argument of a flag.
func argumentOf(f *pflag.Flag) mcpArgument {
	_, text := pflag.UnquoteUsage(f)
	text = fromFile.ReplaceAllString(text, "")
	a := mcpArgument{name: argumentName(f.Name), kind: "string", usage: asArguments(text),
		choices: option.Of(f).Choices}
	switch kind := f.Value.Type(); {
	case kind == "bool":
		a.kind = "boolean"
	case kind == "int" || kind == "uint64":
		a.kind = "integer"
	case strings.HasPrefix(kind, "float64"):
		a.kind = "number"
	}
	a.several = strings.HasSuffix(f.Value.Type(), "Slice") || strings.HasSuffix(f.Value.Type(), "Array")
	a.repeated = strings.HasSuffix(f.Value.Type(), "Array")
	return a
}

// schema returns the JSON schema of an argument.
func (ma mcpArgument) schema() *jsonschema.Schema {
	one := &jsonschema.Schema{Type: ma.kind}
	for _, c := range ma.choices {
		one.Enum = append(one.Enum, c)
	}
	if !ma.several {
		one.Description = ma.usage
		return one
	}
	return &jsonschema.Schema{Type: "array", Items: one, Description: ma.usage}
}

// args returns the arguments of the command, checked: every name is known, and the path is in a folder of the server.
func (mt *mcpTool) args(given json.RawMessage, in roots) ([]string, error) {
	values := map[string]any{}
	if len(given) > 0 {
		d := json.NewDecoder(bytes.NewReader(given))
		d.UseNumber()
		if err := d.Decode(&values); err != nil {
			return nil, fmt.Errorf("the arguments are no JSON object: %w", err)
		}
	}
	var names []string
	for _, a := range mt.arguments {
		names = append(names, a.name)
	}
	for name := range values {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("%s: %w", mt.name, &study.NameError{Kind: "argument", Name: name, Names: names})
		}
	}
	var args, place []string
	for _, a := range mt.arguments {
		value, ok := values[a.name]
		if !ok || value == nil {
			continue
		}
		texts, err := a.texts(value)
		if err != nil {
			return nil, err
		}
		switch {
		case a.name == "path" && mt.reads:
			path, err := in.resolve(texts[0])
			if err != nil {
				return nil, err
			}
			place = []string{"--", path}
		case a.name == "word":
			place = append([]string{"--"}, texts...)
		case a.repeated:
			for _, text := range texts {
				args = append(args, "--"+flagName(a.name)+"="+text)
			}
		case a.several:
			list := texts[0] // as a text, it may have commas itself
			if _, isList := value.([]any); isList || strings.HasPrefix(list, "@") {
				list = quoting.List(texts...)
			}
			args = append(args, "--"+flagName(a.name)+"="+list)
		default:
			args = append(args, "--"+flagName(a.name)+"="+texts[0])
		}
	}
	if slices.Contains(mt.required, "path") && place == nil {
		return nil, fmt.Errorf("%s needs a path: one of the folders is %s", mt.name, in.named[0])
	}
	return append(args, place...), nil
}

// texts returns a value of an argument as flags read it, one text for each value of a list.
func (ma mcpArgument) texts(value any) ([]string, error) {
	list, isList := value.([]any)
	if !isList {
		list = []any{value}
	}
	if isList && !ma.several || len(list) == 0 {
		return nil, fmt.Errorf("%s takes one value", ma.name)
	}
	var texts []string
	for _, v := range list {
		var kind, text string
		switch v := v.(type) {
		case string:
			kind, text = "string", v
		case bool:
			kind, text = "boolean", fmt.Sprint(v)
		case json.Number:
			kind, text = "number", v.String()
		}
		switch {
		case kind == "" || kind != ma.kind && !(kind == "number" && ma.kind == "integer"):
			return nil, fmt.Errorf("%s is of type %s", ma.name, ma.kind)
		case ma.choices != nil && !slices.Contains(ma.choices, text):
			return nil, fmt.Errorf("%s takes no %s; it is one of %s", ma.name, visible.Text(text),
				strings.Join(ma.choices, ", "))
		}
		texts = append(texts, text)
	}
	return texts, nil
}
