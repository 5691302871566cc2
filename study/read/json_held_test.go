package read

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"concord/study"
)

type (
	object = map[string]any
	list   = []any
)

// heldLabel is a label that a generated file holds.
type heldLabel struct {
	item, labeler string
	label         string
}

// heldLayouts write labels as JSON in every layout: programs differ in where a list of labels is.
var heldLayouts = map[string]func(items [][]heldLabel) any{
	"rows": func(items [][]heldLabel) any {
		return flat(items, func(l heldLabel) any {
			return object{"item": l.item, "labeler": l.labeler, "label": l.label}
		})
	},
	"nested": func(items [][]heldLabel) any {
		return perItem(items, func(l heldLabel) any { return object{"labeler": l.labeler, "label": l.label} },
			func(item string, labels list) any { return object{"item": item, "annotations": labels} })
	},
	"nested beside rows": func(items [][]heldLabel) any {
		all := perItem(items[:2], func(l heldLabel) any { return object{"labeler": l.labeler, "label": l.label} },
			func(item string, labels list) any { return object{"item": item, "annotations": labels} })
		return append(all, flat(items[2:], func(l heldLabel) any {
			return object{"item": l.item, "labeler": l.labeler, "label": l.label}
		})...)
	},
	"keyed": func(items [][]heldLabel) any {
		all := object{}
		for n, row := range flat(items, func(l heldLabel) any {
			return object{"item": l.item, "labeler": l.labeler, "label": l.label}
		}) {
			all[fmt.Sprint("k", n)] = row
		}
		return all
	},
	"keyed and listed": func(items [][]heldLabel) any {
		all := object{}
		for n, labels := range items {
			rows := flat([][]heldLabel{labels}, func(l heldLabel) any {
				return object{"item": l.item, "labeler": l.labeler, "label": l.label}
			})
			if n < 2 {
				all[fmt.Sprint("k", n)] = rows
				continue
			}
			for m, row := range rows {
				all[fmt.Sprint("k", n, "_", m)] = row
			}
		}
		return all
	},
	"columns": func(items [][]heldLabel) any {
		numbered := func(one func(heldLabel) any) any {
			cells := object{}
			for n, cell := range flat(items, one) {
				cells[fmt.Sprint(n)] = cell
			}
			return cells
		}
		return object{"item": numbered(func(l heldLabel) any { return l.item }),
			"labeler": numbered(func(l heldLabel) any { return l.labeler }),
			"label":   numbered(func(l heldLabel) any { return l.label })}
	},
	"lists": func(items [][]heldLabel) any {
		return perItem(items, func(l heldLabel) any { return l.label },
			func(item string, labels list) any { return object{"item": item, "scores": labels} })
	},
	"table": func(items [][]heldLabel) any {
		return object{"schema": object{"fields": list{}}, "data": flat(items, func(l heldLabel) any {
			return object{"item": l.item, "labeler": l.labeler, "label": l.label}
		})}
	},
	"Label Studio": func(items [][]heldLabel) any {
		return perItem(items, func(l heldLabel) any {
			return object{"completed_by": l.labeler, "result": list{object{"from_name": "verdict", "type": "choices",
				"value": object{"choices": list{l.label}}}}}
		}, func(item string, labels list) any {
			return object{"id": item, "data": object{"text": "x"}, "annotations": labels}
		})
	},
	"Argilla 2": func(items [][]heldLabel) any {
		return perItem(items, argillaAnswer, func(item string, labels list) any {
			return object{"id": item, "fields": object{"text": "x"}, "responses": object{"verdict": labels}}
		})
	},
	"Argilla 1": func(items [][]heldLabel) any {
		return perItem(items, argillaAnswer, func(item string, labels list) any {
			return object{"external_id": item, "text": "x", "verdict": labels}
		})
	},
	"Argilla, flat": func(items [][]heldLabel) any {
		all := list{}
		for _, labels := range items {
			one := [][]heldLabel{labels}
			all = append(all, object{"id": labels[0].item,
				"verdict.responses":       flat(one, func(l heldLabel) any { return l.label }),
				"verdict.responses.users": flat(one, func(l heldLabel) any { return l.labeler })})
		}
		return all
	},
	"Prodigy": func(items [][]heldLabel) any {
		return flat(items, func(l heldLabel) any {
			return object{"_input_hash": 1, "_task_hash": l.item, "_annotator_id": l.labeler, "answer": "accept",
				"accept": list{l.label}}
		})
	},
	"Labelbox": func(items [][]heldLabel) any {
		return perItem(items, func(l heldLabel) any {
			return object{"label_details": object{"created_by": l.labeler}, "annotations": object{
				"classifications": list{object{"name": "verdict", "radio_answer": object{"name": l.label}}}}}
		}, func(item string, labels list) any {
			return object{"data_row": object{"id": item},
				"projects": object{"p": object{"name": "p", "labels": labels}}}
		})
	},
	"SageMaker": func(items [][]heldLabel) any {
		return perItem(items, func(l heldLabel) any {
			return object{"workerId": l.labeler, "annotationData": object{"content": l.label}}
		}, func(item string, labels list) any { return object{"datasetObjectId": item, "annotations": labels} })
	},
}

func argillaAnswer(l heldLabel) any {
	return object{"user_id": l.labeler, "value": l.label, "status": "submitted"}
}

func flat(items [][]heldLabel, one func(heldLabel) any) list {
	all := list{}
	for _, labels := range items {
		for _, l := range labels {
			all = append(all, one(l))
		}
	}
	return all
}

func perItem(items [][]heldLabel, one func(heldLabel) any, whole func(string, list) any) list {
	all := list{}
	for _, labels := range items {
		all = append(all, whole(labels[0].item, flat([][]heldLabel{labels}, one)))
	}
	return all
}

// places are functions that replace a value of a document that has labels, each with the value.
func places(at any, replace func(any), all *[]jsonPlace) {
	text, _ := json.Marshal(at)
	if !strings.Contains(string(text), `"yes"`) && !strings.Contains(string(text), `"no"`) {
		return
	}
	*all = append(*all, jsonPlace{at, replace})
	switch at := at.(type) {
	case object:
		keys := make([]string, 0, len(at))
		for key := range at {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			places(at[key], func(v any) { at[key] = v }, all)
		}
	case list:
		for k := range at {
			places(at[k], func(v any) { at[k] = v }, all)
		}
	}
}

type jsonPlace struct {
	value   any
	replace func(any)
}

// changed is a document with a change at one of the places of its labels, k, as text, and how many labels it holds.
func changed(layout, change string, items [][]heldLabel, k int) (text string, held int) {
	document := heldLayouts[layout](items)
	held = len(flat(items, func(heldLabel) any { return nil }))
	var all []jsonPlace
	places(document, func(v any) { document = v }, &all)
	at := all[k%len(all)]
	inList, isList := at.value.(list)
	switch change {
	case "alone": // of each list of one object the object
		for _, p := range all {
			if l, ok := p.value.(list); ok && len(l) == 1 && layout != "Argilla, flat" {
				p.replace(l[0])
			}
		}
	case "null":
		if isList && layout != "Argilla, flat" && layout != "lists" {
			at.replace(append(slices.Clone(inList), nil))
		}
	case "text":
		within, _ := json.Marshal(at.value)
		at.replace(string(within))
	case "wrapped":
		at.replace(list{at.value})
	case "inside":
		if _, isRecord := at.value.(object); !isRecord || layout != "lists" { // a row without a list
			at.replace(object{"within": at.value})
		}
	case "among":
		if isList {
			at.replace(append(slices.Clone(inList), "maybe"))
			held++
		}
	}
	out, _ := json.Marshal(document)
	return string(out), held
}

// Labels in a JSON file are read, or the file is refused: in every layout, even if a list is an object or null, a value
// is a text with JSON, a list in a list, or an object, or something else is among the objects.
func TestLabelsHeldAreReadOrRefused(t *testing.T) {
	names := slices.Sorted(maps.Keys(heldLayouts))
	rapid.Check(t, func(r *rapid.T) {
		layout := rapid.SampledFrom(names).Draw(r, "layout")
		change := rapid.SampledFrom(heldChanges).Draw(r, "change")
		fewest := 1
		if layout == "lists" {
			fewest = 3
		}
		var items [][]heldLabel
		for n := range rapid.IntRange(4, 7).Draw(r, "items") {
			var labels []heldLabel
			of := rapid.IntRange(fewest, 3).Draw(r, "labels")
			if n == 0 {
				of = 3 // one list stays a list
			}
			for m := range of {
				labels = append(labels, heldLabel{fmt.Sprint("item ", n), fmt.Sprint("person ", m),
					[2]string{"yes", "no"}[(n/2+m/2)%2]})
			}
			items = append(items, labels)
		}
		text, held := changed(layout, change, items, rapid.IntRange(0, 1<<20).Draw(r, "place"))
		if fault := readOrRefused(layout, change, text, held); fault != "" {
			r.Fatalf("%s, %s: %s\n%s", layout, change, fault, text)
		}
	})
}

var heldChanges = []string{"none", "alone", "null", "text", "wrapped", "inside", "among"}

// readOrRefused reads a text that holds some labels, and says what is wrong.
func readOrRefused(layout, change, text string, held int) string {
	o := Options{}
	if layout == "lists" {
		o.Lists = []string{"scores"}
	}
	table, err := Read(context.Background(), strings.NewReader(text), "x.json", o)
	var fault *study.Error
	switch {
	case err != nil && !errors.As(err, &fault):
		return err.Error()
	case err != nil && (change == "none" || change == "alone"):
		return "refused: " + err.Error()
	case err == nil && table.Len()+table.Source().Missing != held:
		return fmt.Sprintf("%d of %d", table.Len()+table.Source().Missing, held)
	}
	return ""
}
