package catalogue

// ICCNames returns the names of an ICC by Shrout and Fleiss (1979) and by McGraw and Wong (1996); "" if the quantity is
// no ICC. Without labelers in the model, their levels count as noise, as in the one-way design.
func ICCNames(quantity string, labelers bool) string {
	switch {
	case quantity == ICC && labelers:
		return "ICC(2,1) = ICC(A,1)"
	case quantity == ICCk && labelers:
		return "ICC(2,k) = ICC(A,k)"
	case quantity == ICC:
		return "ICC(1,1) = ICC(1)"
	case quantity == ICCk:
		return "ICC(1,k) = ICC(k)"
	case quantity == ConsistencyICC:
		return "ICC(3,1) = ICC(C,1)"
	case quantity == ConsistencyICCk:
		return "ICC(3,k) = ICC(C,k)"
	case quantity == FixedICC:
		return "ICC(A,1) of case 3"
	case quantity == FixedICCk:
		return "ICC(A,k) of case 3"
	}
	return ""
}

// ICCKind is the kind of reliability that a result leads with.
type ICCKind string

// The kinds: the agreement of labelers of a population, the consistency of labels with the labelers' levels left out,
// and the agreement of the labelers at hand.
const (
	Agreement   ICCKind = ""
	Consistency ICCKind = "consistency"
	Fixed       ICCKind = "fixed"
)

// Quantities returns the ICC of the kind: for one label, and for the mean of k labels.
func (kind ICCKind) Quantities() (one, mean string) {
	switch kind {
	case Consistency:
		return ConsistencyICC, ConsistencyICCk
	case Fixed:
		return FixedICC, FixedICCk
	}
	return ICC, ICCk
}
