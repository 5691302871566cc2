package read

import (
	"bytes"
)

// answer is the answer of a user of Argilla to a question about a record.
type answer struct{ question, user, status, text []byte }

// argilla takes each user's answers to a record as a row: the members of the record, user_id,
// and a column a question. Answers that are drafts or were discarded are no labels. The
// answers are found by read, and besides them the member skip is left out.
func argilla(read func(d *document) []answer, skip string) func(d *document, s *sheet) error {
	return func(d *document, s *sheet) error {
		answers := read(d)
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
func (d *document) textOf(object int32, name string) []byte {
	if i := d.get(object, name); i != 0 {
		text, _ := d.cell(i)
		return text
	}
	return nil
}

// answersIn reads a list of {"user_id", "value", "status"}.
func (d *document) answersIn(list int32, question []byte, to []answer) []answer {
	for _, i := range d.list(list) {
		if d.get(i, "user_id") != 0 {
			to = append(to, answer{question, d.textOf(i, "user_id"), d.textOf(i, "status"), d.textOf(i, "value")})
		}
	}
	return to
}

// nestedAnswers are the answers of version 2: lists of answers by question in "responses".
func nestedAnswers(d *document) []answer {
	var all []answer
	for _, q := range d.list(d.get(0, "responses")) {
		all = d.answersIn(q, d.nodes[q].key, all)
	}
	return all
}

// listedAnswers are the answers of version 1: a list of answers in the member of each question.
func listedAnswers(d *document) []answer {
	var all []answer
	for _, q := range d.top() {
		all = d.answersIn(q, d.nodes[q].key, all)
	}
	return all
}

// flatAnswers are the answers of a version 2 data set: parallel lists in "question.responses",
// "question.responses.users" and "question.responses.status".
func flatAnswers(d *document) []answer {
	var all []answer
	for _, q := range d.top() {
		question, ok := bytes.CutSuffix(d.nodes[q].key, []byte(".responses"))
		if !ok {
			continue
		}
		at := func(list []int32, i int) []byte {
			if i >= len(list) {
				return nil
			}
			text, _ := d.cell(list[i])
			return text
		}
		values := d.list(q)
		users := d.list(d.get(0, string(question)+".responses.users"))
		status := d.list(d.get(0, string(question)+".responses.status"))
		for i := range values {
			all = append(all, answer{question, at(users, i), at(status, i), at(values, i)})
		}
	}
	return all
}
