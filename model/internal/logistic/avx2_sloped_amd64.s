#include "textflag.h"
#include "avx2_amd64.h"

#define EMPTY ·constants4+352(SB)

// SLOPED: Y0, effects of half a row → θ. Empty places, whose effect is −Inf, keep it, whatever the slope. Y15 gets the
// effects, 0 for empty places.
#define SLOPED(slopes, commons) \
	VCMPPD $0, EMPTY, Y0, Y1; \
	VANDNPD Y0, Y1, Y15; \
	VMOVUPD slopes, Y2; \
	VMOVAPD Y15, Y3; \
	VFMADD213PD commons, Y2, Y3; \
	VBLENDVPD Y1, Y0, Y3, Y0

// ADD_UP: after SIGMOID, what half a row adds to sums of the lanes; p becomes slope·p.
#define ADD_UP(slopes, sums, p, product) \
	VADDPD Y7, p, p; \
	VMULPD Y5, product, product; \
	VXORPD Y6, Y6, Y6; \
	VMAXPD Y0, Y6, Y6; \
	VADDPD Y6, Y14, Y14; \
	VMOVUPD sums, Y6; \
	VFMADD231PD Y7, Y15, Y6; \
	VMOVUPD Y6, sums; \
	VMULPD slopes, Y7, Y7

// func slopedAVX2(groups int, rows, labeler, cell *int32, common, slope, effect, sumLabeler, sumSlope, sumCell *float64, out *laneSums)
//
// What sumsAVX2 does, with slopes, which are in 0(SP) to 63(SP); Σ effect·p of the lanes are in the next 64 bytes.
// Requires groups > 0, every rows > 0 and out zero.
TEXT ·slopedAVX2(SB), NOSPLIT, $128-88
	VXORPD  Y14, Y14, Y14           // Σ max(θ, 0)
	VMOVUPD ONE, Y12                // Π (1+e)
	VMOVUPD ONE, Y13
	MOVQ    cell+24(FP), DI
	MOVQ    effect+48(FP), SI
	MOVQ    sumCell+72(FP), BX

group:
	MOVQ    labeler+16(FP), R15
	MOVQ    slope+40(FP), R13
	GATHER4(0, R15, R13, AX, CX, DX, R8, X8, Y8)
	GATHER4(16, R15, R13, R9, R10, R11, R12, X9, Y9)
	VMOVUPD Y8, 0(SP)
	VMOVUPD Y9, 32(SP)
	MOVQ    common+32(FP), R13
	GATHER4(0, R15, R13, AX, CX, DX, R8, X8, Y8)
	GATHER4(16, R15, R13, R9, R10, R11, R12, X9, Y9)
	VXORPD  Y10, Y10, Y10           // Σ p of the lanes
	VXORPD  Y11, Y11, Y11
	VMOVUPD Y10, 64(SP)
	VMOVUPD Y10, 96(SP)
	MOVQ    rows+8(FP), R15
	MOVLQSX (R15), R13
	ADDQ    $4, rows+8(FP)

row:
	GATHER4(0, DI, SI, AX, CX, DX, R8, X0, Y0)
	SLOPED(0(SP), Y8)
	EXP_TAIL
	SIGMOID
	ADD_UP(0(SP), 64(SP), Y10, Y12)
	SCATTER_ADD4(BX, AX, CX, DX, R8)
	GATHER4(16, DI, SI, R9, R10, R11, R12, X0, Y0)
	SLOPED(32(SP), Y9)
	EXP_TAIL
	SIGMOID
	ADD_UP(32(SP), 96(SP), Y11, Y13)
	SCATTER_ADD4(BX, R9, R10, R11, R12)
	ADDQ $32, DI
	DECQ R13
	JNE  row

	MOVQ out+80(FP), R15
	FOLD(Y12, 64(R15))
	FOLD(Y13, 96(R15))
	MOVQ labeler+16(FP), R15
	MOVLQSX 0(R15), AX
	MOVLQSX 4(R15), CX
	MOVLQSX 8(R15), DX
	MOVLQSX 12(R15), R8
	MOVLQSX 16(R15), R9
	MOVLQSX 20(R15), R10
	MOVLQSX 24(R15), R11
	MOVLQSX 28(R15), R12
	MOVQ sumLabeler+56(FP), R13
	VMOVAPD Y10, Y7
	SCATTER_ADD4(R13, AX, CX, DX, R8)
	VMOVAPD Y11, Y7
	SCATTER_ADD4(R13, R9, R10, R11, R12)
	MOVQ sumSlope+64(FP), R13
	VMOVUPD 64(SP), Y7
	SCATTER_ADD4(R13, AX, CX, DX, R8)
	VMOVUPD 96(SP), Y7
	SCATTER_ADD4(R13, R9, R10, R11, R12)
	ADDQ $32, labeler+16(FP)
	DECQ groups+0(FP)
	JNE  group

	MOVQ    out+80(FP), AX
	VMOVUPD Y14, (AX)
	VMOVUPD Y12, 128(AX)
	VMOVUPD Y13, 160(AX)
	VZEROUPPER
	RET
