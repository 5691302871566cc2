package result

import (
	"fmt"

	"concord/internal/visible"
	"concord/study"
)

// JudgeReplies are the replies of a judge that people never gave.
type JudgeReplies struct {
	Judge   string `json:"judge"`
	Replies int    `json:"replies"`
	// Unusable replies, such as PARSE_ERROR, are no answer. They were left out.
	Unusable int      `json:"unusable"`
	Texts    []string `json:"texts"` // of those
	// Own are words that no person said, and OwnReplies the replies of such words. They count as labels.
	Own        []string `json:"own"`
	OwnReplies int      `json:"own_replies"`
}

func newJudgeReplies(s study.Source) []JudgeReplies {
	var all []JudgeReplies
	for _, r := range s.Replies {
		all = append(all, JudgeReplies{Judge: r.Judge, Replies: r.All, Unusable: r.Unusable,
			Texts: append([]string{}, r.Texts...), Own: append([]string{}, r.Own...), OwnReplies: r.OfOwn})
	}
	return all
}

// ReplyNotes say which replies of judges were left out, and which ones count although no person gave such a label.
func (read Data) ReplyNotes() []string {
	const most = 3
	var all []string
	for _, r := range read.Replies {
		if r.Unusable > 0 {
			text := fmt.Sprintf("%s: %s of %s replies unusable, and left out", visible.Text(r.Judge), count(r.Unusable),
				count(r.Replies))
			if len(r.Texts) > 0 {
				text += " (" + visible.Quoted(r.Texts, most) + ")"
			}
			all = append(all, text+".")
		}
		if len(r.Own) > 0 {
			all = append(all, fmt.Sprintf("%s says %s to %s, and no person does. If that is no answer, name it as "+
				"missing.", visible.Text(r.Judge), visible.Quoted(r.Own, most), plural(r.OwnReplies, "item")))
		}
	}
	return all
}
