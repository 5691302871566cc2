package catalogue

// entries are all quantities, in the order of a result's estimates.
func entries() [27]func() Entry {
	return [...]func() Entry{
		icc, clusterICC, withinClusterICC,
		labelerICC, intraLabelerICC, iccK, generalizability, dependability, iccDifference, labelerICCDifference,
		rho, crossReplication, rhoK, validity, worth,
		rhoDifference, xccDifference,
		mean, meanDifference, threshold, meanShift, itemSD, labelerSD, labelerRho, discriminationSD, discriminationRho,
		residualSD,
	}
}
