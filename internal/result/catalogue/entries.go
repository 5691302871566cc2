package catalogue

// entries are all quantities, in the order of a result's estimates.
func entries() [45]func() Entry {
	return [...]func() Entry{
		sameLabel, sameByChance, farApart, farByChance, labelDifference, differenceByChance,
		icc, clusterICC, withinClusterICC, labelerICC, intraLabelerICC, iccK, consistencyICC, consistencyICCk,
		fixedICC, fixedICCk, generalizability, dependability, iccDifference, labelerICCDifference,
		rho, crossReplication, rhoK, validity, worth,
		rhoDifference, xccDifference,
		standardError, consistencySEM, repeatabilitySD, minimalChange, coefficientOfVariation,
		semFactor, minimalFactor,
		mean, meanDifference, threshold, meanShift, itemSD, itemDF, labelerSD,
		labelerRho, discriminationSD, discriminationRho, residualSD,
	}
}
