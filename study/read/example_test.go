package read_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"concord/study"
	"concord/study/read"
)

func ExampleRead() {
	file := strings.NewReader(`Task ID;worker;arm;answer
ad1;ann;expert;yes
ad1;bob;expert;No
ad2;ann;expert;yes
ad1;cem;control;yes
ad3;cem;control;
`)
	table, err := read.Read(context.Background(), file, "ratings.csv", read.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(table.Source())
	for _, s := range study.Describe(table).Studies {
		fmt.Printf("%s: %d labels, %d items, %d labelers, mean %.2f\n", s.Name, s.Labels, s.Items, s.Labelers, s.Mean)
	}
	// Output:
	// ratings.csv: 5 rows, delimiter semicolon
	// columns: item = "Task ID", labeler = worker, study = arm, label = answer
	// positive: yes; negative: No
	// left out: 1 row without label
	// expert: 3 labels, 2 items, 2 labelers, mean 0.67
	// control: 1 labels, 1 items, 1 labelers, mean 1.00
}

func ExampleRead_error() {
	_, err := read.Read(context.Background(), strings.NewReader("item,label\na,Yes\nb,No\nc,Unsure\n"), "ratings.csv",
		read.Options{})
	fmt.Println(err)
	var fault *study.Error
	if errors.As(err, &fault) {
		fmt.Println(fault.Code, fault.Line)
		for _, f := range fault.Fixes {
			fmt.Println(f.Does, f.Set)
		}
	}
	// Output:
	// ratings.csv:4: label "Unsure" is neither positive nor negative (1 row)
	//   leave them out; count them as positive; categories without order, each against the rest
	// third_label 4
	// leave them out [{missing [Unsure] add }]
	// count them as positive [{positive [Yes Unsure]  }]
	// categories without order, each against the rest [{each-category []  }]
}

// A matrix of ratings: an item a row, a labeler a column.
func ExampleOptions_wide() {
	file := strings.NewReader("item,rater_ann,rater_bob,rater_cem\nad1,4,5,\nad2,2,1,2\n")
	table, err := read.Read(context.Background(), file, "matrix.csv", read.Options{Wide: []string{"rater_*"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(table.Labelers(), table.Len())
	// Output:
	// [rater_ann rater_bob rater_cem] 5
}

// Objects of any depth: a column is named by its path.
func ExampleOptions_paths() {
	file := strings.NewReader(`{"doc": {"id": "ad1"}, "annotator": "ann", "answers": {"tone": 4}}
{"doc": {"id": "ad1"}, "annotator": "bob", "answers": {"tone": 2}}
`)
	table, err := read.Read(context.Background(), file, "answers.jsonl",
		read.Options{Item: "doc.id", Label: "answers.tone"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(table.Source())
	// Output:
	// answers.jsonl: 2 rows, JSON
	// columns: item = doc.id, labeler = annotator, study = (none), label = answers.tone
	// positive: 4; negative: 2
}
