package read

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/faults"
)

func TestLabelsInPerCent(t *testing.T) {
	const head = "item,labeler,label\n"
	read := func(rows string, o Options) (*study.Table, error) {
		return Read(context.Background(), strings.NewReader(head+rows), "x", o)
	}
	table, err := read("a,w,85%\na,v,12.5\u00a0%\nb,w,-3%\nb,v,NA\nc,w,90%\n", Options{})
	require.NoError(t, err)
	assert.Equal(t, study.Numeric, table.Kind())
	assert.Equal(t, "a w all 85\na v all 12.5\nb w all -3\nc w all 90\n", tabletest.Dump(table))
	table, err = read("a,w,0%\na,v,1%\nb,w,1%\n", Options{})
	require.NoError(t, err)
	assert.Equal(t, study.Binary, table.Kind())
	table, err = read("a,w,0%\na,v,50%\nb,w,100%\n", Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"0", "50", "100"}, table.Categories())

	var fault *study.Error
	for _, rows := range []string{"a,w,85%\na,v,0.2\nb,w,40%\n", "a,w,85%\na,v,\"12,5%\"\nb,w,40%\n"} {
		_, err = read(rows, Options{})
		require.ErrorAs(t, err, &fault)
		assert.Equal(t, faults.OtherWriting, fault.Code, rows)
	}
	table, err = read("a,w,0%\na,v,50%\nb,w,50%\n", Options{Kind: study.Nominal})
	require.NoError(t, err)
	assert.Equal(t, []string{"0%", "50%"}, table.Categories())
}
