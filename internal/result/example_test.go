package result_test

import (
	"context"
	"fmt"
	"strings"

	"concord/internal/result"
	"concord/model/spec"
	"concord/nonparam"
	"concord/study/read"
)

// The coefficients of a study, without a model, as a Markdown table.
func ExampleNewAgreement() {
	file := "item,labeler,label\na,ann,1\na,bob,1\nb,ann,0\nb,bob,1\nc,ann,0\nc,bob,0\nd,ann,1\nd,bob,1\n"
	table, err := read.Read(context.Background(), strings.NewReader(file), "ratings.csv", read.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := result.Coefficients(context.Background(), table, "", nonparam.Options{
		Coefficients: []nonparam.Coefficient{nonparam.AlphaName},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	found := result.NewAgreement(result.NewData("ratings.csv", table, spec.Nested, nil), rows, 0.95)
	for _, a := range found.Agreement {
		fmt.Printf("%s (%s): %.2f of %d items\n", a.Coefficient, a.Distance, float64(a.Estimate), a.Items)
	}
	// Output:
	// kripp_alpha (nominal): 0.53 of 4 items
}
