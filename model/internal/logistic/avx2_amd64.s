#include "textflag.h"
#include "avx2_amd64.h"

// func sumsAVX2(groups int, rows, labeler, cell *int32, common, effect, sumLabeler, sumCell *float64, out *laneSums)
//
// One row of eight labels at a time, in two halves: gather the effects, evaluate,
// scatter the sigmoids one by one (lanes may meet in a cell). Requires groups > 0,
// every rows > 0 and out zero.
TEXT ·sumsAVX2(SB), NOSPLIT, $0-72
	VXORPD  Y14, Y14, Y14           // Σ max(θ, 0)
	VMOVUPD ONE, Y12                // Π (1+e)
	VMOVUPD ONE, Y13
	MOVQ    cell+24(FP), DI
	MOVQ    effect+40(FP), SI
	MOVQ    sumCell+56(FP), BX

group:
	MOVQ    labeler+16(FP), R15
	MOVQ    common+32(FP), R13
	GATHER4(0, R15, R13, AX, CX, DX, R8, X8, Y8)
	GATHER4(16, R15, R13, R9, R10, R11, R12, X9, Y9)
	VXORPD  Y10, Y10, Y10           // Σ p of the lanes
	VXORPD  Y11, Y11, Y11
	MOVQ    rows+8(FP), R15
	MOVLQSX (R15), R13
	ADDQ    $4, rows+8(FP)

row:
	GATHER4(0, DI, SI, AX, CX, DX, R8, X0, Y0)
	VADDPD Y8, Y0, Y0
	EXP_TAIL
	SIGMOID
	VADDPD Y7, Y10, Y10
	VMULPD Y5, Y12, Y12
	VXORPD Y6, Y6, Y6
	VMAXPD Y0, Y6, Y6               // NaN if θ is
	VADDPD Y6, Y14, Y14
	SCATTER_ADD4(BX, AX, CX, DX, R8)
	GATHER4(16, DI, SI, R9, R10, R11, R12, X0, Y0)
	VADDPD Y9, Y0, Y0
	EXP_TAIL
	SIGMOID
	VADDPD Y7, Y11, Y11
	VMULPD Y5, Y13, Y13
	VXORPD Y6, Y6, Y6
	VMAXPD Y0, Y6, Y6               // NaN if θ is
	VADDPD Y6, Y14, Y14
	SCATTER_ADD4(BX, R9, R10, R11, R12)
	ADDQ $32, DI
	DECQ R13
	JNE  row

	MOVQ out+64(FP), R15
	FOLD(Y12, 64(R15))
	FOLD(Y13, 96(R15))
	MOVQ labeler+16(FP), R15
	MOVQ sumLabeler+48(FP), R13
	MOVLQSX 0(R15), AX
	MOVLQSX 4(R15), CX
	MOVLQSX 8(R15), DX
	MOVLQSX 12(R15), R8
	VMOVAPD Y10, Y7
	SCATTER_ADD4(R13, AX, CX, DX, R8)
	MOVLQSX 16(R15), AX
	MOVLQSX 20(R15), CX
	MOVLQSX 24(R15), DX
	MOVLQSX 28(R15), R8
	VMOVAPD Y11, Y7
	SCATTER_ADD4(R13, AX, CX, DX, R8)
	ADDQ $32, labeler+16(FP)
	DECQ groups+0(FP)
	JNE  group

	MOVQ    out+64(FP), AX
	VMOVUPD Y14, (AX)
	VMOVUPD Y12, 128(AX)
	VMOVUPD Y13, 160(AX)
	VZEROUPPER
	RET

// func denseAVX2(p, theta *float64, n int, out *laneSums)
//
// Requires n > 0, a multiple of 8, and out zero.
TEXT ·denseAVX2(SB), NOSPLIT, $0-32
	VXORPD  Y14, Y14, Y14           // Σ max(θ, 0)
	VMOVUPD ONE, Y12                // Π (1+e)
	VMOVUPD ONE, Y13
	MOVQ    p+0(FP), DI
	MOVQ    theta+8(FP), SI
	MOVQ    n+16(FP), CX
	MOVQ    out+24(FP), AX
	SHRQ    $3, CX

block:
	MOVL    $256, BX                // rows that a product can take
	CMPQ    CX, BX
	CMOVQLT CX, BX
	SUBQ    BX, CX

row:
	VMOVUPD (SI), Y0
	EXP_TAIL
	SIGMOID
	VMOVUPD Y7, (DI)
	VMULPD  Y5, Y12, Y12
	VXORPD  Y6, Y6, Y6
	VMAXPD  Y0, Y6, Y6              // NaN if θ is
	VADDPD  Y6, Y14, Y14
	VMOVUPD 32(SI), Y0
	EXP_TAIL
	SIGMOID
	VMOVUPD Y7, 32(DI)
	VMULPD  Y5, Y13, Y13
	VXORPD  Y6, Y6, Y6
	VMAXPD  Y0, Y6, Y6
	VADDPD  Y6, Y14, Y14
	ADDQ    $64, SI
	ADDQ    $64, DI
	DECQ    BX
	JNE     row

	FOLD(Y12, 64(AX))
	FOLD(Y13, 96(AX))
	TESTQ CX, CX
	JNE   block

	VMOVUPD Y14, (AX)
	VMOVUPD Y12, 128(AX)
	VMOVUPD Y13, 160(AX)
	VZEROUPPER
	RET

// func weightedAVX2(mp, m, theta *float64, n int, sum *[8]float64)
//
// Requires n > 0, a multiple of 4, and sum zero.
TEXT ·weightedAVX2(SB), NOSPLIT, $0-40
	VXORPD Y10, Y10, Y10            // Σ m·log(1+exp θ)
	MOVQ   mp+0(FP), DI
	MOVQ   m+8(FP), DX
	MOVQ   theta+16(FP), SI
	MOVQ   n+24(FP), CX
	SHRQ   $2, CX

row:
	VMOVUPD     (SI), Y0
	VMOVUPD     (DX), Y12
	EXP_TAIL
	SIGMOID
	VMULPD      Y12, Y7, Y7
	VMOVUPD     Y7, (DI)
	LOG1P
	VFMADD231PD Y12, Y3, Y10
	ADDQ        $32, SI
	ADDQ        $32, DX
	ADDQ        $32, DI
	DECQ        CX
	JNE         row

	MOVQ    sum+32(FP), AX
	VMOVUPD Y10, (AX)
	VZEROUPPER
	RET
