package logistic

import "math"

// tailStart is where |θ| leaves the range of reduce: beyond it exp(−|θ|) comes
// near the subnormal numbers, or θ is ±Inf or NaN.
const tailStart = 708

const (
	// Adding roundShift = 1.5·2⁵² to |v| < 2⁵¹ rounds v to an integer and leaves
	// that integer, in two's complement, in the low bits of the sum.
	roundShift = 0x1.8p52
	// 64/ln 2, and ln 2/64 cut in two: the upper part has 21 trailing zero bits,
	// so that its product with any integer that reduce meets is exact.
	perLn2  = 0x1.71547652b82fep+6
	ln2Hi   = 0x1.62e42fee00000p-7
	ln2Lo   = 0x1.a39ef35793c76p-39
	oneBits = 0x3ff0000000000000
)

// exp(−a) for 0 ≤ a < tailStart is expand(reduce(a)), to about one unit in the
// last place: 2^(k/64)·exp(r) with |r| ≤ ln 2/128, the first factor from
// expTable, the second from Taylor's series, cut where the remainder
// r⁶/720 < 4e−17 (P. T. P. Tang, ACM Trans. Math. Softw. 15 (1989), 144–157).
// There are two functions because the compiler inlines each, but not their sum;
// neither has a branch.

// reduce returns k = round(−64a/ln 2), as the bits of roundShift + k, and
// r = −a − k·ln 2/64.
func reduce(a float64) (bits uint64, r float64) {
	shifted := roundShift - a*perLn2
	k := shifted - roundShift
	return math.Float64bits(shifted), -a - k*ln2Hi - k*ln2Lo
}

// expand returns 2^(k/64)·exp(r).
func expand(bits uint64, r float64) float64 {
	scale := math.Float64frombits(expTable[bits&63] + bits&^63<<46)
	return scale + scale*(r+r*r*(1./2+r*(1./6+r*(1./24+r*(1./120)))))
}

// expTable holds the bits of 2^(i/64), correctly rounded. An integer added to
// the exponent field scales an entry by a power of two.
var expTable = [64]uint64{
	0x3ff0000000000000, 0x3ff02c9a3e778061, 0x3ff059b0d3158574, 0x3ff0874518759bc8,
	0x3ff0b5586cf9890f, 0x3ff0e3ec32d3d1a2, 0x3ff11301d0125b51, 0x3ff1429aaea92de0,
	0x3ff172b83c7d517b, 0x3ff1a35beb6fcb75, 0x3ff1d4873168b9aa, 0x3ff2063b88628cd6,
	0x3ff2387a6e756238, 0x3ff26b4565e27cdd, 0x3ff29e9df51fdee1, 0x3ff2d285a6e4030b,
	0x3ff306fe0a31b715, 0x3ff33c08b26416ff, 0x3ff371a7373aa9cb, 0x3ff3a7db34e59ff7,
	0x3ff3dea64c123422, 0x3ff4160a21f72e2a, 0x3ff44e086061892d, 0x3ff486a2b5c13cd0,
	0x3ff4bfdad5362a27, 0x3ff4f9b2769d2ca7, 0x3ff5342b569d4f82, 0x3ff56f4736b527da,
	0x3ff5ab07dd485429, 0x3ff5e76f15ad2148, 0x3ff6247eb03a5585, 0x3ff6623882552225,
	0x3ff6a09e667f3bcd, 0x3ff6dfb23c651a2f, 0x3ff71f75e8ec5f74, 0x3ff75feb564267c9,
	0x3ff7a11473eb0187, 0x3ff7e2f336cf4e62, 0x3ff82589994cce13, 0x3ff868d99b4492ed,
	0x3ff8ace5422aa0db, 0x3ff8f1ae99157736, 0x3ff93737b0cdc5e5, 0x3ff97d829fde4e50,
	0x3ff9c49182a3f090, 0x3ffa0c667b5de565, 0x3ffa5503b23e255d, 0x3ffa9e6b5579fdbf,
	0x3ffae89f995ad3ad, 0x3ffb33a2b84f15fb, 0x3ffb7f76f2fb5e47, 0x3ffbcc1e904bc1d2,
	0x3ffc199bdd85529c, 0x3ffc67f12e57d14b, 0x3ffcb720dcef9069, 0x3ffd072d4a07897c,
	0x3ffd5818dcfba487, 0x3ffda9e603db3285, 0x3ffdfc97337b9b5f, 0x3ffe502ee78b3ff6,
	0x3ffea4afa2a490da, 0x3ffefa1bee615a27, 0x3fff50765b6e4540, 0x3fffa7c1819e90d8,
}
