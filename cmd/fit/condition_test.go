package main

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/criteria"
	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/model/family"
	"concord/posterior"
)

// conditionOn reads a condition and settles its scale.
func conditionOn(text string, distribution family.Family) (condition, error) {
	all, err := parseConditions([]string{text}, condition{})
	if err != nil {
		return condition{}, err
	}
	return all[0].onScale(distribution)
}

// fitOf is a fit of groups without rows.
func fitOf(groups ...string) *answer.Answer {
	a := answer.New("fit", result.Data{}, result.Intervals{Level: 0.9})
	for _, name := range groups {
		a.Data.Studies = append(a.Data.Studies, result.Study{Name: name})
	}
	return a
}

// met are the texts of what a condition holds for.
func met(c condition, r *answer.Answer) (texts []string, err error) {
	found, unjudged := c.find(evidenceOf(r))
	for _, f := range found {
		if f.holds {
			texts = append(texts, f.text)
		}
	}
	if unjudged != nil {
		err = errors.New(strings.Join(unjudged, "; "))
	}
	return texts, err
}

// A condition cannot judge a number that has not converged, whatever its bound, where the run has as a whole.
func TestConditionsOnWhatHasNotConverged(t *testing.T) {
	r := fitOf("a")
	draws := &posterior.Summary{Mean: 0.7, Median: 0.7, RHat: 1.07, ESSBulk: 500, ESSTail: 500}
	r.Add(catalogue.ConsistencyICC, answer.Key{Group: "a"}, 0.7).Within(0.6, 0.8).Draws = draws
	for _, text := range []string{"icc_consistency<0.4", "icc_consistency<0.9"} {
		c, err := conditionOn(text, family.Gaussian{})
		require.NoError(t, err)
		texts, err := met(c, r)
		assert.Empty(t, texts)
		assert.ErrorContains(t, err, "its chains have not converged")
		draws.RHat = 1.01
		texts, err = met(c, r)
		assert.NoError(t, err)
		assert.Len(t, texts, strings.Count(text, "0.9"))
		draws.RHat = 1.07
	}
}

func TestConditionsNameTheirScale(t *testing.T) {
	for _, c := range []struct {
		text         string
		distribution family.Family
		want         condition
	}{
		{"xcc<0.5", family.Gaussian{}, condition{quantity: "xcc", less: true, bound: 0.5}},
		{"xcc@label<0.5", family.Gaussian{}, condition{quantity: "xcc", scale: "label", less: true, bound: 0.5}},
		{"xcc@label<0.5", family.Bernoulli{}, condition{quantity: "xcc", scale: "label", less: true, bound: 0.5}},
		{"xcc@latent(a, b)>0.5", family.Bernoulli{}, condition{quantity: "xcc", scale: "latent",
			studies: []string{"a", "b"}, bound: 0.5}},
		{"icc@label(<b>)<0.5", family.Bernoulli{}, condition{quantity: "icc", scale: "label",
			studies: []string{"<b>"}, less: true, bound: 0.5}},
		{"rho_k<0.5", family.Bernoulli{}, condition{quantity: "rho_k", less: true, bound: 0.5}},
		{"item_sd>2", family.Bernoulli{}, condition{quantity: "item_sd", bound: 2}},
	} {
		got, err := conditionOn(c.text, c.distribution)
		require.NoError(t, err, c.text)
		c.want.text = c.text
		assert.Equal(t, c.want, got)
	}
}

// Without a scale, a condition is on the one that results lead with.
func TestConditionsWithoutScale(t *testing.T) {
	for _, q := range []string{"icc", "labeler_icc", "icc_k", "rho", "xcc", "rho_difference", "xcc_difference"} {
		c, err := conditionOn(q+"(a,b)<0.5", family.Bernoulli{})
		require.NoError(t, err, q)
		assert.Equal(t, result.ScaleLabel, c.scale)
	}
	for text, want := range map[string]string{
		"icc@logit<0.5":     `there are "label", "latent"`,
		"rho_k@latent<0.5":  "on the label scale only",
		"item_sd@label<0.5": "on the latent scale only",
	} {
		_, err := conditionOn(text, family.Bernoulli{})
		require.ErrorContains(t, err, want)
	}
	_, err := conditionOn("icc@latent<0.5", family.Gaussian{})
	require.ErrorContains(t, err, "on the label scale only")
}

// A gate looks at the scale that it names, whatever the other one says.
func TestConditionsHoldOnTheirScale(t *testing.T) {
	r := fitOf()
	r.Add("icc", answer.Key{Group: "a", Scale: result.ScaleLatent}, 0.7)
	r.Add("icc", answer.Key{Group: "a"}, 0.494)
	for text, want := range map[string][]string{"icc@label<0.5": {"icc(a) is 0.494 on the label scale"},
		"icc@latent<0.5": nil} {
		c, err := conditionOn(text, family.Bernoulli{})
		require.NoError(t, err)
		found, err := met(c, r)
		require.NoError(t, err)
		assert.Equal(t, want, found, text)
	}
}

// Of two studies either order will do, where it is of no account.
func TestConditionsOnPairsInEitherOrder(t *testing.T) {
	r := fitOf()
	r.Add("xcc", answer.Key{Of: "a", Against: "b"}, 0.4)
	r.Add("rho_k", answer.Key{Group: "a", Of: "b"}, 0.4)
	for text, found := range map[string]bool{"xcc(a,b)<0.5": true, "xcc(b,a)<0.5": true, "rho_k(a,b)<0.5": true,
		"rho_k(b,a)<0.5": false, "xcc(a,c)<0.5": false} {
		c, err := conditionOn(text, family.Gaussian{})
		require.NoError(t, err)
		holds, err := met(c, r)
		assert.Equal(t, found, err == nil && len(holds) == 1, text)
	}
}

// A difference of two studies in the other order is the opposite.
func TestConditionsOnDifferencesInEitherOrder(t *testing.T) {
	r := fitOf()
	r.Add("icc_difference", answer.Key{Of: "b", Against: "a"}, 0.1)
	for text, want := range map[string][]string{
		"icc_difference(b,a)>0.05": {"icc_difference(b,a) is 0.1"}, "icc_difference(b,a)<0.05": nil,
		"icc_difference(a,b)<-0.05": {"icc_difference(a,b) is -0.1"}, "icc_difference(a,b)>0.05": nil,
		"icc_difference>0.05": {"icc_difference(b,a) is 0.1"},
	} {
		c, err := conditionOn(text, family.Gaussian{})
		require.NoError(t, err)
		found, err := met(c, r)
		require.NoError(t, err)
		assert.Equal(t, want, found, text)
	}
}

func TestConditionsOnUnknownStudies(t *testing.T) {
	all, err := parseConditions([]string{"icc@label(control)<0.5", "xcc@label(experts,contorl)<0.5"}, condition{})
	require.NoError(t, err)
	_, err = settle(all[:1], family.Bernoulli{}, []string{"experts", "control"})
	require.NoError(t, err)
	_, err = settle(all, family.Bernoulli{}, []string{"experts", "control"})
	assert.Equal(t, exitUsage, exitCode(err))
	assert.ErrorContains(t, err, `there is no group "contorl"; did you mean "control"?`)
}

// Every quantity can be in a condition.
func TestConditionsOnEveryQuantity(t *testing.T) {
	for _, q := range catalogue.All() {
		_, err := conditionOn(q.Name+"<0.5", family.Bernoulli{})
		require.NoError(t, err, q.Name)
	}
}

// The numbers of an estimate that a condition may be on, with the texts for a person. The probability of a difference
// in the other order is one of the opposite event.
func TestConditionsOnProbabilitiesAndIntervals(t *testing.T) {
	r := fitOf()
	r.Add("icc", answer.Key{Group: "a"}, 0.5).Within(0.3, 0.7).Draws = &posterior.Summary{Mean: 0.5, Median: 0.45}
	r.Add("icc_difference", answer.Key{Of: "b", Against: "a"}, 0.1).Within(-0.1, 0.4)
	r.Add("icc", answer.Key{Group: "a", Event: "icc < 0.4"}, math.NaN()).P = 0.25
	r.Add("icc_difference", answer.Key{Of: "b", Against: "a", Event: "icc_difference > 0.05"}, math.NaN()).P = 0.75
	for text, want := range map[string]string{
		"icc@label<0.6":              "icc(a) is 0.5 on the label scale",
		"median(icc@label)<0.46":     "the median of icc(a) is 0.45 on the label scale",
		"lower(icc@label(a)) < 0.31": "the lower end of the 90% interval of icc(a) is 0.3 on the label scale",
		"upper(icc@label)>0.69":      "the upper end of the 90% interval of icc(a) is 0.7 on the label scale",
		"P(icc@label<0.4)>0.2":       "the probability of icc(a) < 0.4 is 0.25 on the label scale",
		"p(icc@label(a) < 0.4) < 1":  "the probability of icc(a) < 0.4 is 0.25 on the label scale",
		"P(icc@label<0.4)>0.3":       "",
		"lower(icc@label)<0.29":      "",
		"P(icc_difference@label(b,a)>0.05)>0.7": "the probability of icc_difference(b,a) > 0.05 is 0.75 on the " +
			"label scale",
		"P(icc_difference@label(a,b)<-0.05)>0.7": "the probability of icc_difference(a,b) < -0.05 is 0.75 on the " +
			"label scale",
		"upper(icc_difference@label(a,b))>0.09": "the upper end of the 90% interval of icc_difference(a,b) is 0.1 " +
			"on the label scale",
	} {
		c, err := conditionOn(text, family.Bernoulli{})
		require.NoError(t, err, text)
		found, err := met(c, r)
		require.NoError(t, err, text)
		if want == "" {
			assert.Empty(t, found, text)
			continue
		}
		assert.Equal(t, []string{want}, found, text)
	}
	c, err := conditionOn("P(icc@label<0.3)>0.2", family.Bernoulli{})
	require.NoError(t, err)
	_, err = met(c, r)
	require.ErrorContains(t, err, "was not asked for this probability")
}

func TestConditionsThatAreNoProbability(t *testing.T) {
	for text, want := range map[string]string{
		"P(icc@label<0.4)>5":  "a probability is never above 5, because it lies between 0 and 1",
		"P(icc@label)>0.05":   "write it as 'xcc@label<0.5', 'P(xcc@label<0.5)>0.05'",
		"P(quality<1)>0.05":   `there is no number "quality"`,
		"lower(quality)<0.05": `there is no number "quality"`,
	} {
		_, err := parseConditions([]string{text}, condition{})
		require.ErrorContains(t, err, want)
		assert.Equal(t, exitUsage, exitCode(err))
	}
}

// What a fit is asked for is what conditions look up: the other order of a difference too.
func TestConditionsAskForTheirProbabilities(t *testing.T) {
	all, err := parseConditions([]string{"icc@label<0.5", "P(icc@label<0.4)>0.2", "P(icc_difference>0.1)>0.2"},
		condition{})
	require.NoError(t, err)
	assert.Equal(t, []result.Asked{{Quantity: "icc", Less: true, Bound: 0.4}, {Quantity: "icc_difference", Bound: 0.1},
		{Quantity: "icc_difference", Less: true, Bound: -0.1}}, asks(all))
}

// Behind the colon of a condition on a fit of criteria are one or two, in either order. Names may have commas.
func TestConditionsOnCriteria(t *testing.T) {
	d := &criteria.Design{Groups: []string{"judge", "people", "crowd"}, Criteria: []string{"tone", "a,b", "style"},
		Reference: 1, OneLabel: []bool{true, false, false}, Labelers: []int{1, 5, 5}, Shared: []int{10, 10, 0}}
	for text, want := range map[string]condition{
		"icc:tone(people)>0.5":     {quantity: "icc", ofOne: true, criteria: "tone", studies: []string{"people"}},
		"icc@label:a,b(crowd)>0.5": {quantity: "icc"},
		"halo(judge)>0.5":          {quantity: "halo", studies: d.Groups[:1]},
		"halo:a,b,tone(judge)>0.5": {quantity: "halo", ofOne: true, criteria: "tone,a,b", studies: d.Groups[:1]},
		"true_scores:style, tone(people)>0.5": {quantity: "true_scores", ofOne: true, criteria: "tone,style",
			studies: []string{"people"}},
		"validity(people,judge)>0.5":    {quantity: "validity", studies: []string{"judge"}},
		"rho:a,b (crowd, people)>0.5":   {quantity: "rho", ofOne: true, criteria: "a,b", studies: []string{"crowd"}},
		"halo_difference(judge)>0.5":    {quantity: "halo_difference", studies: []string{"judge"}},
		"lower(one_labeler(crowd))>0.5": {quantity: "one_labeler", of: ofLower, studies: []string{"crowd"}},
		"P(mean:style(judge)>4)>0.5":    {quantity: "mean", of: ofProbability, ofOne: true, criteria: "style"},
		"xcc@label(judge)>0.5":          {quantity: "xcc", scale: result.ScaleLabel, studies: []string{"judge"}},
		"two_labelers:style,a,b(crowd)>0.5": {quantity: "two_labelers", ofOne: true, criteria: "a,b,style",
			studies: []string{"crowd"}},
		"mean>0.5": {quantity: "mean"},
		"xcc>0.5":  {quantity: "xcc"},
	} {
		all, err := parseConditions([]string{text}, condition{ofCriteria: true})
		if err == nil {
			all, err = settleCriteria(all, d)
		}
		if text == "icc@label:a,b(crowd)>0.5" {
			want.scale, want.ofOne, want.criteria, want.studies = result.ScaleLabel, true, "a,b", []string{"crowd"}
		}
		require.NoError(t, err, text)
		if want.of == ofProbability {
			want.studies, want.event = []string{"judge"}, result.Asked{Quantity: "mean", Bound: 4}
		}
		want.text, want.ofCriteria, want.bound = text, true, 0.5
		assert.Equal(t, want, all[0])
	}
	for text, want := range map[string]string{
		"kappa>0.5":                   `there is no number "kappa"; there are "mean", "icc", "labeler_icc", "rho", `,
		"icc@latent>0.5":              "criteria fitted jointly are on the label scale alone: leave out the scale",
		"halo_difference:tone>0.5":    "halo_difference is of a group, not of a criterion: leave out :tone",
		"icc:tome>0.5":                `there is no criterion "tome"; did you mean "tone"?`,
		"halo:tone>0.5":               `there is no pair of criteria "tone"; there are "tone,a,b"`,
		"icc(jugde)>0.5":              `there is no group "jugde"; did you mean "judge"?`,
		"icc(judge)>0.5":              "judge has no icc: one label of an item does not separate noise",
		"icc:tone>0.5":                "judge has no icc: one label of an item does not separate noise",
		"halo>0.5":                    "crowd has no halo: no labeler gave an item labels on two criteria",
		"rho(people)>0.5":             "people has no rho: it is the reference",
		"halo(crowd)>0.5":             "crowd has no halo: no labeler gave an item labels on two criteria",
		"halo_difference(crowd)>0.5":  "crowd has no halo_difference: no labeler gave an item labels on two criteria",
		"halo(people,judge)>0.5":      "halo is of one group",
		"validity(people,people)>0.5": "validity is of one group",
	} {
		all, err := parseConditions([]string{text}, condition{ofCriteria: true})
		if err == nil {
			_, err = settleCriteria(all, d)
		}
		require.ErrorContains(t, err, want, text)
	}
}

// Names of criteria may have brackets and colons of their own.
func TestConditionsOnCriteriaWithBrackets(t *testing.T) {
	names := []string{"rock", "rock (live)", "sci:fi"}
	d := &criteria.Design{Groups: []string{"live", "crowd"}, Criteria: names, OneLabel: []bool{false, false},
		Labelers: []int{5, 5}, Shared: []int{10, 10}}
	settled := func(text string) condition {
		all, err := parseConditions([]string{text}, condition{ofCriteria: true})
		require.NoError(t, err, text)
		all, err = settleCriteria(all, d)
		require.NoError(t, err, text)
		return all[0]
	}
	for text, want := range map[string]condition{
		"icc<0.5":                    {},
		"icc@label(crowd)<0.5":       {scale: result.ScaleLabel, studies: []string{"crowd"}},
		"icc:rock (live)<0.5":        {ofOne: true, criteria: "rock (live)"},
		"icc:rock(live)<0.5":         {ofOne: true, criteria: "rock", studies: []string{"live"}},
		"icc:rock (live)(crowd)<0.5": {ofOne: true, criteria: "rock (live)", studies: []string{"crowd"}},
		"icc:sci:fi (crowd)<0.5":     {ofOne: true, criteria: "sci:fi", studies: []string{"crowd"}},
	} {
		want.text, want.quantity, want.ofCriteria, want.less, want.bound = text, "icc", true, true, 0.5
		assert.Equal(t, want, settled(text))
	}
	a := answer.New("criteria", result.Data{}, result.Intervals{})
	a.Add("icc", answer.Key{Group: "live", Of: "rock"}, 0.2)
	a.Add("icc", answer.Key{Group: "live", Of: "rock (live)"}, 0.7)
	a.Add("halo", answer.Key{Group: "live", Of: "rock", Against: "sci:fi"}, 0.1)
	a.Add("halo", answer.Key{Group: "live"}, 0.6)
	a.Add("icc", answer.Key{Group: "live", Of: "sci:fi"}, math.NaN()).Why = "no labels"
	from := evidence{rows: a.Rows, converged: func(*answer.Row) bool { return true }}
	for text, want := range map[string][]string{
		"halo<0.5":             {"halo(live) is 0.6"},
		"halo:rock,sci:fi<0.5": {"halo:rock,sci:fi(live) is 0.1"},
		"icc>0.9":              {"icc:rock(live) is 0.2", "icc:rock (live)(live) is 0.7"},
	} {
		found, _ := settled(text).find(from)
		var got []string
		for _, f := range found {
			got = append(got, f.text)
		}
		assert.Equal(t, want, got, text)
	}
	_, unjudged := settled("icc:sci:fi<0.5").find(from)
	assert.Equal(t, []string{"icc:sci:fi(live): no labels"}, unjudged)
	assert.Equal(t, []string{"icc:rock", "icc:rock (live)"}, ofParts("icc", "icc:r", append(names, "r\x1b[1m")))
}

// A condition that never holds, or always, is refused before anything is read.
func TestConditionsThatGuardNothing(t *testing.T) {
	for text, want := range map[string]string{
		"icc@label>1.5":       "icc is never above 1.5, because it lies between 0 and 1",
		"icc>1":               "icc is never above 1",
		"icc<0":               "icc is never below 0",
		"icc<40":              "icc is always below 40",
		"lower(rho)<-1":       "rho is never below -1, because it lies between -1 and 1",
		"item_sd<0":           "item_sd is never below 0, because it is 0 or more",
		"icc_difference>2":    "icc_difference is never above 2",
		"P(icc<0.4)>1":        "a probability is never above 1",
		"P(icc<0.4)<0":        "a probability is never below 0",
		"P(icc@label>1)>0.05": "icc is never above 1",
		"P(rho_k<-1.5)>0.05":  "rho_k is never below -1.5",
		"icc<1_0":             `"1_0" is no number`,
		"icc<0x1p-1":          `"0x1p-1" is no number`,
		"P(icc<0x1p-1)>0.05":  `"0x1p-1" is no number`,
	} {
		_, err := parseConditions([]string{text}, condition{})
		require.ErrorContains(t, err, want)
		assert.Equal(t, exitUsage, exitCode(err))
	}
	for _, text := range []string{"icc>1", "halo<-1", "halo_difference>2"} {
		_, err := parseConditions([]string{text}, condition{ofCriteria: true})
		require.ErrorContains(t, err, "never")
	}
	_, err := parseConditions([]string{"mean>40", "mean_difference<-3", "item_sd>2", "icc>0.99", "P(icc<0.4)<1"},
		condition{})
	require.NoError(t, err)
}

// A difference that a result does not report, because one of the two groups lacks what is compared, is not judged.
func TestConditionsOnDifferencesThatAreMissing(t *testing.T) {
	r := fitOf("a", "b", "judge")
	r.Add("icc_difference", answer.Key{Of: "b", Against: "a"}, 0.1)
	c, err := conditionOn("icc_difference<-0.5", family.Gaussian{})
	require.NoError(t, err)
	_, unjudged := c.find(evidenceOf(r))
	assert.Equal(t, []string{"icc_difference(a,judge)", "icc_difference(b,judge)"}, unjudged)
	c.studies = []string{"a", "b"}
	_, unjudged = c.find(evidenceOf(r))
	assert.Empty(t, unjudged)
}

// A condition on another answer than a fit's is on its rows. One that is on no row is an error with what was meant.
func TestConditionsOnRows(t *testing.T) {
	file := testdata("battles.csv")
	on := func(code int, text string) string {
		_, told := runFit(t, code, "rank", "--draws", "200", "--chains", "2", "--format", "csv", "--fail-if", text,
			file)
		return told
	}
	assert.Contains(t, on(exitCondition, "win_rate(people,birch)<0.99"), "FAILED: --fail-if "+
		"'win_rate(people,birch)<0.99': win_rate(people,birch) is 0.")
	assert.Contains(t, on(exitFine, "lower(pair_win_rate(birch,atlas))>0.99"), "passed: ")
	assert.Contains(t, on(exitCondition, "P(skill(ember))<0.5"), "the probability of skill(people,ember) is 0")
	for text, want := range map[string]string{
		"win_rate(brich)<0.5": `there is no win_rate of "brich"; did you mean "birch"?`,
		"winrate<0.5":         `there is no number "winrate"; did you mean "win_rate"?`,
		"icc<0.5":             `there is no number "icc"; there are "prompts", `,
		"pair_win_rate(birch,people)<0.5": `there is no number "pair_win_rate(birch,people)"; there are ` +
			`"pair_win_rate(people,birch,atlas)"`,
		"win_rate@latent<0.5":  `there is no number "win_rate@latent"`,
		"P(win_rate<0.5)>0.05": "only a fit knows the probability of a bound",
		"P(win_rate)>0.05":     "win_rate has no probability",
		"median(rank)<2":       "rank(people,birch): it has no such number",
	} {
		assert.Contains(t, on(exitUsage, text), want, text)
	}
}
