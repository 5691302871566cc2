package regime

// ManyStudies are so many that their correlations are what is hard to sample.
const ManyStudies = 10
