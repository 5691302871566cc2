// Registers: Y0 θ, Y1 to Y7 temporary, Y8 to Y15 of the caller. Constants come
// from memory, four copies each.

#define SIGN    ·constants4+0(SB)
#define LOWEST  ·constants4+32(SB)
#define SHIFT   ·constants4+64(SB)
#define ONE     ·constants4+96(SB)
#define PER_LN2 ·constants4+128(SB)
#define LN2_HI  ·constants4+160(SB)
#define LN2_LO  ·constants4+192(SB)
#define NORMAL  ·constants4+224(SB)
#define MANTISSA ·constants4+256(SB)
#define MAGIC   ·constants4+288(SB)
#define BIASED  ·constants4+320(SB)
#define C(n)    ·expConstants4+((n)-2)*32(SB)
#define G(n)    ·log1pConstants4+(n)*32(SB)

// GATHER4 loads the four doubles at int32 indices, which it leaves in the
// registers a, b, c, d.
#define GATHER4(offset, pointer, from, a, b, c, d, xto, yto) \
	MOVLQSX (offset+0)(pointer), a; \
	MOVLQSX (offset+4)(pointer), b; \
	MOVLQSX (offset+8)(pointer), c; \
	MOVLQSX (offset+12)(pointer), d; \
	VMOVSD (from)(a*8), xto; \
	VMOVHPD (from)(b*8), xto, xto; \
	VMOVSD (from)(c*8), X1; \
	VMOVHPD (from)(d*8), X1, X1; \
	VINSERTF128 $1, X1, yto, yto

// SCATTER_ADD4 adds the four doubles of Y7 to those at the indices.
#define SCATTER_ADD4(to, a, b, c, d) \
	VEXTRACTF128 $1, Y7, X2; \
	VADDSD (to)(a*8), X7, X1; \
	VMOVSD X1, (to)(a*8); \
	VUNPCKHPD X7, X7, X7; \
	VADDSD (to)(b*8), X7, X1; \
	VMOVSD X1, (to)(b*8); \
	VADDSD (to)(c*8), X2, X1; \
	VMOVSD X1, (to)(c*8); \
	VUNPCKHPD X2, X2, X2; \
	VADDSD (to)(d*8), X2, X1; \
	VMOVSD X1, (to)(d*8)

// EXP_TAIL: Y0 = θ → Y4 = e = exp(−|θ|), Y5 = 1+e. With k = round(−|θ|/ln 2),
// e = 2^k·exp(r), |r| ≤ ln 2/2. The power of two is a product of two, 2^max(k,
// −1000) and the rest, since 2^k itself may be subnormal. NaN in, NaN out: VMAXPD
// returns its first operand (in Go's order) if one is NaN.
#define EXP_TAIL \
	VORPD SIGN, Y0, Y1; \
	VMOVUPD LOWEST, Y2; \
	VMAXPD Y1, Y2, Y1; \
	VMOVUPD SHIFT, Y6; \
	VMOVAPD Y6, Y2; \
	VFMADD231PD PER_LN2, Y1, Y2; \
	VSUBPD Y6, Y2, Y3; \
	VFNMADD231PD LN2_HI, Y3, Y1; \
	VFNMADD231PD LN2_LO, Y3, Y1; \
	VMOVUPD C(11), Y4; \
	VFMADD213PD C(10), Y1, Y4; \
	VFMADD213PD C(9), Y1, Y4; \
	VFMADD213PD C(8), Y1, Y4; \
	VFMADD213PD C(7), Y1, Y4; \
	VFMADD213PD C(6), Y1, Y4; \
	VFMADD213PD C(5), Y1, Y4; \
	VFMADD213PD C(4), Y1, Y4; \
	VFMADD213PD C(3), Y1, Y4; \
	VFMADD213PD C(2), Y1, Y4; \
	VMULPD Y1, Y1, Y5; \
	VFMADD213PD Y1, Y5, Y4; \
	VADDPD ONE, Y4, Y4; \
	VMAXPD NORMAL, Y3, Y5; \
	VSUBPD Y5, Y3, Y3; \
	VADDPD Y6, Y5, Y5; \
	VADDPD Y6, Y3, Y3; \
	VPSLLQ $52, Y5, Y5; \
	VPSLLQ $52, Y3, Y3; \
	VPADDQ ONE, Y5, Y5; \
	VPADDQ ONE, Y3, Y3; \
	VMULPD Y5, Y4, Y4; \
	VMULPD Y3, Y4, Y4; \
	VADDPD ONE, Y4, Y5

// SIGMOID: after EXP_TAIL, Y7 = σ(θ), which is 1/(1+e), or e/(1+e) for θ < 0.
#define SIGMOID \
	VMOVUPD ONE, Y6; \
	VBLENDVPD Y0, Y4, Y6, Y6; \
	VDIVPD Y5, Y6, Y7

// FOLD moves the powers of two of a product to Σ exponents in memory: the exponent
// field becomes a number as the low bits of 2⁵², 1 takes its place.
#define FOLD(product, exponents) \
	VPSRLQ $52, product, Y1; \
	VPOR MAGIC, Y1, Y1; \
	VSUBPD BIASED, Y1, Y1; \
	VADDPD exponents, Y1, Y1; \
	VMOVUPD Y1, exponents; \
	VPAND MANTISSA, product, product; \
	VPOR ONE, product, product

// LOG1P: after EXP_TAIL, Y3 = log(1+exp θ) = max(θ, 0) + s·g(s²), s = e/(2+e) ≤ 1/3.
#define LOG1P \
	VADDPD ONE, Y5, Y1; \
	VDIVPD Y1, Y4, Y1; \
	VMULPD Y1, Y1, Y2; \
	VMOVUPD G(10), Y3; \
	VFMADD213PD G(9), Y2, Y3; \
	VFMADD213PD G(8), Y2, Y3; \
	VFMADD213PD G(7), Y2, Y3; \
	VFMADD213PD G(6), Y2, Y3; \
	VFMADD213PD G(5), Y2, Y3; \
	VFMADD213PD G(4), Y2, Y3; \
	VFMADD213PD G(3), Y2, Y3; \
	VFMADD213PD G(2), Y2, Y3; \
	VFMADD213PD G(1), Y2, Y3; \
	VFMADD213PD G(0), Y2, Y3; \
	VXORPD Y6, Y6, Y6; \
	VMAXPD Y0, Y6, Y6; \
	VFMADD213PD Y6, Y1, Y3
