package catalogue

// entries are all quantities, in the order of a result's estimates.
func entries() [14]func() Entry {
	return [...]func() Entry{
		icc, labelerICC, iccK,
		rho, crossReplication, rhoK,
		rhoDifference, xccDifference,
		mean, threshold, itemSD, labelerSD, labelerRho, residualSD,
	}
}
