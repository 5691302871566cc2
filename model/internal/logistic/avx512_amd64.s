#include "textflag.h"
#include "avx512_amd64.h"

// A row of eight labels takes two steps. The second step of a row comes after the
// first of the next: one chain of dependent operations through both would be too
// long for the processor to see beyond.

// FIRST_STEP: Z0, effects of the row; Z13, numbers of the labelers.
#define FIRST_STEP \
	VADDPD Z13, Z0, Z0; \
	REDUCE; \
	VMAXPD Z0, ZERO, Z6; \
	VADDPD Z6, Z10, Z10

// SECOND_STEP scatters the sigmoids one by one, since lanes may meet in a cell.
#define SECOND_STEP(root, exponent, q, negative, row) \
	SIGMOID(root, exponent, q, negative); \
	VADDPD Z7, Z14, Z14; \
	VMULPD Z5, Z12, Z12; \
	VMOVAPD Z7, (R15); \
	INDICES(row, DI); \
	SCATTER_ADD(BX)

// func sumsAVX512(groups int, rows, labeler, cell *int32, common, effect, sumLabeler, sumCell *float64, out *laneSums)
//
// Requires groups > 0 and every rows > 0.
TEXT ·sumsAVX512(SB), NOSPLIT, $128-72
	LOAD_CONSTANTS
	VXORPD  Z10, Z10, Z10           // Σ max(θ, 0)
	VXORPD  Z11, Z11, Z11           // Σ exponents of the products
	VMOVAPD ONE, Z12                // Π (1+e)
	MOVQ    cell+24(FP), DI
	MOVQ    effect+40(FP), SI
	MOVQ    sumCell+56(FP), BX
	LEAQ    64(SP), R15             // 64 bytes on one cache line
	ANDQ    $~63, R15

group:
	MOVQ   labeler+16(FP), R11
	MOVQ   common+32(FP), R13
	GATHER(R11, R13, Z13)           // numbers of the lanes' labelers
	MOVQ   rows+8(FP), AX
	MOVLQSX (AX), R13
	ADDQ   $4, rows+8(FP)
	VXORPD Z14, Z14, Z14            // Σ p of the lanes

	GATHER(DI, SI, Z0)
	FIRST_STEP
	DECQ R13
	JEQ  last

row:
	VMOVAPD Z2, Z15
	VMOVAPD Z3, Z8
	VMOVAPD Z4, Z9
	KMOVW   K1, K2
	ADDQ    $32, DI
	GATHER(DI, SI, Z0)
	FIRST_STEP
	SECOND_STEP(Z15, Z8, Z9, K2, -32)
	DECQ    R13
	JNE     row

last:
	SECOND_STEP(Z2, Z3, Z4, K1, 0)
	ADDQ $32, DI

	// Keep the product near 1 and count its powers of two.
	VGETEXPPD  Z12, Z6
	VADDPD     Z6, Z11, Z11
	VGETMANTPD $0, Z12, Z12
	VMOVAPD    Z14, (R15)
	MOVQ       labeler+16(FP), R11
	INDICES(0, R11)
	MOVQ       sumLabeler+48(FP), R13
	SCATTER_ADD(R13)
	ADDQ       $32, labeler+16(FP)
	DECQ       groups+0(FP)
	JNE        group

	MOVQ    out+64(FP), AX
	VMOVUPD Z10, (AX)
	VMOVUPD Z11, 64(AX)
	VMOVUPD Z12, 128(AX)
	VZEROUPPER
	RET

// func denseAVX512(p, theta *float64, n int, out *laneSums)
//
// Requires n > 0, a multiple of 8.
TEXT ·denseAVX512(SB), NOSPLIT, $0-32
	LOAD_CONSTANTS
	VXORPD  Z10, Z10, Z10           // Σ max(θ, 0)
	VXORPD  Z11, Z11, Z11           // Σ exponents of the products
	VMOVAPD ONE, Z12                // Π (1+e)
	MOVQ    p+0(FP), DI
	MOVQ    theta+8(FP), SI
	MOVQ    n+16(FP), CX
	SHRQ    $3, CX

block:
	MOVL    $256, BX                // rows that a product can take
	CMPQ    CX, BX
	CMOVQLT CX, BX
	SUBQ    BX, CX

row:
	VMOVUPD (SI), Z0
	REDUCE
	SIGMOID(Z2, Z3, Z4, K1)
	VMULPD  Z5, Z12, Z12
	VMAXPD  Z0, ZERO, Z6            // NaN if θ is
	VADDPD  Z6, Z10, Z10
	VMOVUPD Z7, (DI)
	ADDQ    $64, SI
	ADDQ    $64, DI
	DECQ    BX
	JNE     row

	VGETEXPPD  Z12, Z6
	VADDPD     Z6, Z11, Z11
	VGETMANTPD $0, Z12, Z12
	TESTQ      CX, CX
	JNE        block

	MOVQ    out+24(FP), AX
	VMOVUPD Z10, (AX)
	VMOVUPD Z11, 64(AX)
	VMOVUPD Z12, 128(AX)
	VZEROUPPER
	RET

// func weightedAVX512(mp, m, theta *float64, n int, sum *[8]float64)
//
// Requires n > 0, a multiple of 8.
TEXT ·weightedAVX512(SB), NOSPLIT, $0-40
	LOAD_CONSTANTS
	VXORPD       Z10, Z10, Z10      // Σ m·log(1+exp θ)
	VBROADCASTSD ·log1pConstants+0(SB), Z11 // 2
	MOVQ         mp+0(FP), DI
	MOVQ         m+8(FP), DX
	MOVQ         theta+16(FP), SI
	MOVQ         n+24(FP), CX
	SHRQ         $3, CX
	LEAQ         ·log1pConstants+0(SB), AX

row:
	VMOVUPD (SI), Z0
	VMOVUPD (DX), Z12
	REDUCE
	SIGMOID(Z2, Z3, Z4, K1)
	VMULPD  Z12, Z7, Z7
	VMOVUPD Z7, (DI)

	// log(1+e) = s·g(s²) with s = e/(2+e) ≤ 1/3.
	VADDPD            Z11, Z4, Z1
	VDIVPD            Z1, Z4, Z1
	VMULPD            Z1, Z1, Z2
	VBROADCASTSD      80(AX), Z3
	VFMADD213PD.BCST  72(AX), Z2, Z3
	VFMADD213PD.BCST  64(AX), Z2, Z3
	VFMADD213PD.BCST  56(AX), Z2, Z3
	VFMADD213PD.BCST  48(AX), Z2, Z3
	VFMADD213PD.BCST  40(AX), Z2, Z3
	VFMADD213PD.BCST  32(AX), Z2, Z3
	VFMADD213PD.BCST  24(AX), Z2, Z3
	VFMADD213PD.BCST  16(AX), Z2, Z3
	VFMADD213PD.BCST  8(AX), Z2, Z3
	VFMADD213PD.BCST  (AX), Z2, Z3
	VMAXPD            Z0, ZERO, Z6  // NaN if θ is
	VFMADD213PD       Z6, Z1, Z3
	VFMADD231PD       Z12, Z3, Z10
	ADDQ              $64, SI
	ADDQ              $64, DX
	ADDQ              $64, DI
	DECQ              CX
	JNE               row

	MOVQ    sum+32(FP), AX
	VMOVUPD Z10, (AX)
	VZEROUPPER
	RET
