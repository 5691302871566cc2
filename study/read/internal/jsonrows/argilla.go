package jsonrows

import (
	"bytes"
	"slices"

	"concord/study/read/faults"
)

// answer is the answer of a user of Argilla to a question about a record.
type answer struct{ question, user, status, text []byte }

// argilla takes each user's answers to a record as a row: the members of the record, user_id,
// and a column a question. Answers that are drafts or were discarded are no labels. The
// answers are found by read, and besides them the member skip is left out.
func argilla(read func(d *Document, s *Sheet) ([]answer, error), skip string) func(d *Document, s *Sheet) error {
	return func(d *Document, s *Sheet) error {
		answers, err := read(d, s)
		if err != nil {
			return err
		}
		leave := func(key []byte) bool {
			if string(key) == skip || string(key) == "suggestions" || string(key) == "vectors" {
				return true
			}
			for i := range answers {
				if q := answers[i].question; bytes.HasPrefix(key, q) && (len(key) == len(q) || key[len(q)] == '.') {
					return true
				}
			}
			return false
		}
		for i, a := range answers {
			if seen(answers[:i], a.user) {
				continue
			}
			s.begin()
			if err := s.flatten(d, 0, leave); err != nil {
				return err
			}
			if err := s.set([]byte("user_id"), a.user); err != nil {
				return err
			}
			for _, b := range answers[i:] {
				text := b.text
				if len(b.status) > 0 && string(b.status) != "submitted" {
					text = nil
				}
				if bytes.Equal(b.user, a.user) {
					if err := s.question(b.question, text); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}
}

func seen(answers []answer, user []byte) bool {
	for _, a := range answers {
		if bytes.Equal(a.user, user) {
			return true
		}
	}
	return false
}

// textOf returns the text of a member, or nil.
func (d *Document) textOf(object int32, name string) []byte {
	if i := d.get(object, name); i != 0 {
		text, _ := d.cell(i)
		return text
	}
	return nil
}

// answersIn reads a list of {"user_id", "value", "status"}.
func (d *Document) answersIn(list int32, s *Sheet, to []answer) ([]answer, error) {
	objects, err := d.objectsOf(list, s)
	for _, i := range objects {
		if d.get(i, "user_id") == 0 && d.get(i, "value") == 0 {
			return nil, s.odd(d, i)
		}
		to = append(to, answer{d.Nodes[list].Key, d.textOf(i, "user_id"), d.textOf(i, "status"), d.textOf(i, "value")})
	}
	return to, err
}

// nestedAnswers are the answers of version 2: lists of answers by question in "responses".
func nestedAnswers(d *Document, s *Sheet) (all []answer, err error) {
	of := d.get(0, "responses")
	if of != 0 && d.Nodes[of].Kind != ObjectNode && d.Nodes[of].Kind != nullNode {
		return nil, s.odd(d, of)
	}
	for _, q := range d.list(of) {
		if all, err = d.answersIn(q, s, all); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// listedAnswers are the answers of version 1: a list of answers in the member of each question.
func listedAnswers(d *Document, s *Sheet) (all []answer, err error) {
	for _, q := range d.top() {
		if !slices.Contains(s.labels, string(d.Nodes[q].Key)) && !d.isAnswer(q) &&
			!slices.ContainsFunc(d.list(q), d.isAnswer) {
			continue
		}
		if all, err = d.answersIn(q, s, all); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (d *Document) isAnswer(i int32) bool { return d.get(i, "user_id") != 0 && d.get(i, "value") != 0 }

// flatAnswers are the answers of a version 2 data set: parallel lists in "question.responses",
// "question.responses.users" and "question.responses.status".
func flatAnswers(d *Document, s *Sheet) ([]answer, error) {
	var all []answer
	for _, q := range d.top() {
		question, ok := bytes.CutSuffix(d.Nodes[q].Key, []byte(".responses"))
		if !ok || d.Nodes[q].Kind == nullNode {
			continue
		}
		users := d.get(0, string(question)+".responses.users")
		status := d.list(d.get(0, string(question)+".responses.status"))
		values := d.list(q)
		if d.Nodes[q].Kind != ArrayNode || users == 0 || d.Nodes[users].Kind != ArrayNode ||
			len(d.list(users)) != len(values) {
			s.at = d.Nodes[q].line
			return nil, faults.BadJSON.Faultf("%q is %q, and should be a list with a value for each user",
				d.Nodes[q].Key, d.text(q)).Advising("write as many values as users")
		}
		for i, user := range d.list(users) {
			a := answer{question: question}
			a.user, _ = d.cell(user)
			a.text, _ = d.cell(values[i])
			if i < len(status) {
				a.status, _ = d.cell(status[i])
			}
			all = append(all, a)
		}
	}
	return all, nil
}
