package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func labels(texts ...string) []Label {
	var all []Label
	for _, t := range texts {
		all = append(all, Label{t, 1})
	}
	return all
}

func TestWordsOfKnownScales(t *testing.T) {
	for _, ascending := range [][]string{
		{"Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree"},
		{"STRONGLY DISAGREE", "SOMEWHAT DISAGREE", "neutral", "somewhat agree", "strongly_agree"},
		{"Disagree strongly", "Disagree", "Undecided", "Agree", "Agree strongly"},
		{"disagree", "neutral", "agree"},
		{"completely disagree", "mostly disagree", "slightly disagree", "slightly agree", "mostly agree"},
		{"Very unlikely", "Unlikely", "Neutral", "Likely", "Very likely"},
		{"Very dissatisfied", "Dissatisfied", "Neutral", "Satisfied", "Very satisfied"},
		{"not relevant", "somewhat relevant", "relevant", "highly relevant"},
		{"Not at all important", "Slightly important", "Moderately important", "Very important", "Extremely important"},
		{"not similar", "slightly similar", "very similar"},
		{"not toxic", "slightly toxic", "very toxic"},
		{"very negative", "negative", "neutral", "positive", "very positive"},
		{"never", "rarely", "sometimes", "often", "always"},
		{"low", "medium", "high"},
		{"none", "mild", "moderate", "severe"},
		{"Poor", "Fair", "Good", "Very good", "Excellent"},
		{"bad", "ok", "good"},
		{"not at all", "a little", "somewhat", "a lot"},
		{"much worse", "about the same", "better"},
		{"strong reject", "weak reject", "accept"},
		{"stimme überhaupt nicht zu", "stimme eher nicht zu", "teils/teils", "stimme eher zu",
			"stimme voll und ganz zu"},
		{"nie", "selten", "manchmal", "oft", "immer"},
		{"Totalmente en desacuerdo", "En desacuerdo", "De acuerdo", "Totalmente de acuerdo"},
		{"Pas du tout d'accord", "Plutôt pas d'accord", "Plutôt d'accord", "Tout à fait d'accord"},
		{"Discordo totalmente", "Discordo", "Neutro", "Concordo", "Concordo totalmente"},
		{"全くそう思わない", "そう思わない", "どちらとも言えない", "そう思う", "とてもそう思う"},
		{"非常不同意", "不同意", "一般", "同意", "非常同意"},
		{"F", "D", "C-", "C", "C+", "B-", "B", "A-", "A", "A+"},
	} {
		shuffled := append(append([]string{}, ascending[1:]...), ascending[0])
		got, ok := Ordered(labels(shuffled...))
		assert.True(t, ok, ascending)
		assert.Equal(t, ascending, got.Ascending)
	}
}

func TestWordsWithoutOrder(t *testing.T) {
	for _, texts := range [][]string{
		{"positive", "neutral", "negative"},
		{"entailment", "neutral", "contradiction"},
		{"support", "oppose", "neutral"},
		{"sports", "politics", "health", "other"},
		{"yes", "no", "unsure"},
		{"agree", "disagree"},
		{"not english", "english", "spanish"},
		{"very cat", "dog", "bird"},
		{"low", "medium", "banana"},
		{"true", "false", "mixed opinion"},
		{"model_a", "model_b", "tie"},
		{"good", "okay", "OK"}, // two of one place
		{"strong buy", "hold", "sell"},
	} {
		got, ok := Ordered(labels(texts...))
		assert.False(t, ok, "%v: %v", texts, got)
	}
}

func TestWordsThatCarryNumbers(t *testing.T) {
	for _, ascending := range [][]string{
		{"1/5", "2/5", "5/5"},
		{"1 out of 7", "3 out of 7", "7 out of 7"},
		{"1: strong reject", "3: reject, not good enough", "8: accept, good paper"},
		{"1 - bad", "2 - fair", "10 - good"},
		{"(1) bad", "(2) fair", "(3) good"},
		{"Bad (1)", "Fair (2)", "Good (3)"},
		{"1. never", "2. at times", "3. always"},
		{"★☆☆", "★★☆", "★★★"},
		{"⭐", "⭐⭐", "⭐⭐⭐⭐"},
		{"1 star", "2 stars", "5 stars"},
		{"Level 1", "Level 2", "Level 3"},
		{"+", "++", "+++"},
		{"-2 (much worse)", "0 (same)", "2 (much better)"},
		{"1 (not at all)", "2", "3", "4 - very"},
	} {
		shuffled := append(append([]string{}, ascending[1:]...), ascending[0])
		got, ok := Numbered(labels(shuffled...))
		assert.True(t, ok, ascending)
		assert.Equal(t, ascending, got.Ascending)
	}
	for _, texts := range [][]string{
		{"1/5", "2/5", "none"}, {"1/5", "2/4", "3/5"}, {"cluster 1", "cluster 2", "cluster 3"}, {"a", "b", "c"},
		{"1: a", "1", "2: b", "3: c"}, {"1", "2", "3"}, {"1", "2/5", "3/5", "4/5"}, {"1st", "2nd", "3rd"},
		{"3: a", "3: b", "4: c"}, {"gpt-4", "gpt-3", "gpt-2"}, {"b2b", "b2c", "c2c"},
	} {
		got, ok := Numbered(labels(texts...))
		assert.False(t, ok, "%v: %v", texts, got)
	}
}

// One label in two writings is one category.
func TestOrderOfSpellings(t *testing.T) {
	for _, texts := range [][]string{
		{"Agree", "agree", "Strongly_agree", "disagree", "strongly agree", "AGREE"},
		{"3/5", "3 / 5", "4/5", "2/5", "4 of 5", "3/5"},
		{"2: ok", "2: OK", "3: good", "1: bad", "3: Good", "2: Ok"},
	} {
		got, ok := Numbered(labels(texts...))
		if !ok {
			got, ok = Ordered(labels(texts...))
		}
		require.True(t, ok, texts)
		assert.Len(t, got.Ascending, 3, texts)
		assert.Equal(t, []int{1, 1, 2, 0, 2, 1}, got.Place, texts)
	}
}

func TestScalesWithOthers(t *testing.T) {
	for _, c := range []struct{ texts, ascending, rest []string }{
		{[]string{"agree", "don't know", "disagree", "N/A", "neutral"}, []string{"disagree", "neutral", "agree"},
			[]string{"don't know", "N/A"}},
		{[]string{"high", "banana", "low", "medium"}, []string{"low", "medium", "high"}, []string{"banana"}},
	} {
		got, rest, ok := Nearly(labels(c.texts...))
		assert.True(t, ok)
		assert.Equal(t, c.ascending, got.Ascending)
		assert.Equal(t, c.rest, rest)
	}
	for _, texts := range [][]string{{"agree", "disagree", "neutral"}, {"low", "high", "banana"},
		{"low", "medium", "high", "banana", "apple"}, {"sports", "other", "politics", "health"}} {
		_, _, ok := Nearly(labels(texts...))
		assert.False(t, ok, texts)
	}
}

func TestLabelsThatHoldSeveral(t *testing.T) {
	for _, c := range []struct {
		what  Several
		texts []string
	}{
		{Sets, []string{"toxic", "insult", "toxic|insult", "none"}},
		{Sets, []string{"refund, spam", "spam", "billing, refund", "bug"}},
		{Sets, []string{"a;b", "b;a", "c"}},
		{Sets, []string{"joy / anger", "anger", "joy"}},
		{Sets, []string{`["toxic","insult"]`, "none", "insult"}},
		{Sets, []string{"['x', 'y']", "['z']", "[]", "['y', 'x']"}},
		{Sets, []string{"{x,y}", "{y}", "{x}"}},
		{Sets, []string{"x + y", "y", "x"}},
		{Lists, []string{"[2,1,1]", "[4,4,5]"}},
		{Lists, []string{"2,1,1", "4,4,5", "3,3,1"}},
		{Lists, []string{`["yes","yes","no"]`, `["no","no","no"]`}},
		{Lists, []string{"3|4", "4|4", "1|2"}},
		{Rankings, []string{"A>B>C", "B>A>C"}},
		{Rankings, []string{"b, a, c", "a, b, c", "c, b, a"}},
		{Rankings, []string{"[1,2,3]", "[3,1,2]"}},
	} {
		got, ok := FindSeveral(labels(c.texts...))
		assert.True(t, ok, c.texts)
		assert.Equal(t, c.what, got.What, c.texts)
	}
	for _, texts := range [][]string{
		{"Paris, France", "London, UK", "Lyon, France"},
		{"Austin, TX", "Paris, TX", "Paris, France"},
		{"news, politics", "news, sports", "arts, film"},
		{"yes", "no", "n/a"},
		{"R&B", "Rock", "Jazz", "Drum & Bass"},
		{"and/or", "and", "not"},
		{"not good enough, rejected", "accepted"},
		{"1/2", "1/3", "3/4"},
		{"a (b)", "c (d)"},
		{"1,5", "2", "3,5"},
		{"[other]", "cat", "dog"},
		{"C++", "C", "Go"},
	} {
		got, ok := FindSeveral(labels(texts...))
		assert.False(t, ok, "%v: %+v", texts, got)
	}
}

func TestNumbersOfOtherWriting(t *testing.T) {
	for _, ascending := range [][]string{
		{"½", "★", "★½", "★★", "★★★½☆"},
	} {
		shuffled := append(append([]string{}, ascending[1:]...), ascending[0])
		got, ok := Numbered(labels(shuffled...))
		assert.True(t, ok, ascending)
		assert.Equal(t, ascending, got.Ascending)
	}
	for _, texts := range [][]string{{"I", "V", "X"}, {"Type I", "Type II", "Type III"}, {"i", "ii"}} {
		_, ok := Numbered(labels(texts...))
		assert.False(t, ok, texts)
	}
	for _, texts := range [][]string{{"A", "B", "C", "D"}, {"A+", "A-", "B+", "B-"}, {"A+", "O-", "AB+", "B"}} {
		_, ok := Ordered(labels(texts...))
		assert.False(t, ok, texts)
	}
}
