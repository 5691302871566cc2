// Package machines tells names of language models from names of people.
package machines

import (
	"strings"
	"unicode"
)

// Names of models, with which a word begins. Those of the second kind are names of people too.
const (
	sure    = "gpt chatgpt llama mistral mixtral gemini qwen deepseek vicuna palm grok starling zephyr llm"
	perhaps = "claude gemma phi command falcon nova o1 o3 o4"
	// said are words of columns for what a program says of each row.
	said = "judge model llm ai bot machine auto automatic pred predicted prediction yhat hat"
)

// IsModel reports whether a name has a word of a language model, alone or before a digit: gpt-4o, meta-llama/Llama3. A
// word that is a name of people needs a digit somewhere.
func IsModel(name string) bool {
	return has(name, sure) || has(name, perhaps) && strings.ContainsFunc(name, unicode.IsDigit)
}

// IsJudge reports whether the name of a column says that a program gave its labels: judge_label, y_hat, gpt4_verdict.
func IsJudge(column string) bool { return IsModel(column) || has(column, said) }

func has(name, names string) bool {
	between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for _, word := range strings.FieldsFunc(strings.ToLower(name), between) {
		for _, model := range strings.Fields(names) {
			if rest, ok := strings.CutPrefix(word, model); ok && (rest == "" || unicode.IsDigit(rune(rest[0]))) {
				return true
			}
		}
	}
	return false
}
