package onegrid

// Labels are the labels of a pool, grouped by item, and the labels of a judge. A row is all labels of one labeler of
// the pool.
type Labels struct {
	Rows, Categories int
	// Start says where the labels of each item begin in Cell, and where the last ones end.
	Start []int
	// Cell is row·Categories + category, counted from 0, of each label of the pool.
	Cell []int32
	// Judge is the category of the judge's label of each item, negative where there is none; nil: there is no judge.
	Judge []int32
	// JudgeCategories is the number of categories of the judge's labels.
	JudgeCategories int
}

// Point is where the likelihood is evaluated, or the derivatives there. A label of an item with the factor η has
//
//	P(y ≤ c) = logit⁻¹(Threshold_c − Row_u − Loading·η).
type Point struct {
	Row       []float64
	Threshold []float64
	Loading   float64
	// The judge's labels have separate thresholds and a separate loading, and no rows.
	JudgeThreshold []float64
	JudgeLoading   float64
}

// NewPoint returns a point of zeros for the labels.
func (l *Labels) NewPoint() *Point {
	p := &Point{Row: make([]float64, l.Rows), Threshold: make([]float64, l.Categories-1)}
	if l.Judge != nil {
		p.JudgeThreshold = make([]float64, l.JudgeCategories-1)
	}
	return p
}

func (p *Point) clear() {
	clear(p.Row)
	clear(p.Threshold)
	clear(p.JudgeThreshold)
	p.Loading, p.JudgeLoading = 0, 0
}
