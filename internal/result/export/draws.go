package export

import (
	"bufio"
	"io"
	"math"
	"strconv"

	"concord/sampler"
)

// Draws writes draws.json, which ArviZ's from_dict takes:
//
//	{"posterior": {"mu": [chain][draw][study], …}, "sample_stats": {"lp": [chain][draw], …}}
//
// with the statistics under ArviZ's names. If several fits were made ([CriteriaPart]), the names of further statistics
// end in "_2", "_3" and so on. Numbers have all their digits, and undefined numbers are null. The same draws give the
// same bytes.
func Draws(w io.Writer, variables []Variable, runs ...*sampler.Run) error {
	out := bufio.NewWriter(w)
	out.WriteString("{\"posterior\": {")
	for i, v := range variables {
		comma(out, i, ",")
		out.WriteString("\n" + strconv.Quote(v.Name) + ": ")
		chains(out, runs[0], func(c, draw int) { v.writeDraw(out, c, draw, 0, 0, 1) })
	}
	out.WriteString("\n},\n\"sample_stats\": {")
	for n, run := range runs {
		for i, s := range statistics() {
			comma(out, n+i, ",")
			out.WriteString("\n" + strconv.Quote(s.name+ending(n)) + ": ")
			chains(out, run, func(c, draw int) { out.WriteString(s.text(run.Stats[c][draw])) })
		}
	}
	out.WriteString("\n}}\n")
	return out.Flush()
}

// chains writes [chain][draw].
func chains(out *bufio.Writer, run *sampler.Run, element func(c, draw int)) {
	out.WriteByte('[')
	for c := range run.Stats {
		comma(out, c, ",\n")
		out.WriteByte('[')
		for draw := range run.Stats[c] {
			comma(out, draw, ",")
			element(c, draw)
		}
		out.WriteByte(']')
	}
	out.WriteByte(']')
}

// writeDraw writes one draw of the elements from first on, which are stride apart, as nested lists from
// dimension dim inwards.
func (v Variable) writeDraw(out *bufio.Writer, c, draw, dim, first, stride int) {
	if dim == len(v.Shape) {
		out.WriteString(jsonNumber(v.Elements[first].Chains[c][draw]))
		return
	}
	out.WriteByte('[')
	for i := range v.Shape[dim] {
		comma(out, i, ",")
		v.writeDraw(out, c, draw, dim+1, first+i*stride, stride*v.Shape[dim])
	}
	out.WriteByte(']')
}

// statistic is a number of each draw, under the name that ArviZ has for it.
type statistic struct {
	name string
	text func(s sampler.Stat) string
}

func statistics() []statistic {
	number := func(of func(s sampler.Stat) float64) func(sampler.Stat) string {
		return func(s sampler.Stat) string { return jsonNumber(of(s)) }
	}
	return []statistic{
		{"lp", number(func(s sampler.Stat) float64 { return s.LogDensity })},
		{"acceptance_rate", number(func(s sampler.Stat) float64 { return s.AcceptStat })},
		{"step_size", number(func(s sampler.Stat) float64 { return s.StepSize })},
		{"energy", number(func(s sampler.Stat) float64 { return s.Energy })},
		{"energy_error", number(func(s sampler.Stat) float64 { return s.EnergyError })},
		{"tree_depth", func(s sampler.Stat) string { return strconv.Itoa(s.TreeDepth) }},
		{"n_steps", func(s sampler.Stat) string { return strconv.Itoa(s.Leapfrogs) }},
		{"diverging", func(s sampler.Stat) string { return strconv.FormatBool(s.Divergent) }},
		{"reached_max_treedepth", func(s sampler.Stat) string { return strconv.FormatBool(s.MaxDepthHit) }},
	}
}

func comma(out *bufio.Writer, i int, text string) {
	if i > 0 {
		out.WriteString(text)
	}
}

func jsonNumber(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "null"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
