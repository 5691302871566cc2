package study_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"concord/study"
)

// Labelers that are named become studies, the others stay together.
func TestApart(t *testing.T) {
	var b study.Builder
	for _, r := range []struct {
		item, labeler string
		label         float64
	}{{"1", "ann", 1}, {"1", "gpt", 0}, {"2", "bob", 1}, {"1", "mis", 1}, {"2", "gpt", 1}, {"3", "ann", 0}} {
		b.Add(r.item, r.labeler, "all", r.label)
	}
	table, err := b.Table()
	require.NoError(t, err)
	apart, err := table.LabelersAsStudies("people", "mis", "gpt")
	require.NoError(t, err)
	require.Equal(t, []string{"people", "mis", "gpt"}, apart.Studies())
	require.Equal(t, []float64{1, 1, 0}, apart.StudyAt(0).Value())
	require.Equal(t, []float64{1}, apart.StudyAt(1).Value())
	require.Equal(t, []float64{0, 1}, apart.StudyAt(2).Value())
	for _, l := range apart.StudyAt(2).Labeler() {
		require.Equal(t, "gpt", apart.Labelers()[l])
	}
	require.Equal(t, []string{"all"}, table.Studies(), "the table is as it was")

	for _, wrong := range []struct {
		others string
		names  []string
		code   study.Code
	}{
		{"people", []string{"gpt", "gpt"}, study.RepeatedName},
		{"gpt", []string{"gpt"}, study.RepeatedName},
		{"people", []string{"ann", "bob", "gpt", "mis"}, study.NoLabels},
	} {
		_, err = table.LabelersAsStudies(wrong.others, wrong.names...)
		var fault *study.Error
		require.ErrorAs(t, err, &fault)
		require.Equal(t, wrong.code, fault.Code)
	}
	_, err = table.LabelersAsStudies("people", "cpt")
	var unknown *study.NameError
	require.ErrorAs(t, err, &unknown)
	var nameless study.Builder
	nameless.Add("1", "", "all", 1)
	table, err = nameless.Table()
	require.NoError(t, err)
	_, err = table.LabelersAsStudies("people", "gpt")
	var fault *study.Error
	require.ErrorAs(t, err, &fault)
	require.Equal(t, study.NoLabelers, fault.Code)

	// Of several studies one is divided, and the others stay as they are.
	both, err := apart.LabelersAsStudies("people", "ann")
	require.NoError(t, err)
	require.Equal(t, []string{"people", "mis", "gpt", "ann"}, both.Studies())
	require.Equal(t, []float64{1}, both.StudyAt(0).Value())
	require.Equal(t, []float64{0, 1}, both.StudyAt(2).Value())
	require.Equal(t, []float64{1, 0}, both.StudyAt(3).Value())
	require.Equal(t, 3, apart.StudyAt(0).Len(), "the table is as it was")
	for _, wrong := range [][2]string{{"folk", "ann"}, {"people", "gpt"}} {
		_, err = apart.LabelersAsStudies(wrong[0], wrong[1])
		require.ErrorAs(t, err, &unknown)
	}
}
