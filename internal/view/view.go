// Package view lays answers out: a [View] says for a command which tables and sentences readers get, and a cell of a
// table is the one row of the answer that its line and its column leave.
package view

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/say"
	"concord/internal/visible"
)

// View is the layout of the answers of a command.
type View struct {
	Title string
	// Read counts what was read, in the words of the command, as of [say.Scope.Fill]; nil: labels, items and labelers.
	Read func(say.Scope) string
	// First is the first screen after the verdict, and Foot its last line.
	First []Block
	Foot  func(say.Scope) string
	// More has every number.
	More []Section
	// Over has what all tasks say together. Task has sentences that begin the section of a task.
	Over []Section
	Task func(say.Scope) []string
	// Own says that the sections have the data and the draws, in the order of the command.
	Own bool
	// Paper is a paragraph for a paper; nil: the command has none.
	Paper func(*answer.Answer) string
}

// Section is a chapter after the first screen. Its texts are as of [say.Scope.Fill]; {#} is the number of the part.
type Section struct {
	ID, Title, Lead string
	// Each says that the section is of each part. Sections that follow one another and are of each part are laid out
	// part by part.
	Each bool
	// Page says that only the page has the section, and Folded that it stays closed there.
	Page, Folded bool
	Blocks       []Block
}

// Block is a piece of a screen or of a section.
type Block interface{ lay(Scope) []document.Part }

// Scope is what of an answer is laid out.
type Scope struct {
	say.Scope
	First bool           // on the first screen
	Level document.Level // of the document
	N     int            // the number of the part, from 1; 0 outside sections of each part
}

// views are the layouts of the commands.
func views() map[string]View {
	return map[string]View{"fit": fit(), "tasks": ofTasks(), "batch": manyFits(), "rank": rank(),
		"measurement": measurement(), "next": next(),
		"compare": compare(), "consensus": consensus(), "labelers": labelers(), "score": score(), "drift": drift(),
		"judge": judge(), "gold": gold(),
		"agreement": agreement(), "check": check(), "diagnose": diagnose(), "criteria": criteria(), "plan": plan()}
}

// Document lays an answer out, with the sections of a level and of those before it.
func Document(a *answer.Answer, level document.Level) *document.Document {
	v := views()[a.Command]
	if a.Command == "fit" && a.Cut != nil {
		v = views()["tasks"]
	}
	whole := Scope{Scope: say.Whole(a), Level: level}
	read := ReadLine(a.Data)
	if v.Read != nil {
		read = a.Data.File + "  " + v.Read(whole.Scope)
	}
	tasks := a.Tasks()
	switch {
	case v.Own:
	case len(tasks) > 0 && len(a.Data.By) > 0:
		read += " · " + document.Plural(len(tasks), "task") + " by " + visible.Names(a.Data.By)
	case len(tasks) > 0 && v.Task == nil && !grouped(a.Data):
		read = fmt.Sprintf("%s  %s · %s · %s", a.Data.File, document.Plural(len(tasks), "label column"),
			document.Plural(a.Data.Items, "item"), a.Data.StudiesCounted())
	}
	title, known := v.Title+": "+path.Base(filepath.ToSlash(a.Data.File)), a.Data.File != ""
	switch {
	case known:
	case v.Own:
		title, read = v.Title, ""
	default:
		title, read = v.Title, v.Title+" from assumptions, without a pilot"
	}
	d := &document.Document{Title: title, Read: read,
		Verdict: a.Verdict, Repeat: Repeat(a), Alerts: a.Cautions(), Rows: a.WriteCSV}
	if a.Partial != "" {
		d.Alerts = append(d.Alerts, a.Partial)
	}
	first := whole
	first.First = true
	answered := document.Section{ID: "answer", Title: "In short"}
	for _, b := range v.First {
		answered.Parts = append(answered.Parts, b.lay(first)...)
	}
	foot := v.Foot(whole.Scope)
	if foot != "" && len(tasks) == 0 && len(a.Runs) > 0 && (len(a.Runs) == 1 || a.Runs[1].Of != "") {
		foot += Draws(a.Runs[0].Sampler)
	}
	if foot != "" {
		answered.Parts = append(answered.Parts, document.Part{Text: []string{foot}})
	}
	d.Sections = append(d.Sections, answered)
	if level == document.Answer {
		return d
	}
	var last []document.Section
	if v.Task == nil || len(tasks) == 0 {
		v.Over, tasks = v.More, nil
	}
	d.Sections = append(d.Sections, View{More: v.Over}.sections(whole)...)
	for i, task := range tasks {
		of := v.task(Scope{Scope: say.Scope{Answer: a, At: answer.Key{Task: task}}, N: i})
		d.Sections, last = append(d.Sections, of[0]), append(last, of[1:]...)
	}
	if known && !v.Own {
		d.Sections = append(d.Sections, v.about(a))
	}
	d.Sections = append(d.Sections, last...)
	return d
}

// Repeat has the sentences of [say.Repeat], but a finding that is the verdict word for word.
func Repeat(a *answer.Answer) []document.Entry {
	may, not := say.Repeat(a)
	all := []document.Entry{{Term: "You may say", Text: may}, {Term: "You may not", Text: not}}
	return slices.DeleteFunc(all, func(e document.Entry) bool {
		return e.Text == "" || strings.TrimSuffix(e.Text, ".") == strings.TrimSuffix(a.Verdict[0], ".")
	})
}

// sections lays all sections out.
func (v View) sections(whole Scope) (all []document.Section) {
	for len(v.More) > 0 {
		if !v.More[0].Each {
			all = append(all, v.More[0].lay(whole)...)
			v.More = v.More[1:]
			continue
		}
		n := 0
		for n < len(v.More) && v.More[n].Each {
			n++
		}
		for i, part := range whole.Parts() {
			for _, s := range v.More[:n] {
				all = append(all, s.lay(Scope{Scope: say.Scope{Answer: whole.Answer, At: part}, N: i + 1})...)
			}
		}
		v.More = v.More[n:]
	}
	return all
}

// manyTasks are so many that their sections stay closed on the page.
const manyTasks = 8

// task lays a task out: all in one section, and sections that only the page has.
func (v View) task(s Scope) []document.Section {
	name := s.At.Task
	of := document.Section{ID: fmt.Sprintf("task-%d", s.N), Title: name, Level: document.Detail,
		Folded: len(s.Tasks()) > manyTasks}
	var text []string
	for _, sentence := range v.Task(s.Scope) {
		text = append(text, sentence+".")
	}
	of.Parts = []document.Part{{Text: text}}
	var rest []document.Section
	for _, one := range v.sections(s) {
		if one.Level <= document.Detail {
			of.Parts = append(of.Parts, one.Parts...)
			continue
		}
		one.ID, one.Title = of.ID+"-"+one.ID, name+": "+one.Title
		rest = append(rest, one)
	}
	for _, r := range s.Runs {
		if r.Task == name && r.Data != nil {
			of.Parts = append(of.Parts, DataSection(*r.Data).Parts...)
		}
	}
	return append([]document.Section{of}, rest...)
}

// Paragraph is the paragraph of an answer for a paper; "" if there is none. ok is false if its command has none.
func Paragraph(a *answer.Answer) (text string, ok bool) {
	v := views()[a.Command]
	if v.Paper == nil {
		return "", false
	}
	return v.Paper(a), true
}

// lay lays the section out; nothing if it has no parts.
func (s Section) lay(scope Scope) []document.Section {
	d := document.Section{ID: scope.fill(s.ID), Title: scope.fill(s.Title), Level: document.Detail,
		Folded: s.Folded}
	if s.Page {
		d.Level = document.Appendix
	}
	if s.Lead != "" {
		d.Lead = []string{scope.fill(s.Lead)}
	}
	for _, b := range s.Blocks {
		d.Parts = append(d.Parts, b.lay(scope)...)
	}
	if len(d.Parts) == 0 {
		return nil
	}
	return []document.Section{d}
}

// about describes the data, and how the draws were made.
func (v View) about(a *answer.Answer) document.Section {
	d := DataSection(a.Data)
	d.Level = document.Detail
	first := slices.ContainsFunc(v.First, func(b Block) bool { _, ok := b.(Notes); return ok })
	if len(a.Notes) > MostNotes && first { // else they are notes of tables
		d.Parts = append(d.Parts, document.Part{Heading: "Notes", Text: a.Notes})
	}
	if len(a.Doubts) > 0 {
		d.Parts = append(d.Parts, document.Part{Heading: "Doubts", Text: a.Doubts})
	}
	for _, r := range a.Runs {
		if n := len(d.Parts); r.Of != "" && r.Trust != nil && n > 0 { // after the run of the people
			for _, text := range r.Trust.Messages {
				d.Parts[n-1].Text = append(d.Parts[n-1].Text, visible.Text(r.Of)+": "+text)
			}
			continue
		}
		heading := "Draws"
		if (r.Group != "" || r.Task != "") && a.Several() {
			heading += ", " + answer.Key{Task: r.Task, Group: r.Group}.PartName()
		}
		if r.Trust == nil {
			continue
		}
		text := r.Trust.Messages
		if r.Sampler != nil {
			text = append([]string{Sampled(r.Sampler, r.Trust)}, text...)
		}
		d.Parts = append(d.Parts, document.Part{Heading: heading, Text: text})
	}
	return d
}

// fill is [say.Scope.Fill] with the number of the part.
func (s Scope) fill(text string) string {
	return s.Fill(strings.ReplaceAll(text, "{#}", strconv.Itoa(s.N)))
}

// Notes are the notes of an answer, the first ones on a first screen.
type Notes struct{}

func (Notes) lay(s Scope) []document.Part {
	return []document.Part{{List: Noted(s.Notes)}}
}

// Text is paragraphs.
type Text func(Scope) []string

func (t Text) lay(s Scope) []document.Part {
	if text := t(s); len(text) > 0 {
		return []document.Part{{Text: text}}
	}
	return nil
}

// Per lays blocks out for each part.
type Per []Block

func (p Per) lay(s Scope) (all []document.Part) {
	for i, part := range s.Parts() {
		if !part.In(s.At) {
			continue
		}
		for _, b := range p {
			all = append(all, b.lay(Scope{Scope: say.Scope{Answer: s.Answer, At: part}, First: s.First, N: i + 1})...)
		}
	}
	return all
}

// Func makes parts that no other block makes.
type Func func(Scope) []document.Part

func (f Func) lay(s Scope) []document.Part { return f(s) }
