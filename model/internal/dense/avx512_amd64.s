#include "textflag.h"

// Tiles of up to 24 columns: three vectors of eight, of which a mask says which numbers there are. With eight rows there
// are 24 sums for 11 loads.

// START: the masks K1, K2 and K3 of the columns, strides in bytes, and rows 3 and 6 of a. Loads are of DX.
#define START \
	MOVQ dst+0(FP), DI;    \
	MOVQ a+8(FP), SI;      \
	MOVQ b+16(FP), BX;     \
	MOVQ n+32(FP), R8;     \
	MOVQ row+40(FP), R9;   \
	MOVQ step+48(FP), R10; \
	MOVQ columns+56(FP), CX; \
	MOVQ add+64(FP), R11;  \
	MOVQ $1, AX;           \
	SHLQ CX, AX;           \
	DECQ AX;               \
	KMOVW AX, K1;          \
	SHRQ $8, AX;           \
	KMOVW AX, K2;          \
	SHRQ $8, AX;           \
	KMOVW AX, K3;          \
	SHLQ $3, R8;           \
	SHLQ $3, R9;           \
	SHLQ $3, R10;          \
	LEAQ (SI)(R9*2), R12;  \
	ADDQ R9, R12;          \
	LEAQ (R12)(R9*2), R13; \
	ADDQ R9, R13;          \
	MOVQ DI, DX;           \
	MOVQ CX, AX;           \
	MOVQ k+24(FP), CX

#define B1 \
	VMOVUPD.Z (BX), K1, Z24
#define B2 \
	B1; \
	VMOVUPD.Z 64(BX), K2, Z25
#define B3 \
	B2; \
	VMOVUPD.Z 128(BX), K3, Z26

#define MUL1(X, A) \
	VBROADCASTSD X, Z27; \
	VFMADD231PD Z24, Z27, A
#define MUL2(X, A, B) \
	MUL1(X, A); \
	VFMADD231PD Z25, Z27, B
#define MUL3(X, A, B, C) \
	MUL2(X, A, B); \
	VFMADD231PD Z26, Z27, C

#define NEXT \
	ADDQ R8, BX;  \
	ADDQ R10, SI; \
	ADDQ R10, R12; \
	ADDQ R10, R13; \
	DECQ CX

#define ZERO1(A) \
	VPXORQ A, A, A
#define ZERO2(A, B) \
	ZERO1(A); \
	VPXORQ B, B, B
#define ZERO3(A, B, C) \
	ZERO2(A, B); \
	VPXORQ C, C, C

#define LOAD1(A) \
	VMOVUPD.Z (DX), K1, A; \
	ADDQ R8, DX
#define LOAD2(A, B) \
	VMOVUPD.Z 64(DX), K2, B; \
	LOAD1(A)
#define LOAD3(A, B, C) \
	VMOVUPD.Z 128(DX), K3, C; \
	LOAD2(A, B)

#define STORE1(A) \
	VMOVUPD A, K1, (DI); \
	ADDQ R8, DI
#define STORE2(A, B) \
	VMOVUPD B, K2, 64(DI); \
	STORE1(A)
#define STORE3(A, B, C) \
	VMOVUPD C, K3, 128(DI); \
	STORE2(A, B)


// func eightRows(dst, a, b *float64, k, n, row, step, columns, add int)
//
// dst[r·n + c] = Σ_p a[r·row + p·step] · b[p·n + c] for eight rows r and up to 24 columns c; if add is not 0, that is
// added. Requires k > 0 and columns > 0.
TEXT ·eightRows(SB), NOSPLIT, $0-72
	START
	CMPQ AX, $16
	JGT  three
	CMPQ AX, $8
	JGT  two

	ZERO1(Z0)
	ZERO1(Z1)
	ZERO1(Z2)
	ZERO1(Z3)
	ZERO1(Z4)
	ZERO1(Z5)
	ZERO1(Z6)
	ZERO1(Z7)
	TESTQ R11, R11
	JEQ  oneLoop
	LOAD1(Z0)
	LOAD1(Z1)
	LOAD1(Z2)
	LOAD1(Z3)
	LOAD1(Z4)
	LOAD1(Z5)
	LOAD1(Z6)
	LOAD1(Z7)

oneLoop:
	B1
	MUL1((SI), Z0)
	MUL1((SI)(R9*1), Z1)
	MUL1((SI)(R9*2), Z2)
	MUL1((R12), Z3)
	MUL1((SI)(R9*4), Z4)
	MUL1((R12)(R9*2), Z5)
	MUL1((R13), Z6)
	MUL1((R12)(R9*4), Z7)
	NEXT
	JNE  oneLoop

	STORE1(Z0)
	STORE1(Z1)
	STORE1(Z2)
	STORE1(Z3)
	STORE1(Z4)
	STORE1(Z5)
	STORE1(Z6)
	STORE1(Z7)
	VZEROUPPER
	RET

two:
	ZERO2(Z0, Z1)
	ZERO2(Z2, Z3)
	ZERO2(Z4, Z5)
	ZERO2(Z6, Z7)
	ZERO2(Z8, Z9)
	ZERO2(Z10, Z11)
	ZERO2(Z12, Z13)
	ZERO2(Z14, Z15)
	TESTQ R11, R11
	JEQ  twoLoop
	LOAD2(Z0, Z1)
	LOAD2(Z2, Z3)
	LOAD2(Z4, Z5)
	LOAD2(Z6, Z7)
	LOAD2(Z8, Z9)
	LOAD2(Z10, Z11)
	LOAD2(Z12, Z13)
	LOAD2(Z14, Z15)

twoLoop:
	B2
	MUL2((SI), Z0, Z1)
	MUL2((SI)(R9*1), Z2, Z3)
	MUL2((SI)(R9*2), Z4, Z5)
	MUL2((R12), Z6, Z7)
	MUL2((SI)(R9*4), Z8, Z9)
	MUL2((R12)(R9*2), Z10, Z11)
	MUL2((R13), Z12, Z13)
	MUL2((R12)(R9*4), Z14, Z15)
	NEXT
	JNE  twoLoop

	STORE2(Z0, Z1)
	STORE2(Z2, Z3)
	STORE2(Z4, Z5)
	STORE2(Z6, Z7)
	STORE2(Z8, Z9)
	STORE2(Z10, Z11)
	STORE2(Z12, Z13)
	STORE2(Z14, Z15)
	VZEROUPPER
	RET

three:
	ZERO3(Z0, Z1, Z2)
	ZERO3(Z3, Z4, Z5)
	ZERO3(Z6, Z7, Z8)
	ZERO3(Z9, Z10, Z11)
	ZERO3(Z12, Z13, Z14)
	ZERO3(Z15, Z16, Z17)
	ZERO3(Z18, Z19, Z20)
	ZERO3(Z21, Z22, Z23)
	TESTQ R11, R11
	JEQ  threeLoop
	LOAD3(Z0, Z1, Z2)
	LOAD3(Z3, Z4, Z5)
	LOAD3(Z6, Z7, Z8)
	LOAD3(Z9, Z10, Z11)
	LOAD3(Z12, Z13, Z14)
	LOAD3(Z15, Z16, Z17)
	LOAD3(Z18, Z19, Z20)
	LOAD3(Z21, Z22, Z23)

threeLoop:
	B3
	MUL3((SI), Z0, Z1, Z2)
	MUL3((SI)(R9*1), Z3, Z4, Z5)
	MUL3((SI)(R9*2), Z6, Z7, Z8)
	MUL3((R12), Z9, Z10, Z11)
	MUL3((SI)(R9*4), Z12, Z13, Z14)
	MUL3((R12)(R9*2), Z15, Z16, Z17)
	MUL3((R13), Z18, Z19, Z20)
	MUL3((R12)(R9*4), Z21, Z22, Z23)
	NEXT
	JNE  threeLoop

	STORE3(Z0, Z1, Z2)
	STORE3(Z3, Z4, Z5)
	STORE3(Z6, Z7, Z8)
	STORE3(Z9, Z10, Z11)
	STORE3(Z12, Z13, Z14)
	STORE3(Z15, Z16, Z17)
	STORE3(Z18, Z19, Z20)
	STORE3(Z21, Z22, Z23)
	VZEROUPPER
	RET

// func fourRows(dst, a, b *float64, k, n, row, step, columns, add int)
TEXT ·fourRows(SB), NOSPLIT, $0-72
	START
	CMPQ AX, $16
	JGT  three
	CMPQ AX, $8
	JGT  two

	ZERO1(Z0)
	ZERO1(Z1)
	ZERO1(Z2)
	ZERO1(Z3)
	TESTQ R11, R11
	JEQ  oneLoop
	LOAD1(Z0)
	LOAD1(Z1)
	LOAD1(Z2)
	LOAD1(Z3)

oneLoop:
	B1
	MUL1((SI), Z0)
	MUL1((SI)(R9*1), Z1)
	MUL1((SI)(R9*2), Z2)
	MUL1((R12), Z3)
	NEXT
	JNE  oneLoop

	STORE1(Z0)
	STORE1(Z1)
	STORE1(Z2)
	STORE1(Z3)
	VZEROUPPER
	RET

two:
	ZERO2(Z0, Z1)
	ZERO2(Z2, Z3)
	ZERO2(Z4, Z5)
	ZERO2(Z6, Z7)
	TESTQ R11, R11
	JEQ  twoLoop
	LOAD2(Z0, Z1)
	LOAD2(Z2, Z3)
	LOAD2(Z4, Z5)
	LOAD2(Z6, Z7)

twoLoop:
	B2
	MUL2((SI), Z0, Z1)
	MUL2((SI)(R9*1), Z2, Z3)
	MUL2((SI)(R9*2), Z4, Z5)
	MUL2((R12), Z6, Z7)
	NEXT
	JNE  twoLoop

	STORE2(Z0, Z1)
	STORE2(Z2, Z3)
	STORE2(Z4, Z5)
	STORE2(Z6, Z7)
	VZEROUPPER
	RET

three:
	ZERO3(Z0, Z1, Z2)
	ZERO3(Z3, Z4, Z5)
	ZERO3(Z6, Z7, Z8)
	ZERO3(Z9, Z10, Z11)
	TESTQ R11, R11
	JEQ  threeLoop
	LOAD3(Z0, Z1, Z2)
	LOAD3(Z3, Z4, Z5)
	LOAD3(Z6, Z7, Z8)
	LOAD3(Z9, Z10, Z11)

threeLoop:
	B3
	MUL3((SI), Z0, Z1, Z2)
	MUL3((SI)(R9*1), Z3, Z4, Z5)
	MUL3((SI)(R9*2), Z6, Z7, Z8)
	MUL3((R12), Z9, Z10, Z11)
	NEXT
	JNE  threeLoop

	STORE3(Z0, Z1, Z2)
	STORE3(Z3, Z4, Z5)
	STORE3(Z6, Z7, Z8)
	STORE3(Z9, Z10, Z11)
	VZEROUPPER
	RET

// func oneRow(dst, a, b *float64, k, n, row, step, columns, add int)
TEXT ·oneRow(SB), NOSPLIT, $0-72
	START
	CMPQ AX, $16
	JGT  three
	CMPQ AX, $8
	JGT  two

	ZERO1(Z0)
	TESTQ R11, R11
	JEQ  oneLoop
	LOAD1(Z0)

oneLoop:
	B1
	MUL1((SI), Z0)
	NEXT
	JNE  oneLoop

	STORE1(Z0)
	VZEROUPPER
	RET

two:
	ZERO2(Z0, Z1)
	TESTQ R11, R11
	JEQ  twoLoop
	LOAD2(Z0, Z1)

twoLoop:
	B2
	MUL2((SI), Z0, Z1)
	NEXT
	JNE  twoLoop

	STORE2(Z0, Z1)
	VZEROUPPER
	RET

three:
	ZERO3(Z0, Z1, Z2)
	TESTQ R11, R11
	JEQ  threeLoop
	LOAD3(Z0, Z1, Z2)

threeLoop:
	B3
	MUL3((SI), Z0, Z1, Z2)
	NEXT
	JNE  threeLoop

	STORE3(Z0, Z1, Z2)
	VZEROUPPER
	RET
