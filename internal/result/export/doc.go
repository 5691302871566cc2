// Package export writes a run of the model into files that other programs read, and reads it back: a CSV of CmdStan for
// each chain (rstan, cmdstanr, cmdstanpy, ArviZ), draws.json (ArviZ's from_dict), summary.csv, and run.json, from which
// the run can be repeated.
//
// Names that come from the data stand in run.json and, guarded against spreadsheets that
// would run them, in summary.csv. The other files name variables only, by the letters and
// digits that every reader takes.
package export
