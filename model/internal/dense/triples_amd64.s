#include "textflag.h"

// func triplesForward(n int, order *int32, m *TripleMap, c *[3][4]float64, z, d, eta, b *float64, square *[4]float64)
//
// Requires n > 0.
TEXT ·triplesForward(SB), NOSPLIT, $0-72
	MOVQ n+0(FP), CX
	MOVQ order+8(FP), R8
	MOVQ m+16(FP), DX
	MOVQ c+24(FP), BX
	MOVQ z+32(FP), SI
	MOVQ d+40(FP), R9
	MOVQ eta+48(FP), R10
	MOVQ b+56(FP), DI
	VMOVUPD (DX), Y15               // shift
	VMOVUPD 32(DX), Y14             // columns of R
	VMOVUPD 64(DX), Y13
	VMOVUPD 96(DX), Y12
	VMOVUPD 128(DX), Y11            // columns of A
	VMOVUPD 160(DX), Y10
	VMOVUPD 192(DX), Y9
	VMOVUPD (BX), Y8                // columns of C
	VMOVUPD 32(BX), Y7
	VMOVUPD 64(BX), Y6
	VXORPD Y5, Y5, Y5               // Σ η²

forward:
	MOVLQSX (R8), AX
	ADDQ $4, R8
	LEAQ (AX)(AX*2), AX
	VBROADCASTSD (SI)(AX*8), Y0
	VBROADCASTSD 8(SI)(AX*8), Y1
	VBROADCASTSD 16(SI)(AX*8), Y2
	VFMADD213PD Y15, Y14, Y0
	VFMADD231PD Y1, Y13, Y0
	VFMADD231PD Y2, Y12, Y0
	VBROADCASTSD (R9), Y1
	VBROADCASTSD 8(R9), Y2
	VBROADCASTSD 16(R9), Y3
	VMULPD Y1, Y11, Y1
	VFMADD231PD Y2, Y10, Y1
	VFMADD231PD Y3, Y9, Y1
	VADDPD Y1, Y0, Y0               // η
	VMOVUPD Y0, (R10)
	VFMADD231PD Y0, Y0, Y5
	VPERMPD $0x00, Y0, Y1
	VPERMPD $0x55, Y0, Y2
	VPERMPD $0xaa, Y0, Y3
	VMULPD Y1, Y8, Y1
	VFMADD231PD Y2, Y7, Y1
	VFMADD231PD Y3, Y6, Y1
	VMOVUPD X1, (DI)(AX*8)
	VEXTRACTF128 $1, Y1, X1
	VMOVSD X1, 16(DI)(AX*8)
	ADDQ $32, R9
	ADDQ $32, R10
	DECQ CX
	JNE  forward

	MOVQ square+64(FP), AX
	VMOVUPD Y5, (AX)
	VZEROUPPER
	RET

// three has three lanes set.
DATA three<>+0(SB)/8, $-1
DATA three<>+8(SB)/8, $-1
DATA three<>+16(SB)/8, $-1
DATA three<>+24(SB)/8, $0
GLOBL three<>(SB), RODATA|NOPTR, $32

// One derivative of the effects: what it adds to that with respect to a row of C.
#define EFFECT(offset, bar) \
	VBROADCASTSD offset(R11)(AX*8), Y1; \
	VFMADD231PD Y0, Y1, bar

// One derivative of η: what it adds to those with respect to a row of R and one of A.
#define COORDINATE(lane, root, gain) \
	VPERMPD lane, Y2, Y1; \
	VFMADD231PD Y3, Y1, root; \
	VFMADD231PD Y4, Y1, gain

// func triplesBackward(n int, order *int32, m *TripleMap, c *[3][4]float64, z, d, eta, grad, zbar *float64,
//	bar *TripleBar)
//
// Requires n > 0.
TEXT ·triplesBackward(SB), NOSPLIT, $0-80
	MOVQ n+0(FP), CX
	MOVQ order+8(FP), R8
	MOVQ m+16(FP), DX
	MOVQ c+24(FP), BX
	MOVQ z+32(FP), SI
	MOVQ d+40(FP), R9
	MOVQ eta+48(FP), R10
	MOVQ grad+56(FP), R11
	MOVQ zbar+64(FP), DI
	MOVQ bar+72(FP), R12
	VMOVUPD three<>+0(SB), Y5
	VXORPD Y6, Y6, Y6               // derivatives with respect to the shift
	VXORPD Y7, Y7, Y7               // A
	VXORPD Y8, Y8, Y8
	VXORPD Y9, Y9, Y9
	VXORPD Y10, Y10, Y10            // R
	VXORPD Y11, Y11, Y11
	VXORPD Y12, Y12, Y12
	VMOVUPD 224(R12), Y13           // C
	VMOVUPD 256(R12), Y14
	VMOVUPD 288(R12), Y15

backward:
	MOVLQSX (R8), AX
	ADDQ $4, R8
	LEAQ (AX)(AX*2), AX
	VMOVUPD (R10), Y0               // η
	EFFECT(0, Y13)
	VMULPD (BX), Y1, Y2
	EFFECT(8, Y14)
	VFMADD231PD 32(BX), Y1, Y2
	EFFECT(16, Y15)
	VFMADD231PD 64(BX), Y1, Y2
	VSUBPD Y0, Y2, Y2               // derivative with respect to η
	VADDPD Y2, Y6, Y6
	VMASKMOVPD (SI)(AX*8), Y5, Y3
	VMOVUPD (R9), Y4
	COORDINATE($0x00, Y10, Y7)
	VMULPD 224(DX), Y1, Y0
	COORDINATE($0x55, Y11, Y8)
	VFMADD231PD 256(DX), Y1, Y0
	COORDINATE($0xaa, Y12, Y9)
	VFMADD231PD 288(DX), Y1, Y0
	VMOVUPD X0, (DI)(AX*8)
	VEXTRACTF128 $1, Y0, X0
	VMOVSD X0, 16(DI)(AX*8)
	ADDQ $32, R9
	ADDQ $32, R10
	DECQ CX
	JNE  backward

	VMOVUPD Y10, (R12)
	VMOVUPD Y11, 32(R12)
	VMOVUPD Y12, 64(R12)
	VMOVUPD Y7, 96(R12)
	VMOVUPD Y8, 128(R12)
	VMOVUPD Y9, 160(R12)
	VMOVUPD Y6, 192(R12)
	VMOVUPD Y13, 224(R12)
	VMOVUPD Y14, 256(R12)
	VMOVUPD Y15, 288(R12)
	VZEROUPPER
	RET
