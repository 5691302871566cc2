// Registers: Z0 θ, Z1 to Z7 temporary, Z8 to Z15 of the caller, Z16 to Z31 constant.

#define SIGN    Z16
#define LOWEST  Z17
#define SHIFT   Z18
#define PER_LN2 Z19
#define LN2_HI  Z20
#define LN2_LO  Z21
#define C2      Z22
#define C3      Z23
#define C4      Z24
#define C5      Z25
#define C6      Z26
#define TABLE0  Z27
#define TABLE1  Z28
#define PER_16  Z29
#define ONE     Z30
#define ZERO    Z31

#define LOAD_CONSTANTS \
	VBROADCASTSD ·vectorConstants+0(SB), SIGN; \
	VBROADCASTSD ·vectorConstants+8(SB), LOWEST; \
	VBROADCASTSD ·vectorConstants+16(SB), SHIFT; \
	VBROADCASTSD ·vectorConstants+24(SB), ONE; \
	VBROADCASTSD ·expConstants16+0(SB), PER_LN2; \
	VBROADCASTSD ·expConstants16+8(SB), LN2_HI; \
	VBROADCASTSD ·expConstants16+16(SB), LN2_LO; \
	VBROADCASTSD ·expConstants16+24(SB), PER_16; \
	VBROADCASTSD ·expConstants16+32(SB), C2; \
	VBROADCASTSD ·expConstants16+40(SB), C3; \
	VBROADCASTSD ·expConstants16+48(SB), C4; \
	VBROADCASTSD ·expConstants16+56(SB), C5; \
	VBROADCASTSD ·expConstants16+64(SB), C6; \
	VMOVUPD ·expTable16+0(SB), TABLE0; \
	VMOVUPD ·expTable16+64(SB), TABLE1; \
	VXORPD ZERO, ZERO, ZERO

// INDICES loads eight int32, none negative, into AX, CX, DX, R8, R9, R10, R11, R12,
// two at a time. The pointer may be R11.
#define INDICES(offset, pointer) \
	MOVQ (offset+0)(pointer), AX; \
	MOVQ (offset+8)(pointer), DX; \
	MOVQ (offset+16)(pointer), R9; \
	MOVQ (offset+24)(pointer), R11; \
	MOVQ AX, CX; \
	SHRQ $32, CX; \
	MOVL AX, AX; \
	MOVQ DX, R8; \
	SHRQ $32, R8; \
	MOVL DX, DX; \
	MOVQ R9, R10; \
	SHRQ $32, R10; \
	MOVL R9, R9; \
	MOVQ R11, R12; \
	SHRQ $32, R12; \
	MOVL R11, R11

// GATHER loads the eight doubles at int32 indices; scalar loads are faster than
// VGATHERDPD where that is microcode.
#define GATHER(pointer, from, to) \
	INDICES(0, pointer); \
	VMOVSD (from)(AX*8), X0; \
	VMOVHPD (from)(CX*8), X0, X0; \
	VMOVSD (from)(DX*8), X1; \
	VMOVHPD (from)(R8*8), X1, X1; \
	VMOVSD (from)(R9*8), X2; \
	VMOVHPD (from)(R10*8), X2, X2; \
	VMOVSD (from)(R11*8), X3; \
	VMOVHPD (from)(R12*8), X3, X3; \
	VINSERTF128 $1, X1, Y0, Y0; \
	VINSERTF128 $1, X3, Y2, Y2; \
	VINSERTF64X4 $1, Y2, Z0, to

// SCATTER_ADD adds the eight doubles at (R15) to those at the indices loaded last.
#define SCATTER_ADD(to) \
	ADD1(0, to, AX); \
	ADD1(8, to, CX); \
	ADD1(16, to, DX); \
	ADD1(24, to, R8); \
	ADD1(32, to, R9); \
	ADD1(40, to, R10); \
	ADD1(48, to, R11); \
	ADD1(56, to, R12)

#define ADD1(offset, to, index) \
	VMOVSD offset(R15), X1; \
	VADDSD (to)(index*8), X1, X1; \
	VMOVSD X1, (to)(index*8)

// The sigmoid σ(θ) of Z0 = θ comes in two steps, between which other work may come.
// With e = exp(−|θ|) it is 1/(1+e), or e/(1+e) for θ < 0. With k = round(−16|θ|/ln 2),
// e = 2^⌊k/16⌋·2^((k mod 16)/16)·exp(r): the first factor by VSCALEFPD, which takes
// the floor and rounds subnormal results once, the second from a table in registers,
// the third a polynomial. NaN in, NaN out: VMAXPD returns its first operand (in
// Go's order) if one is NaN.

// REDUCE: Z0 = θ → Z2 = 2^((k mod 16)/16), Z3 = k/16, Z4 = exp(r) − 1, K1 = θ < 0.
#define REDUCE \
	VPMOVQ2M Z0, K1; \
	VORPD SIGN, Z0, Z1; \
	VMAXPD Z1, LOWEST, Z1; \
	VMOVAPD SHIFT, Z2; \
	VFMADD231PD PER_LN2, Z1, Z2; \
	VSUBPD SHIFT, Z2, Z3; \
	VFNMADD231PD LN2_HI, Z3, Z1; \
	VFNMADD231PD LN2_LO, Z3, Z1; \
	VMOVAPD C6, Z4; \
	VFMADD213PD C5, Z1, Z4; \
	VFMADD213PD C4, Z1, Z4; \
	VFMADD213PD C3, Z1, Z4; \
	VFMADD213PD C2, Z1, Z4; \
	VMULPD Z1, Z1, Z5; \
	VFMADD213PD Z1, Z5, Z4; \
	VPERMI2PD TABLE1, TABLE0, Z2; \
	VMULPD PER_16, Z3, Z3

// SIGMOID: what REDUCE gave, in these registers → Z5 = 1+e, Z7 = σ(θ), q = e.
#define SIGMOID(root, exponent, q, negative) \
	VFMADD213PD root, root, q; \
	VSCALEFPD exponent, q, q; \
	VADDPD ONE, q, Z5; \
	VBLENDMPD q, ONE, negative, Z6; \
	VDIVPD Z5, Z6, Z7
