// Package nonparam computes how far human raters agree, without a model: coefficients of agreement within a study and
// across two studies. It takes time linear in the number of ratings. Intervals are by a two-way jackknife or by
// bootstraps.
//
// Every coefficient is a function of [Ratings], which are made from a study, a matrix or
// counts ([FromStudy], [FromMatrix], [FromCounts]):
//
//	experts, crowd := nonparam.FromStudy(table.StudyAt(0)), nonparam.FromStudy(table.StudyAt(1))
//	alpha, err := nonparam.KrippendorffAlpha(experts, nonparam.Ordinal)
//	kappa, err := nonparam.CrossKappa(experts, crowd, nonparam.Nominal)
//
// [Agreement] answers any set of them for all studies of a table and all pairs.
// A coefficient that the data leave undefined is an [*UndefinedError] with the
// reason, never a number.
package nonparam
