// Package newfamily tests that a family that the module does not know goes through everything, from simulation to the
// page, and that what has no meaning for it says so in words. The family, negative binomial counts, is written as a
// stranger would write it, in one file of the tests.
package newfamily
