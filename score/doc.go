// Package score estimates the mean score that people would have given to the items of a system, if a judge labelled all
// items and people some of them.
//
//	s := &score.System{Name: "new", Judge: judge, People: means, Labels: counts}
//	e, err := score.Mean(s, score.Options{})
//	fmt.Println(e.Value, e.Lower, e.Upper)
//
// No model is fitted. The mean of people's labels is corrected by the judge's labels of the items that people did not
// see (PPI++: Angelopoulos, Duchi and Zrnic 2023, arXiv 2311.01453). A useless judge costs little, and a biased one
// does no harm, because the judge's labels count only as far as people's labels follow them.
//
// Values are in the unit of the labels, such as shares of 1 for yes and no. A quantity that the labels leave undefined
// is an [*Error] with its [Code].
package score
