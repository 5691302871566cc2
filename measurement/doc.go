// Package measurement says how far repeated measurements of the same items differ, as medicine, psychology and sport
// report it. [Analysis] has intraclass correlations by the names of Shrout and Fleiss and of McGraw and Wong, standard
// errors of measurement, minimal detectable changes, repeatability and reproducibility. [Limits] says how far two
// readings of one item lie apart, and [MeanLimits] how far a reading lies from its item's mean, in the unit of the
// labels.
//
// Mean squares of tables that are not complete are Henderson's by his method 3, and nobody has to delete rows.
package measurement
