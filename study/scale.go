package study

import "math"

// WholeScale returns the scale of ascending whole numbers: all from the least to the largest, such as 1 to 5 even if
// nobody gives a 2. If a scale of ratings has fewer values, few numbers in equal steps, such as 0, 25, … 100, are the
// scale with these steps. Other numbers are the whole scale, and so are numbers that are too few for an order.
func WholeScale(numbers []float64) []float64 {
	if len(numbers) < FewestOrdered {
		return numbers
	}
	low, high := numbers[0], numbers[len(numbers)-1]
	step := 1.0
	if few := len(numbers) <= MostRatings; few && high-low >= MostRatings {
		step = 0
		for _, x := range numbers {
			step = commonStep(step, x-low)
		}
		if (high-low)/step >= MostRatings {
			return numbers
		}
	}
	var levels []float64
	for x := low; x <= high; x += step {
		levels = append(levels, x)
	}
	return levels
}

// commonStep returns the greatest common divisor (Euclid).
func commonStep(a, b float64) float64 {
	for b != 0 {
		a, b = b, math.Mod(a, b)
	}
	return a
}
