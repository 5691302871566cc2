package main

// positiveAdvice says how words without order get a true score.
const positiveAdvice = "; one of them against the rest has: --positive LABEL"
