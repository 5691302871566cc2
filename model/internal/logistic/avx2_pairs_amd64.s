#include "textflag.h"
#include "avx2_amd64.h"

DATA ·minusInfinity4+0(SB)/8, $0xfff0000000000000
DATA ·minusInfinity4+8(SB)/8, $0xfff0000000000000
DATA ·minusInfinity4+16(SB)/8, $0xfff0000000000000
DATA ·minusInfinity4+24(SB)/8, $0xfff0000000000000
GLOBL ·minusInfinity4(SB), RODATA|NOPTR, $32

// In the frame, 32 bytes a half: g of the lanes' labelers, Σ σ(w−half) − σ(−w−half) of these.
#define SHRINK(half) (half)*32(SP)
#define SUM(half) (64+(half)*32)(SP)

// PAIRS: Y0, effects of the half row at these indices; R15, out. As pairsAVX512: Y15, no empty place; Y5 = A, Y6 = B,
// Y3 = AB, of empty places 1.
#define PAIRS(half, middle, upper, product, a, b, c, d) \
	VCMPPD $4, ·minusInfinity4(SB), Y0, Y15; \
	VADDPD middle, Y0, Y0; \
	EXP_TAIL; \
	VMOVUPD SIGN, Y1; \
	VANDNPD Y0, Y1, Y1; \
	VANDPD Y15, Y1, Y1; \
	VADDPD Y1, Y14, Y14; \
	VMOVUPD SHRINK(half), Y2; \
	VMOVUPD ONE, Y1; \
	VMOVAPD Y1, Y5; \
	VFMADD231PD Y2, Y4, Y5; \
	VADDPD Y2, Y4, Y6; \
	VMULPD Y5, Y6, Y3; \
	VDIVPD Y3, Y2, Y7; \
	VBLENDVPD Y15, Y3, Y1, Y3; \
	VMULPD Y3, product, product; \
	FOLD(product, (64+(half)*32)(R15)); \
	VMULPD Y6, Y4, Y6; \
	VMULPD Y7, Y5, Y5; \
	VMULPD Y7, Y6, Y6; \
	VSUBPD Y6, Y5, Y7; \
	VBLENDVPD Y0, Y6, Y5, Y5; \
	VANDPD Y15, Y5, Y5; \
	VADDPD Y5, upper, upper; \
	VANDPD SIGN, Y0, Y1; \
	VXORPD Y1, Y7, Y7; \
	VANDPD Y15, Y7, Y7; \
	VADDPD SUM(half), Y7, Y1; \
	VMOVUPD Y1, SUM(half); \
	SCATTER_ADD4(BX, a, b, c, d)

// func pairsAVX2(groups int, rows, labeler, cell *int32, middle, shrink, effect, sumUpper, sum, sumCell *float64, out *laneSums)
//
// Requires groups > 0, every rows > 0, no g that underflows, and out zero.
TEXT ·pairsAVX2(SB), NOSPLIT, $128-88
	VXORPD  Y14, Y14, Y14           // Σ |w|
	VMOVUPD ONE, Y12                // Π AB
	VMOVUPD ONE, Y13
	MOVQ    cell+24(FP), DI
	MOVQ    effect+48(FP), SI
	MOVQ    sumCell+72(FP), BX

group:
	MOVQ    labeler+16(FP), R15
	MOVQ    shrink+40(FP), R13
	GATHER4(0, R15, R13, AX, CX, DX, R8, X8, Y8)
	GATHER4(16, R15, R13, R9, R10, R11, R12, X9, Y9)
	VMOVUPD Y8, SHRINK(0)
	VMOVUPD Y9, SHRINK(1)
	MOVQ    middle+32(FP), R13
	GATHER4(0, R15, R13, AX, CX, DX, R8, X8, Y8)
	GATHER4(16, R15, R13, R9, R10, R11, R12, X9, Y9)
	VXORPD  Y10, Y10, Y10           // Σ σ(w−half) of the lanes
	VXORPD  Y11, Y11, Y11
	VMOVUPD Y10, SUM(0)
	VMOVUPD Y11, SUM(1)
	MOVQ    rows+8(FP), R15
	MOVLQSX (R15), R13
	ADDQ    $4, rows+8(FP)
	MOVQ    out+80(FP), R15

row:
	GATHER4(0, DI, SI, AX, CX, DX, R8, X0, Y0)
	PAIRS(0, Y8, Y10, Y12, AX, CX, DX, R8)
	GATHER4(16, DI, SI, R9, R10, R11, R12, X0, Y0)
	PAIRS(1, Y9, Y11, Y13, R9, R10, R11, R12)
	ADDQ $32, DI
	DECQ R13
	JNE  row

	MOVQ labeler+16(FP), R15
	MOVLQSX 0(R15), AX
	MOVLQSX 4(R15), CX
	MOVLQSX 8(R15), DX
	MOVLQSX 12(R15), R8
	MOVLQSX 16(R15), R9
	MOVLQSX 20(R15), R10
	MOVLQSX 24(R15), R11
	MOVLQSX 28(R15), R12
	MOVQ sumUpper+56(FP), R13
	VMOVAPD Y10, Y7
	SCATTER_ADD4(R13, AX, CX, DX, R8)
	VMOVAPD Y11, Y7
	SCATTER_ADD4(R13, R9, R10, R11, R12)
	MOVQ sum+64(FP), R13
	VMOVUPD SUM(0), Y7
	SCATTER_ADD4(R13, AX, CX, DX, R8)
	VMOVUPD SUM(1), Y7
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
