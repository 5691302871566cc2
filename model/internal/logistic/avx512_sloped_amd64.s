#include "textflag.h"
#include "avx512_amd64.h"

// 64 bytes each, on cache lines from R15 on: where SCATTER_ADD finds its numbers, slopes of the lanes' labelers, effects
// of the row whose second step is to come, Σ effect·p of the lanes.
#define SLOPES  64(R15)
#define EFFECTS 128(R15)
#define SUMS    192(R15)

// SLOPED_FIRST_STEP: Z0, effects of the row; Z13, numbers of the labelers. θ of an empty place is its effect, −Inf,
// whatever the slope. The effects, 0 for empty places, are kept.
#define SLOPED_FIRST_STEP \
	VCMPPD.BCST $4, ·vectorConstants+32(SB), Z0, K3; \
	VMOVAPD.Z Z0, K3, Z6; \
	VMOVAPD Z6, EFFECTS; \
	VMOVAPD SLOPES, Z1; \
	VFMADD213PD Z13, Z1, K3, Z0; \
	REDUCE; \
	VMAXPD Z0, ZERO, Z6; \
	VADDPD Z6, Z10, Z10

// SLOPED_SECOND_STEP: effects of the row in Z1.
#define SLOPED_SECOND_STEP(root, exponent, q, negative, row) \
	SIGMOID(root, exponent, q, negative); \
	VADDPD Z7, Z14, Z14; \
	VMULPD Z5, Z12, Z12; \
	VMOVAPD SUMS, Z6; \
	VFMADD231PD Z7, Z1, Z6; \
	VMOVAPD Z6, SUMS; \
	VMULPD SLOPES, Z7, Z7; \
	VMOVAPD Z7, (R15); \
	INDICES(row, DI); \
	SCATTER_ADD(BX)

// func slopedAVX512(groups int, rows, labeler, cell *int32, common, slope, effect, sumLabeler, sumSlope, sumCell *float64, out *laneSums)
//
// What sumsAVX512 does, with slopes. Requires groups > 0 and every rows > 0.
TEXT ·slopedAVX512(SB), NOSPLIT, $320-88
	LOAD_CONSTANTS
	VXORPD  Z10, Z10, Z10           // Σ max(θ, 0)
	VXORPD  Z11, Z11, Z11           // Σ exponents of the products
	VMOVAPD ONE, Z12                // Π (1+e)
	MOVQ    cell+24(FP), DI
	MOVQ    effect+48(FP), SI
	MOVQ    sumCell+72(FP), BX
	LEAQ    64(SP), R15
	ANDQ    $~63, R15

group:
	MOVQ    labeler+16(FP), R11
	MOVQ    slope+40(FP), R13
	GATHER(R11, R13, Z0)
	VMOVAPD Z0, SLOPES
	MOVQ    labeler+16(FP), R11
	MOVQ    common+32(FP), R13
	GATHER(R11, R13, Z13)           // numbers of the lanes' labelers
	MOVQ    rows+8(FP), AX
	MOVLQSX (AX), R13
	ADDQ    $4, rows+8(FP)
	VXORPD  Z14, Z14, Z14           // Σ p of the lanes
	VMOVAPD ZERO, SUMS

	GATHER(DI, SI, Z0)
	SLOPED_FIRST_STEP
	DECQ R13
	JEQ  last

row:
	VMOVAPD Z2, Z15
	VMOVAPD Z3, Z8
	VMOVAPD Z4, Z9
	KMOVW   K1, K2
	VMOVAPD EFFECTS, Z7
	ADDQ    $32, DI
	GATHER(DI, SI, Z0)
	SLOPED_FIRST_STEP
	VMOVAPD Z7, Z1
	SLOPED_SECOND_STEP(Z15, Z8, Z9, K2, -32)
	DECQ    R13
	JNE     row

last:
	VMOVAPD EFFECTS, Z1
	SLOPED_SECOND_STEP(Z2, Z3, Z4, K1, 0)
	ADDQ $32, DI

	// Keep the product near 1 and count its powers of two.
	VGETEXPPD  Z12, Z6
	VADDPD     Z6, Z11, Z11
	VGETMANTPD $0, Z12, Z12
	VMOVAPD    Z14, (R15)
	MOVQ       labeler+16(FP), R11
	INDICES(0, R11)
	MOVQ       sumLabeler+56(FP), R13
	SCATTER_ADD(R13)
	VMOVAPD    SUMS, Z6
	VMOVAPD    Z6, (R15)
	MOVQ       sumSlope+64(FP), R13
	SCATTER_ADD(R13)
	ADDQ       $32, labeler+16(FP)
	DECQ       groups+0(FP)
	JNE        group

	MOVQ    out+80(FP), AX
	VMOVUPD Z10, (AX)
	VMOVUPD Z11, 64(AX)
	VMOVUPD Z12, 128(AX)
	VZEROUPPER
	RET
