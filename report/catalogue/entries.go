package catalogue

// entries are all quantities, in the order of a result's estimates.
func entries() [16]func() Entry {
	return [...]func() Entry{
		icc, labelerICC, iccK,
		rho, crossReplication, rhoK, validity, worth,
		rhoDifference, xccDifference,
		mean, threshold, itemSD, labelerSD, labelerRho, residualSD,
	}
}
