package catalogue

// entries are all quantities, in the order of a result's estimates.
func entries() [13]func() Quantity {
	return [...]func() Quantity{
		icc, labelerICC, iccK,
		rho, crossReplication, rhoK,
		rhoDifference, xccDifference,
		mean, itemSD, labelerSD, labelerRho, residualSD,
	}
}
