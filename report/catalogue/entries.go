package catalogue

// entries are all quantities, in the order of a result's estimates.
func entries() [22]func() Entry {
	return [...]func() Entry{
		icc, labelerICC, intraLabelerICC, iccK, generalizability, dependability,
		rho, crossReplication, rhoK, validity, worth,
		rhoDifference, xccDifference,
		mean, threshold, meanShift, itemSD, labelerSD, labelerRho, sensitivitySD, sensitivityRho, residualSD,
	}
}
