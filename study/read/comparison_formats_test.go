package read

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read/faults"
)

// ranked reads comparisons, and returns for each label the prompt, both candidates, where the first was shown, and the
// label.
func ranked(t *testing.T, in string, o Options) []string {
	t.Helper()
	o.Candidates = true
	table, err := Read(context.Background(), strings.NewReader(in), "x", o)
	require.NoError(t, err)
	require.Equal(t, "Pair", table.Source().Layout)
	factors := table.Source().Columns.Factors
	factors = factors[len(factors)-4:]
	v := table.StudyAt(0)
	var all []string
	for n, y := range v.Value() {
		var parts []string
		for _, f := range factors {
			at, _ := v.Factor(f.Name)
			levels, _ := table.Levels(f.Name)
			parts = append(parts, levels[at[n]])
		}
		label := map[float64]string{0: "second", 1: "first"}[y]
		if table.Kind() == study.Ordinal {
			label = table.Categories()[int(y)-1]
		}
		all = append(all, strings.Join(append(parts, label), "|"))
	}
	return all
}

// MT-Bench's human judgments (lmsys/mt_bench_human_judgments): one labeler judges both turns of a question, and turns
// are prompts of their own. A file of Chatbot Arena (lmsys/chatbot_arena_conversations) has the same names.
func TestComparisonsOfMTBench(t *testing.T) {
	const in = "question_id,model_a,model_b,winner,judge,conversation_a,conversation_b,turn\n" +
		"81,alpaca-13b,gpt-4,model_b,author_2,[hi],[ho],1\n" +
		"81,gpt-4,alpaca-13b,model_a,author_2,[hi],[ho],2\n" +
		"82,vicuna-13b,gpt-4,tie,expert_1,[hi],[ho],1\n" +
		"82,gpt-4,vicuna-13b,tie (bothbad),expert_1,[hi],[ho],1\n" +
		"83,gpt-4,vicuna-13b,tie (inconsistent),expert_1,[hi],[ho],1\n"
	assert.Equal(t, []string{"81 · 1|alpaca-13b|gpt-4|first|second", "81 · 2|alpaca-13b|gpt-4|second|second",
		"82 · 1|gpt-4|vicuna-13b|second|tie", "82 · 1|gpt-4|vicuna-13b|first|tie",
		"83 · 1|gpt-4|vicuna-13b|first|tie"}, ranked(t, in, Options{}))
	const lines = `{"question_id": "a1", "model_a": "m1", "model_b": "m2", "winner": "model_b", "judge": "arena_user_1",
"conversation_a": [{"content": "hi", "role": "user"}], "conversation_b": [{"content": "hi", "role": "user"}],
"turn": 1, "anony": true, "language": "English", "tstamp": 1682351591.1}
{"question_id": "a2", "model_a": "m2", "model_b": "m1", "winner": "tie (bothbad)", "judge": "arena_user_2",
"conversation_a": [{"content": "ho", "role": "user"}], "conversation_b": [{"content": "ho", "role": "user"}],
"turn": 2, "anony": true, "language": "German", "tstamp": 1682351592.1}
`
	jsonl := strings.ReplaceAll(strings.ReplaceAll(lines, ",\n", ","), "]\n", "]")
	assert.Equal(t, []string{"a1 · 1|m1|m2|first|second", "a2 · 2|m1|m2|second|tie"}, ranked(t, jsonl, Options{}))
}

// AlpacaEval's annotations: the baseline is always the first.
func TestComparisonsOfAlpacaEval(t *testing.T) {
	const in = "instruction,output_1,generator_1,output_2,generator_2,annotator,preference\n" +
		"Who?,x,davinci,y,zephyr,gpt4,2.0\nWhy?,x,davinci,y,zephyr,gpt4,1.5\nHow?,x,davinci,y,zephyr,gpt4,1.0\n"
	assert.Equal(t, []string{"Who?|davinci|zephyr|first|second", "Why?|davinci|zephyr|first|tie",
		"How?|davinci|zephyr|first|first"}, ranked(t, in, Options{}))
	// Weighted annotators of AlpacaEval 2 give 1 and the probability that the second wins.
	weighted := strings.NewReplacer("2.0", "1.83", "1.0\n", "1.4999\n").Replace(in)
	assert.Equal(t, []string{"Who?|davinci|zephyr|first|second", "Why?|davinci|zephyr|first|tie",
		"How?|davinci|zephyr|first|first"}, ranked(t, weighted, Options{}))
	_, err := Read(context.Background(), strings.NewReader(strings.Replace(in, "2.0", "2.01", 1)), "x",
		Options{Candidates: true})
	var e *study.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, faults.UnknownWinner, e.Code)
	assert.Equal(t, 2, e.Line)
}

// Chatbot Arena's battles of a competition (lmsys/lmsys-arena-human-preference-55k): columns of 0 and 1.
func TestComparisonsOfArenaMarks(t *testing.T) {
	const in = "id,model_a,model_b,prompt,response_a,response_b,winner_model_a,winner_model_b,winner_tie\n" +
		"30192,gpt-4,mistral,[hi],[a],[b],1,0,0\n53567,koala,gpt-4,[ho],[a],[b],0,1,0\n" +
		"65089,mistral,koala,[he],[a],[b],0,0,1\n96401,mistral,gpt-4,[hm],[a],[b],0,0,0\n"
	assert.Equal(t, []string{"30192|gpt-4|mistral|first|first", "53567|gpt-4|koala|second|first",
		"65089|koala|mistral|second|tie"}, ranked(t, in, Options{}))
	asked := Options{Label: "winner", Pair: []string{"model_a", "model_b"}} // as shards ask for it
	assert.Equal(t, ranked(t, in, Options{}), ranked(t, in, asked))
	_, err := Read(context.Background(), strings.NewReader(strings.Replace(in, "0,1,0", "1,1,0", 1)), "x",
		Options{Candidates: true})
	var e *study.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, faults.UnknownWinner, e.Code)
	assert.Equal(t, 3, e.Line)
}

// Labels say by how much a candidate is better, in words or by a number of a scale.
func TestComparisonsGraded(t *testing.T) {
	const words = "prompt,response_a,response_b,rater,preference\n" +
		"p,x,y,ann,A is much better\nq,y,x,ann,A is slightly better\nr,x,y,bob,About the same\ns,x,y,bob,B is better\n"
	assert.Equal(t, []string{"p|x|y|first|first, much", "q|x|y|second|second, slightly", "r|x|y|first|tie",
		"s|x|y|first|second"}, ranked(t, strings.Replace(words, "About the same", "same", 1), Options{}))

	const numbers = "prompt,response_a,response_b,rater,preference\n" +
		"p,x,y,ann,1\nq,y,x,ann,2\nr,x,y,bob,3\ns,x,y,bob,5\n"
	assert.Equal(t, []string{"p|x|y|first|first by 2", "q|x|y|second|second by 1", "r|x|y|first|tie",
		"s|x|y|first|second by 2"},
		ranked(t, numbers, Options{Positive: []string{"1"}, Negative: []string{"5"}}))
	_, err := Read(context.Background(), strings.NewReader(numbers), "x", Options{Candidates: true})
	var e *study.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, faults.UnknownWinner, e.Code)
	assert.Equal(t, []study.Setting{{Option: "positive", Values: []string{"1"}},
		{Option: "negative", Values: []string{"5"}}}, e.Fixes[0].Set)
}
