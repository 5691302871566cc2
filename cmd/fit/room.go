package main

// The least bytes that things take, as measured on small files. A run that does not fit by these numbers is impossible.
const (
	bytesOfLabel = 60
	bytesOfName  = 100 // an item or a labeler, with its effects
)
