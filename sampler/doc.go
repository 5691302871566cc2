// Package sampler turns a log density with a gradient into draws: Hamiltonian
// Monte Carlo with dynamic (NUTS) or jittered trajectory lengths.
//
// A user brings a [Target]; [Sample] runs chains in parallel and returns their draws with the statistics needed to
// judge them. Everything runs in whitened coordinates x = W⁻¹(q − c), where W and the centre c are the [Metric].
// Momenta are standard normal, so nothing below the metric knows its form. The metric is given beforehand (for example
// by [CurvatureMetric]) or learnt in warm-up, and it is fixed while sampling.
//
// Draws depend only on the target, the settings and the seed, never on the
// number of cores.
//
// Sources: Neal (2011), MCMC using Hamiltonian dynamics; Hoffman and Gelman
// (2014), The No-U-Turn Sampler; Betancourt (2017), A conceptual introduction to
// Hamiltonian Monte Carlo; Shahbaba et al. (2014), Split Hamiltonian Monte Carlo;
// McLachlan (1995), Composition methods in the presence of small parameters.
package sampler
