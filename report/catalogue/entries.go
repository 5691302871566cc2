package catalogue

// entries are all quantities, in the order of a result's estimates.
func entries() [13]func() Entry {
	return [...]func() Entry{
		icc, labelerICC, iccK,
		rho, crossReplication, rhoK,
		rhoDifference, xccDifference,
		mean, itemSD, labelerSD, labelerRho, residualSD,
	}
}
