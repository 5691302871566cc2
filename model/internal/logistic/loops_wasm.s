#include "textflag.h"

// See loops_wasm.go for what these are, and exp.go for the numbers. Pointers are kept as 64 bits, as Go has them, and
// cut to the 32 that memory has where they are used.

// func runLoop(p, theta *float64, length int) (n int, positive, product float64)
// R0: p, R1: theta, R2: end of theta, R3: expTable, R4: bits
// F16: positive, F17: product, F18: t, F19: a = |t|, F20: roundShift + k, F21: k, F22: r, F23: scale, F24: e, F25: 1 + e
TEXT ·runLoop(SB), NOSPLIT, $0-48
	MOVD p+0(FP), R0
	MOVD theta+8(FP), R1
	MOVD length+16(FP), R2
	Get R2
	I64Const $3
	I64Shl
	Get R1
	I64Add
	Set R2
	MOVD $·expTable(SB), R3
	F64Const $0.0
	Set F16
	F64Const $1.0
	Set F17
	Block
		Loop
			Get R1
			Get R2
			I64GeU
			BrIf $1
			Get R1
			I32WrapI64
			F64Load $0
			Tee F18
			F64Abs
			Tee F19
			F64Const $708.0
			F64Lt
			I32Eqz
			BrIf $1

			// reduce
			F64Const $6755399441055744.0
			Get F19
			F64Const $92.33248261689366
			F64Mul
			F64Sub
			Tee F20
			F64Const $6755399441055744.0
			F64Sub
			Set F21
			Get F19
			F64Neg
			Get F21
			F64Const $0.01083042469326756
			F64Mul
			F64Sub
			Get F21
			F64Const $2.9815858269852933e-12
			F64Mul
			F64Sub
			Set F22

			// expand
			Get F20
			I64ReinterpretF64
			Tee R4
			I64Const $63
			I64And
			I64Const $3
			I64Shl
			Get R3
			I64Add
			I32WrapI64
			I64Load $0
			Get R4
			I64Const $-64
			I64And
			I64Const $46
			I64Shl
			I64Add
			F64ReinterpretI64
			Tee F23
			Get F23
			Get F22
			Get F22
			Get F22
			F64Mul
			F64Const $0.5
			Get F22
			F64Const $0.16666666666666666
			Get F22
			F64Const $0.041666666666666664
			Get F22
			F64Const $0.008333333333333333
			F64Mul
			F64Add
			F64Mul
			F64Add
			F64Mul
			F64Add
			F64Mul
			F64Add
			F64Mul
			F64Add
			Tee F24
			F64Const $1.0
			F64Add
			Set F25

			Get R0
			I32WrapI64
			F64Const $1.0
			Get F24
			Get F18
			I64ReinterpretF64
			I64Const $0
			I64GeS
			Select
			Get F25
			F64Div
			F64Store $0
			Get F16
			F64Const $0.5
			Get F18
			Get F19
			F64Add
			F64Mul
			F64Add
			Set F16
			Get F17
			Get F25
			F64Mul
			Set F17
			Get R0
			I64Const $8
			I64Add
			Set R0
			Get R1
			I64Const $8
			I64Add
			Set R1
			Br $0
		End
	End
	Get SP
	Get SP
	I64Load length+16(FP)
	Get R2
	Get R1
	I64Sub
	I64Const $3
	I64ShrU
	I64Sub
	I64Store n+24(FP)
	Get SP
	Get F16
	F64Store positive+32(FP)
	Get SP
	Get F17
	F64Store product+40(FP)
	RET

// func gatherLoop(run, effect *float64, cell *int32, length int, b float64)
// R0: run, R1: effect, R2: cell, R3: end of cell, F16: b
TEXT ·gatherLoop(SB), NOSPLIT, $0-40
	MOVD run+0(FP), R0
	MOVD effect+8(FP), R1
	MOVD cell+16(FP), R2
	MOVD length+24(FP), R3
	Get R3
	I64Const $2
	I64Shl
	Get R2
	I64Add
	Set R3
	Get SP
	F64Load b+32(FP)
	Set F16
	Loop
		Get R0
		I32WrapI64
		Get F16
		Get R2
		I32WrapI64
		I64Load32U $0
		I64Const $3
		I64Shl
		Get R1
		I64Add
		I32WrapI64
		F64Load $0
		F64Add
		F64Store $0
		Get R0
		I64Const $8
		I64Add
		Set R0
		Get R2
		I64Const $4
		I64Add
		Tee R2
		Get R3
		I64LtU
		BrIf $0
	End
	RET

// func scatterLoop(sumCell, run *float64, cell *int32, length int) (sum float64)
// R0: sumCell, R1: run, R2: cell, R3: end of cell, R4: the place of a sum, F16: sum, F17: a sigmoid
TEXT ·scatterLoop(SB), NOSPLIT, $0-40
	MOVD sumCell+0(FP), R0
	MOVD run+8(FP), R1
	MOVD cell+16(FP), R2
	MOVD length+24(FP), R3
	Get R3
	I64Const $2
	I64Shl
	Get R2
	I64Add
	Set R3
	F64Const $0.0
	Set F16
	Loop
		Get F16
		Get R1
		I32WrapI64
		F64Load $0
		Tee F17
		F64Add
		Set F16
		Get R2
		I32WrapI64
		I64Load32U $0
		I64Const $3
		I64Shl
		Get R0
		I64Add
		Tee R4
		I32WrapI64
		Get R4
		I32WrapI64
		F64Load $0
		Get F17
		F64Add
		F64Store $0
		Get R1
		I64Const $8
		I64Add
		Set R1
		Get R2
		I64Const $4
		I64Add
		Tee R2
		Get R3
		I64LtU
		BrIf $0
	End
	Get SP
	Get F16
	F64Store sum+32(FP)
	RET
