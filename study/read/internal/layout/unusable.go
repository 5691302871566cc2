package layout

import (
	"regexp"
	"slices"
	"strings"
)

// failures are replies that a program leaves in the place of an answer, or a model that does not answer, without
// punctuation.
const failures = "error, err, exception, n a, na, nil, none, null, nan, undefined, empty, blank, missing, no answer, " +
	"no response, no reply, no output, no verdict, no score, no label, no result, invalid, not parsed, " +
	"unparsed, refusal, refused, refused to answer, refuse, declined, declined to answer, abstained, " +
	"blocked, filtered, flagged, truncated, cut off, skipped, incomplete, unavailable, failed to answer, " +
	"not answered"

// failing are words of such replies wherever they stand.
const failing = "parse error, parsing error, parse failed, parse failure, parsing failed, failed to parse, " +
	"could not parse, cannot parse, unparseable, unparsable, decode error, json error, value error, " +
	"format error, validation error, invalid json, invalid response, invalid output, invalid format, " +
	"invalid answer, invalid reply, api error, server error, connection error, request error, " +
	"request failed, unknown error, timeout, time out, timed out, rate limit, rate limited, " +
	"quota exceeded, content filter, content filtered, content policy, safety filter, context length, " +
	"max tokens, token limit, traceback, runtime error, generation failed, model error"

// refusals begin the reply of a model that does not answer.
const refusals = "i cannot, i can't, i can not, i could not, i couldn't, i'm unable, i am unable, i'm not able, " +
	"i am not able, i won't, i will not, i'm sorry, i am sorry, sorry, i apologize, i apologise, " +
	"as an ai, as a language model, as a large language model, i must decline, i don't feel comfortable, " +
	"unable to, cannot answer, can't answer, cannot evaluate, cannot assess, cannot determine, " +
	"cannot rate, cannot judge"

var (
	camel      = regexp.MustCompile(`(\p{Ll})(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})`) // between words, as in JSONDecodeError
	errorColon = regexp.MustCompile(`(?i)^\W*error\s*[:(\[]`)
)

// Unusable reports whether a reply is no answer: what a program writes if there is none, or how a model begins that
// refuses to answer.
func Unusable(text string) bool {
	words := plain(strings.ReplaceAll(camel.ReplaceAllString(text, "$1$3 $2$4"), "’", "'"))
	has := func(list string, as func(phrase string) bool) bool {
		return slices.ContainsFunc(strings.Split(list, ", "), as)
	}
	return errorColon.MatchString(text) ||
		has(failures, func(phrase string) bool { return words == phrase }) ||
		has(failing, func(phrase string) bool { return strings.Contains(" "+words+" ", " "+phrase+" ") }) ||
		has(refusals, func(phrase string) bool { return strings.HasPrefix(words+" ", phrase+" ") })
}
