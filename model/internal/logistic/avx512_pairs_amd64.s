#include "textflag.h"
#include "avx512_amd64.h"

// As in sumsAVX512 the second step of a row comes after the first of the next.

// PAIRS_FIRST_STEP: Z0, effects of the row; Z13, middles → Z4 = e = exp(−|w|), K1 = w < 0, K3 = no empty place.
#define PAIRS_FIRST_STEP \
	VFPCLASSPDZ $0x10, Z0, K3; \
	KNOTB K3, K3; \
	VADDPD Z13, Z0, Z0; \
	REDUCE; \
	VANDNPD Z0, SIGN, Z6; \
	VADDPD Z6, Z10, K3, Z10; \
	VFMADD213PD Z2, Z2, Z4; \
	VSCALEFPD Z3, Z4, Z4

// PAIRS_SECOND_STEP: e in Z15 and the masks of the row in K2 and K4; g in Z8. With A = 1+eg and B = g+e the greater of
// σ(w−half) and σ(−w−half) is g/B, the other eg/A.
#define PAIRS_SECOND_STEP(row) \
	VMOVAPD ONE, Z5; \
	VFMADD231PD Z8, Z15, Z5; \
	VADDPD Z8, Z15, Z7; \
	VMULPD Z5, Z7, Z6; \
	VDIVPD Z6, Z8, Z1; \
	VGETEXPPD Z6, Z2; \
	VADDPD Z2, Z11, K4, Z11; \
	VGETMANTPD $0, Z6, Z2; \
	VMULPD Z2, Z12, K4, Z12; \
	VMULPD Z15, Z7, Z7; \
	VMULPD Z1, Z5, Z5; \
	VMULPD Z1, Z7, Z7; \
	VSUBPD Z7, Z5, Z6; \
	VBLENDMPD Z7, Z5, K2, Z2; \
	VADDPD Z2, Z14, K4, Z14; \
	VSUBPD Z6, ZERO, K2, Z6; \
	VADDPD Z6, Z9, K4, Z9; \
	VMOVAPD Z6, (R15); \
	INDICES(row, DI); \
	SCATTER_ADD(BX)

// func pairsAVX512(groups int, rows, labeler, cell *int32, middle, shrink, effect, sumUpper, sum, sumCell *float64, out *laneSums)
//
// Requires groups > 0, every rows > 0, and no g that underflows.
TEXT ·pairsAVX512(SB), NOSPLIT, $128-88
	LOAD_CONSTANTS
	VXORPD  Z10, Z10, Z10           // Σ |w|
	VXORPD  Z11, Z11, Z11           // Σ exponents of AB
	VMOVAPD ONE, Z12                // Π mantissas
	MOVQ    cell+24(FP), DI
	MOVQ    effect+48(FP), SI
	MOVQ    sumCell+72(FP), BX
	LEAQ    64(SP), R15             // 64 bytes on one cache line
	ANDQ    $~63, R15

group:
	MOVQ    labeler+16(FP), R11
	MOVQ    middle+32(FP), R13
	GATHER(R11, R13, Z13)
	MOVQ    labeler+16(FP), R11
	MOVQ    shrink+40(FP), R13
	GATHER(R11, R13, Z8)
	MOVQ    rows+8(FP), AX
	MOVLQSX (AX), R13
	ADDQ    $4, rows+8(FP)
	VXORPD  Z14, Z14, Z14           // Σ σ(w−half) of the lanes
	VXORPD  Z9, Z9, Z9              // Σ σ(w−half) − σ(−w−half)

	GATHER(DI, SI, Z0)
	PAIRS_FIRST_STEP
	DECQ R13
	JEQ  last

row:
	VMOVAPD Z4, Z15
	KMOVW   K1, K2
	KMOVW   K3, K4
	ADDQ    $32, DI
	GATHER(DI, SI, Z0)
	PAIRS_FIRST_STEP
	PAIRS_SECOND_STEP(-32)
	DECQ    R13
	JNE     row

last:
	VMOVAPD Z4, Z15
	KMOVW   K1, K2
	KMOVW   K3, K4
	PAIRS_SECOND_STEP(0)
	ADDQ    $32, DI

	// Keep the product near 1 and count its powers of two.
	VGETEXPPD  Z12, Z6
	VADDPD     Z6, Z11, Z11
	VGETMANTPD $0, Z12, Z12
	VMOVAPD    Z14, (R15)
	MOVQ       labeler+16(FP), R11
	INDICES(0, R11)
	MOVQ       sumUpper+56(FP), R13
	SCATTER_ADD(R13)
	VMOVAPD    Z9, (R15)
	MOVQ       sum+64(FP), R13
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
