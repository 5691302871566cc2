package export

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
	"concord/study/read"
	"concord/xcc"
)

func names(variables []Variable) []string {
	var all []string
	for _, v := range variables {
		all = append(all, v.Name)
	}
	return all
}

func TestVariablesOfThreeStudies(t *testing.T) {
	fit := outputOf(t, "policy.csv", spec.Spec{}, 10).Fit
	studyOf := func(name string) model.StudyPosterior {
		s, err := fit.Posterior.Study(name)
		require.NoError(t, err)
		return s
	}
	control, treatment, reference := studyOf("control"), studyOf("treatment"), studyOf("reference")
	all := Variables(fit.Posterior, control, false)
	assert.Equal(t, []string{
		"mu", "sd_item", "sd_labeler", "cor_item", "icc", "labeler_icc", "icc_consistency", "icc_label",
		"labeler_icc_label", "icc_consistency_label", "mean_label",
		"xcc", "rho_difference", "xcc_difference",
		"rho_label", "xcc_label", "rho_difference_label", "xcc_difference_label",
	}, names(all))
	by := map[string]Variable{}
	for _, v := range all {
		by[v.Name] = v
		size := 1
		for _, n := range v.Shape {
			size *= n
		}
		assert.Len(t, v.Elements, size, v.Name)
	}
	s := fit.Posterior.EachStudy()
	scales := xcc.Joints(fit.Posterior)
	latent, labels := scales[0](), scales[1]()
	x := by["xcc"]
	for n, q := range x.Elements {
		i, j := x.at(n)[0], x.at(n)[1]
		assert.Equal(t, latent.XCC(s[i], s[j]).Chains, q.Chains)
		assert.Equal(t, fmt.Sprintf("xcc.%d.%d", i+1, j+1), x.stanName(n))
	}
	assert.Equal(t, "xcc[2,1]", x.bracketName(1), "the first index runs fastest")
	c := coordinates(fit.Posterior, control, false)
	assert.Equal(t, []string{"treatment − reference"}, c[dimComparison])
	assert.Equal(t, latent.XCCDifference(control, treatment, reference).Chains, by["xcc_difference"].Elements[0].Chains)
	assert.Equal(t, labels.XCC(s[0], s[1]).Chains, by["xcc_label"].Elements[1].Chains)
	assert.Equal(t, labels.RhoDifference(control, treatment, reference).Chains,
		by["rho_difference_label"].Elements[0].Chains)
	assert.Panics(t, func() { Variables(fit.Posterior, control, true) })
}

// Each element of a variable has a place along each of its dimensions, which a summary prints.
func TestElementsHavePlaces(t *testing.T) {
	for _, file := range []string{"claims.csv", "policy.csv", "single.csv", "funniness.csv", "stars.csv"} {
		out := outputOf(t, file, spec.Spec{Effects: true}, 10)
		c := coordinates(out.Fit.Posterior, out.Fit.Reference, true)
		for _, v := range Variables(out.Fit.Posterior, out.Fit.Reference, true) {
			require.Len(t, v.Shape, len(v.Dims))
			for d, dim := range v.Dims {
				assert.Len(t, c[dim], v.Shape[d], "%s: %s along %s", file, v.Name, dim)
			}
		}
	}
}

// The validity of a label is that which xcc works out, at the study whose true scores are meant and the one whose
// label it is; other places have none.
func TestValidityIsAMatrix(t *testing.T) {
	fit := outputOf(t, "claims.csv", spec.Spec{}, 10).Fit // crowd and students have several labels, the checker one
	s := fit.Posterior.EachStudy()
	latent := xcc.Joints(fit.Posterior)[0]()
	there := map[string][]string{}
	for _, v := range Variables(fit.Posterior, fit.Reference, false) {
		if v.Name != "validity" && v.Name != "worth" {
			continue
		}
		for n, q := range v.Elements {
			if math.IsNaN(q.Chains[0][0]) {
				continue
			}
			there[v.Name] = append(there[v.Name], v.bracketName(n))
			i, j := v.at(n)[0], v.at(n)[1]
			want := latent.Validity(s[i], s[j])
			if v.Name == "worth" {
				want = latent.Worth(s[i], s[j])
			}
			assert.Equal(t, want.Chains, q.Chains, v.bracketName(n))
		}
	}
	assert.Equal(t, []string{"validity[1,1]", "validity[2,2]", "validity[1,3]", "validity[2,3]"}, there["validity"])
	assert.Equal(t, []string{"worth[1,3]", "worth[2,3]"}, there["worth"])
}

func TestVariablesOfOneStudy(t *testing.T) {
	fit := outputOf(t, "single.csv", spec.Spec{Labelers: spec.NoLabelers}, 10).Fit
	assert.Equal(t, []string{"mu", "sd_item", "icc", "icc_label", "mean_label"},
		names(Variables(fit.Posterior, fit.Reference, false)))
}

// Oracle: the model's own look-up of effects by name.
func TestEffectsAreThoseOfTheirNames(t *testing.T) {
	for _, labelers := range []spec.LabelerEffects{spec.Nested, spec.Shared} {
		fit := outputOf(t, "funniness.csv", spec.Spec{Effects: true, Labelers: labelers}, 4).Fit
		c := coordinates(fit.Posterior, fit.Reference, true)
		all := Variables(fit.Posterior, fit.Reference, true)
		item, labeler := all[len(all)-2], all[len(all)-1]
		require.Equal(t, []string{study.ItemFactor, study.LabelerFactor}, names(all)[len(all)-2:])
		requireOwnNames(t, all)
		for n, q := range item.Elements {
			at := item.at(n)
			want, err := fit.Posterior.StudyAt(at[1]).ItemEffect(c[dimItem][at[0]])
			require.NoError(t, err)
			require.Equal(t, want.Chains, q.Chains, item.place(n, c))
		}
		for n, q := range labeler.Elements {
			at := labeler.at(n)
			var in string
			if labelers == spec.Shared {
				in = c[dimStudy][at[1]]
			} else {
				in = c[dimLabeler+"_study"][at[0]]
			}
			study, err := fit.Posterior.Study(in)
			require.NoError(t, err)
			want, err := study.LabelerEffect(c[dimLabeler][at[0]])
			require.NoError(t, err)
			require.Equal(t, want.Chains, q.Chains, labeler.place(n, c))
		}
	}
}

// requireOwnNames requires that no variable has the name of a dimension: ArviZ would lose it.
func requireOwnNames(t *testing.T, all []Variable) {
	t.Helper()
	for _, v := range all {
		for _, of := range all {
			require.NotContains(t, of.Dims, v.Name)
		}
	}
}

const hostile = `item,labeler,study,label
=cmd(),"-2+3",@x,1
=cmd(),"w
2",@x,0
"a,""b""",-2+3,@x,1
"a,""b""","w
2",@x,1
<script>,-2+3,@x,0
<script>,"w
2",@x,0
=cmd(),u1,"s'"";",1
=cmd(),u2,"s'"";",1
<script>,u1,"s'"";",0
<script>,u2,"s'"";",0
"a,""b""",u1,"s'"";",1
`

// Names are data: no cell of summary.csv begins as a formula does, and the CSVs of the
// chains and draws.json have no name in them.
func TestHostileNames(t *testing.T) {
	table, err := read.Read(t.Context(), strings.NewReader(hostile), "=hostile.csv", read.Options{})
	require.NoError(t, err)
	out := fitted(t, "=hostile.csv", table, spec.Spec{Effects: true}, 30)
	variables := Variables(out.Fit.Posterior, out.Fit.Reference, true)
	r := out.manifest(variables)
	iv, err := r.interval()
	require.NoError(t, err)
	var summary strings.Builder
	require.NoError(t, Summary(&summary, variables, r.Coordinates, iv))
	rows := readCSV(t, summary.String())
	places := map[string]string{}
	for _, row := range rows[1:] {
		require.Len(t, row, len(rows[0]))
		places[row[0]] = row[1]
		for _, c := range row[:2] {
			assert.NotContains(t, "=+-@\t\r\n", string((c + " ")[0]), "%q", c)
		}
	}
	assert.Equal(t, "'=cmd() | @x", places["item[1,1]"])
	assert.Equal(t, `a,"b" | s'";`, places["item[2,2]"])
	assert.Equal(t, "'-2+3 | @x", places["labeler[1]"])

	var chain, draws strings.Builder
	require.NoError(t, CmdStan(&chain, out.Fit.Posterior.Run(), 0, r.Settings, variables))
	require.NoError(t, Draws(&draws, variables, out.Fit.Posterior.Run()))
	for _, text := range []string{chain.String(), draws.String()} {
		for _, name := range []string{"cmd", "script", "@x", "s'"} {
			assert.NotContains(t, text, name)
		}
	}
}

func TestUndefinedIsEmptyInTheSummary(t *testing.T) {
	one := posterior.Quantity{Chains: [][]float64{{1, 1, 1, 1, 1, 1, 1, 1}}}
	var b strings.Builder
	require.NoError(t, Summary(&b, []Variable{scalar("one", one)}, nil, posterior.Interval{Level: 0.9}))
	assert.Equal(t, []string{"one", "", "1", "0", "1", "1", "1", "", "", "", "", ""}, readCSV(t, b.String())[1])
}
