package study_test

import (
	"fmt"

	"concord/study"
)

func ExampleBuilder() {
	var b study.Builder
	b.Add("ad1", "ann", "expert", 4)
	b.Add("ad1", "bob", "expert", 5)
	b.Add("ad2", "ann", "expert", 2)
	table, err := b.Table()
	if err != nil {
		fmt.Println(err)
		return
	}
	experts, err := table.Study("expert")
	fmt.Println(table.Kind(), table.Items(), experts.Value(), err)
	// Output:
	// numeric [ad1 ad2] [4 5 2] <nil>
}
