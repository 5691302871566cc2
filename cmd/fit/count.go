package main

// mostSimulated is how many labels are simulated at most.
const mostSimulated = 1_000_000_000
