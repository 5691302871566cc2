// Package measurement has what people report of measurements, in the unit of the labels: how far two readings of one
// item may lie apart, and how far a reading may lie from its item's mean.
package measurement
