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

// Files of preferences are refused as what they are, and no score becomes an item. With columns that are named, they
// are read as asked.
func TestPreferences(t *testing.T) {
	for name, text := range map[string]string{
		"texts": "{\"prompt\": \"What is a?\", \"chosen\": \"A letter.\", \"rejected\": \"A digit.\"}\n" +
			"{\"prompt\": \"What is 1?\", \"chosen\": \"A digit.\", \"rejected\": \"A letter.\"}\n",
		"texts alone": "chosen,rejected\nyes it is,no\nthat is so,never\n",
		"chats and scores": "{\"prompt\": \"a\", \"chosen\": [{\"by\": 1}], \"rejected\": [{\"by\": 1}], " +
			"\"score_chosen\": 8.5, \"score_rejected\": 3}\n" +
			"{\"prompt\": \"b\", \"chosen\": [{\"by\": 1}], \"rejected\": [{\"by\": 1}], " +
			"\"score_chosen\": 7.5, \"score_rejected\": 3}\n",
	} {
		_, err := Read(context.Background(), strings.NewReader(text), "x", Options{})
		var fault *study.Error
		require.ErrorAs(t, err, &fault, name)
		assert.Equal(t, faults.Preferences, fault.Code, "%s: %v", name, err)
	}
	text := "prompt,who,chosen,rejected\na,x,1,2\na,y,2,1\nb,x,1,3\n"
	o := Options{Item: "prompt", Labeler: "who", Label: "chosen"}
	table, err := Read(context.Background(), strings.NewReader(text), "x", o)
	require.NoError(t, err)
	assert.Equal(t, 3, table.Len())
}
