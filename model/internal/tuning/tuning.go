// Package tuning has the numbers of the engine that were found by trying. They decide how a fit proceeds and how long
// it takes. No posterior depends on them. Each line gives the unit and then the evidence: a derivation, a paper, a
// test, or "lab" for README.md of this folder. Numbers from papers on samplers are in package sampler, costs of
// families in package family, and bounds on rounding next to their formulas.
package tuning

// Regimes: numbers of labels, studies and effects at which a fit proceeds in another way.
const (
	FewLabels       = 3_000   // labels at most; lab: lengths of trajectories
	QuickLabels     = 20_000  // labels at most; derived: 4,000 draws of four gradients of 3 ns a label take a second
	ManyLabels      = 200_000 // labels; derived: chains are nearly at LeastDraws, so a fifth of a fit would be warm-up
	LeastSplit      = 250_000 // labels; derived: a part takes 0.2 ms, and a goroutine wakes in 1 µs
	ManyStudies     = 10      // studies; no evidence: other ways were measured from here on only
	VeryManyStudies = 30      // studies; lab: lengths of trajectories
	ManyEffects     = 5_000   // effects; no evidence: the lab has 40,000 effects only
	FewStudies      = 2       // studies at most; derived: one correlation is free, three bound each other
	MostDraws       = 1_000   // draws of a chain; Stan's default
	LeastDraws      = 300     // draws of a chain; derived: four chains have thrice the 400 that summaries need
	JudgedDraws     = 400     // draws of a chain of people alone; derived: four chains have thrice LeastAlone
)

// Costs choose a density and how it is computed.
const (
	ItemCost                 = 60        // ns of a gradient; lab: benchmarks
	MarginalSaves            = 3         // gradients for one of parameters alone; lab: parameters alone
	SplitParts               = 4         // parts of a likelihood; derived: four chains use 16 cores
	MostNodes                = 96        // nodes of a grid; no evidence
	WholeEffects             = 5         // studies; lab: whole matrices
	WholeRows                = 64        // levels at once in such products; lab: whole matrices
	MostInterwoven           = 40        // labelers; derived: their mean slope is negative once in 1,000 at ω = 2
	ManySingle, MostlySingle = 1000, 0.5 // levels, share of them; derived: the ridge is 2 % wide
	NarrowClass, WideClass   = 0.25, 1   // of log information; lab: classes
	LevelsPerClass           = 10        // levels; lab: halved and doubled
)

// Items' effects are integrated on a grid of a standard normal effect.
const (
	MostStep   = 0.5 // of the effect; derived: the rule's error is about exp(−2π²/step²)
	SmoothStep = 1.6 // step times loading; derived: the rule's error is about exp(−2π²/1.6) = 4e-6
	GridWider  = 1.3 // times σ, which is uncertain; derived: at twice σ the rule's error is 3e-4
	WideFiner  = 1.6 // times the rate of nodes, since labels of an item multiply; TestWideAgreesWithBruteForce
	DrawnFiner = 8   // times the same, to draw effects; derived: they vary by 1.6²/6/8² = 0.007 too much
)

// The EM.
const (
	EMRounds, EMTolerance = 60, 1e-4 // rounds, change; TestEMFindsTheTruth, TestEMFindsOrdinalTruth
	EMLeastRounds         = 5        // rounds, for effects to settle; lab: halved and doubled
	EMTakenFor            = 0.1      // of a parameter, above which a change is relative; lab: halved and doubled
	EMAveragedRounds      = 25       // rounds with discriminations; lab: halved and doubled
	EMMostStep            = 2.0      // logits, units of labels, or of a logarithm; lab: halved and doubled
	EMDamping             = 0.5      // of a step with discriminations; lab: halved and doubled
	EMMostRescaled        = 1.25     // times, at once; lab: halved and doubled
	EMLeastDegrees        = 0.5      // degrees of freedom; TestEMStaysInsideAtTheEdge
	EMAbsent              = 1e-12    // variance; derived: labels do not tell σ = 1e-6 from 0
	MostCorrelation       = 0.9998   // at the start; derived: a uniform correlation is nearer to ±1 once in 5,000
	LoadingRounds         = 50       // rounds of principal axes; lab: halved and doubled
	MostPartial           = 5.0      // artanh of a partial correlation; derived: a uniform one is larger once in 10,000
	DifferenceStep        = 1e-3     // of a coordinate; derived: errors of h² = 1e-6 and of rounding/h = 1e-13
)

// Constants of effects and their coordinates.
const (
	ScaleUnit     = 1.5 // times the least σ that labels tell from 0; lab: halved and doubled
	WidestUnit    = 2.5 // of a scale; lab: halved and doubled
	WidestOmega   = 0.5 // of ω; no evidence
	DominantLevel = 0.5 // of a study's information; derived: more than all others have
)

// The metric from curvature.
const (
	AveragedSteps    = 25    // steps; lab: halved and doubled
	LanczosSteps     = 80    // steps; lab: halved and doubled
	FewLanczosSteps  = 40    // steps; lab: halved and doubled
	CurvaturePoints  = 4     // draws; lab: halved and doubled
	MostAveraged     = 2_000 // coordinates; lab: second pilot runs
	LeastCurvature   = 0.5   // of a coordinate; lab: halved and doubled
	WidestCurved     = 3.0   // standard deviations; TestFacetWhoseCurvatureIsNearZero
	ManyCorrelations = 150   // correlations; derived: probes take a sixth of the gradients
	Probes           = 24    // random signs; derived: an element errs by 1/√24 of the rest of its row
)

// Pilot runs: iterations of warm-up, draws of a chain, and starts.
const (
	PilotChains                   = 2        // chains; derived: R̂ compares two at least
	PilotWarmup, PilotDraws       = 40, 50   // iterations; lab: halved and doubled
	DearWarmupOfPilot             = 20       // iterations with many effects; lab: step sizes
	DearDraws                     = 40       // draws with many effects; no evidence
	LaterWarmup                   = 25       // iterations of later runs; lab: step sizes
	AveragedDraws                 = 48       // draws of the second run; lab: halved and doubled
	FirstWarmup                   = 50       // iterations with many studies; lab: step sizes
	FirstDepth                    = 4        // doublings of a trajectory; no evidence
	LongDraws                     = 225      // draws with many studies; lab: halved and doubled
	MostPilots                    = 4        // runs made again; lab: pilot runs that disagree
	Agreeing                      = 1.1      // mean R̂; lab: pilot runs that disagree
	UncertainRest, UncertainRests = 0.3, 7.0 // standard deviation of log √(1 − R²), mean and sum; lab: correlations
	StartSpread                   = 1.5      // standard deviations, dispersed as R̂ asks; lab: halved and doubled
	StartSlopes                   = 0.3      // standard deviations; lab: halved and doubled
	MostCoupled, CouplingSteps    = 0.6, 25  // eigenvalue, steps of the power method; TestCoupling
	SliceWidth                    = 2        // standard deviations; derived: a normal slice is 3.2 wide
	SliceWidths                   = 10       // times as wide at most; derived: no normal slice is wider
	BlockRounds                   = 3        // rounds of two blocks; derived: they leave 0.6³ of a start
)

// Trajectories and attempts.
const (
	FewLabelsTrajectory        = 1.3       // times that of a normal density; lab: lengths of trajectories
	ManyStudyTrajectory        = 1.25      // the same; lab: lengths of trajectories
	LongTrajectory             = 1.5       // the same; lab: lengths of trajectories
	LongestTrajectory          = 2.5       // the same; lab: lengths of trajectories
	ManyStudyAccept            = 0.8       // acceptance; lab: halved and doubled
	DearWarmup                 = 50        // iterations; lab: step sizes
	CarefulAccept, CarefulNUTS = 0.95, 0.9 // acceptance of another attempt; derived: half the rejections of a first one
	CarefulWarmup              = 300       // iterations of another attempt; derived: twice as many as NUTS has at first
	MostMapped                 = 400       // coordinates of people; derived: five curvatures are a quarter of a fit
	MostReweighted             = 2_000     // draws; derived: more than four chains of JudgedDraws
	LeastReweighted            = 250.      // effective draws of a judge's fit; derived: a mean is 1/16 SD off
	LeastAlone                 = 500.      // effective draws of people alone; lab: judges
	WiderJudge, WiderPool      = 0.35, 0.2 // of a normal density's width; TestJudgesAgreeWithTheirOwnFits
	JudgeDegrees               = 5         // degrees of freedom of Student's t; lab: halved and doubled
	SecondWidth                = 2         // times as much wider; TestJudgesAgreeWithTheirOwnFits
	PeakRounds                 = 2         // rounds of second derivatives; lab: halved and doubled
	PeakSteps                  = 4         // Newton steps of a round; lab: halved and doubled
	PeakGain                   = 1e-4      // log density; lab: halved and doubled
	Armijo                     = 1e-4      // of the gain expected; Nocedal and Wright 2006, section 3.1
	Ridge                      = 0.1       // information; derived: of a prior 3 wide; a label has 1 or a quarter
	RidgeTimes                 = 10        // times as much at each try; lab: halved and doubled
	MostRidge                  = 1e6       // information; derived: of a prior 1/1000 wide, which stops all steps
	StartValidity              = 0.5       // r of a judge; lab: halved and doubled
	MostIterations             = 8         // iterations for a draw; derived: below 60 effective draws R̂ says little
	MostAttempts               = 3         // attempts; lab: attempts
)
