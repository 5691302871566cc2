package judge

import (
	"strings"
	"unicode"
)

// modelNames are words with which names of language models begin. Those after the stroke are names of people too.
const modelNames = "gpt chatgpt llama mistral mixtral gemini qwen deepseek vicuna palm grok starling zephyr llm | " +
	"claude gemma phi command falcon nova o1 o3 o4"

// LikeModels returns the labelers whose names look like those of language models, if there are at least two others.
func LikeModels(labelers []string) []string {
	var found []string
	for _, name := range labelers {
		if likeModel(name) {
			found = append(found, name)
		}
	}
	if len(labelers)-len(found) < 2 {
		return nil
	}
	return found
}

// likeModel reports whether a name has a word of a model, alone or before a digit: gpt-4o, meta-llama/Llama3. A word
// that is a name of people needs a digit somewhere.
func likeModel(name string) bool {
	between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	words := strings.FieldsFunc(strings.ToLower(name), between)
	sure, perhaps, _ := strings.Cut(modelNames, " | ")
	has := func(names string) bool {
		for _, model := range strings.Fields(names) {
			for _, word := range words {
				if rest, ok := strings.CutPrefix(word, model); ok && (rest == "" || unicode.IsDigit(rune(rest[0]))) {
					return true
				}
			}
		}
		return false
	}
	return has(sure) || has(perhaps) && strings.ContainsFunc(name, unicode.IsDigit)
}
