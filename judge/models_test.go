package judge_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"concord/judge"
)

func TestLikeModels(t *testing.T) {
	people := []string{"expert_1", "Claude", "Gemma Ray", "lama", "Philip 2", "gptx"}
	models := []string{"gpt-4o", "GPT4", "claude-3.5", "meta-llama/Llama-3-70b", "mistral-7b", "judge_gpt4", "gemma2"}
	require.Equal(t, models, judge.LikeModels(append(append([]string{}, people...), models...)))
	require.Empty(t, judge.LikeModels(people))
	require.Empty(t, judge.LikeModels([]string{"gpt-4", "llama3", "ann"}), "one person is no pool")
}
