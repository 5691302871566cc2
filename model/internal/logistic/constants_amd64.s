#include "textflag.h"

DATA ·vectorConstants+0(SB)/8, $0x8000000000000000 // sign bit
DATA ·vectorConstants+8(SB)/8, $-746.0             // exp of it rounds to 0
DATA ·vectorConstants+16(SB)/8, $0x4338000000000000 // 1.5·2⁵²: rounds to an integer
DATA ·vectorConstants+24(SB)/8, $1.0
DATA ·vectorConstants+32(SB)/8, $0xfff0000000000000 // −Inf, the effect of an empty place
GLOBL ·vectorConstants(SB), RODATA|NOPTR, $40

// exp(r) = 1 + r + r²(c2 + c3·r + …) on |r| ≤ ln 2/32, relative error 2.9e−17.
DATA ·expConstants16+0(SB)/8, $0x40371547652b82fe  // 16/ln 2
DATA ·expConstants16+8(SB)/8, $0x3fa62e42fefa39ef  // ln 2/16, rounded
DATA ·expConstants16+16(SB)/8, $0x3c3abc9e3b39803f // ln 2/16, the rest
DATA ·expConstants16+24(SB)/8, $0.0625
DATA ·expConstants16+32(SB)/8, $0x3fe0000000000000 // c2
DATA ·expConstants16+40(SB)/8, $0x3fc55555554dd44d
DATA ·expConstants16+48(SB)/8, $0x3fa55555555194d2
DATA ·expConstants16+56(SB)/8, $0x3f811120af701deb
DATA ·expConstants16+64(SB)/8, $0x3f56c17bb51f236d // c6
GLOBL ·expConstants16(SB), RODATA|NOPTR, $72

// 2^(i/16), correctly rounded.
DATA ·expTable16+0(SB)/8, $0x3ff0000000000000
DATA ·expTable16+8(SB)/8, $0x3ff0b5586cf9890f
DATA ·expTable16+16(SB)/8, $0x3ff172b83c7d517b
DATA ·expTable16+24(SB)/8, $0x3ff2387a6e756238
DATA ·expTable16+32(SB)/8, $0x3ff306fe0a31b715
DATA ·expTable16+40(SB)/8, $0x3ff3dea64c123422
DATA ·expTable16+48(SB)/8, $0x3ff4bfdad5362a27
DATA ·expTable16+56(SB)/8, $0x3ff5ab07dd485429
DATA ·expTable16+64(SB)/8, $0x3ff6a09e667f3bcd
DATA ·expTable16+72(SB)/8, $0x3ff7a11473eb0187
DATA ·expTable16+80(SB)/8, $0x3ff8ace5422aa0db
DATA ·expTable16+88(SB)/8, $0x3ff9c49182a3f090
DATA ·expTable16+96(SB)/8, $0x3ffae89f995ad3ad
DATA ·expTable16+104(SB)/8, $0x3ffc199bdd85529c
DATA ·expTable16+112(SB)/8, $0x3ffd5818dcfba487
DATA ·expTable16+120(SB)/8, $0x3ffea4afa2a490da
GLOBL ·expTable16(SB), RODATA|NOPTR, $128

// log((1+s)/(1−s)) = s·g(s²): g on [0, 1/9], relative error 2.4e−18.
DATA ·log1pConstants+0(SB)/8, $0x4000000000000000
DATA ·log1pConstants+8(SB)/8, $0x3fe5555555555527
DATA ·log1pConstants+16(SB)/8, $0x3fd99999999a1c4f
DATA ·log1pConstants+24(SB)/8, $0x3fd249249201beac
DATA ·log1pConstants+32(SB)/8, $0x3fcc71c7445b2127
DATA ·log1pConstants+40(SB)/8, $0x3fc745caf74cbe5e
DATA ·log1pConstants+48(SB)/8, $0x3fc3b1e2bc8a12de
DATA ·log1pConstants+56(SB)/8, $0x3fc106443d797a85
DATA ·log1pConstants+64(SB)/8, $0x3fbf00852a5c69fa
DATA ·log1pConstants+72(SB)/8, $0x3fb54f8c703ce149
DATA ·log1pConstants+80(SB)/8, $0x3fc5d1081172f887
GLOBL ·log1pConstants(SB), RODATA|NOPTR, $88

// The same for AVX2, which cannot broadcast an operand: four copies of each.
#define FOUR(symbol, index, value) \
	DATA symbol+((index)*32+0)(SB)/8, value; \
	DATA symbol+((index)*32+8)(SB)/8, value; \
	DATA symbol+((index)*32+16)(SB)/8, value; \
	DATA symbol+((index)*32+24)(SB)/8, value

FOUR(·constants4, 0, $0x8000000000000000) // sign bit
FOUR(·constants4, 1, $-746.0)             // exp of it rounds to 0
FOUR(·constants4, 2, $0x4338000000000000) // 1.5·2⁵²: rounds to an integer
FOUR(·constants4, 3, $1.0)
FOUR(·constants4, 4, $0x3ff71547652b82fe) // 1/ln 2
FOUR(·constants4, 5, $0x3fe62e42fefa39ef) // ln 2, rounded
FOUR(·constants4, 6, $0x3c7abc9e3b39803f) // ln 2, the rest
FOUR(·constants4, 7, $-1000.0)            // 2^k is normal from here
FOUR(·constants4, 8, $0x000fffffffffffff) // mantissa bits
FOUR(·constants4, 9, $0x4330000000000000) // 2⁵²
FOUR(·constants4, 10, $0x43300000000003ff) // 2⁵² + 1023
FOUR(·constants4, 11, $0xfff0000000000000) // −Inf, the effect of an empty place
GLOBL ·constants4(SB), RODATA|NOPTR, $384

// exp(r) = 1 + r + r²(c2 + c3·r + …) on |r| ≤ ln 2/2, relative error 1.6e−17.
FOUR(·expConstants4, 0, $0x3fe0000000000001) // c2
FOUR(·expConstants4, 1, $0x3fc5555555555556)
FOUR(·expConstants4, 2, $0x3fa5555555553d68)
FOUR(·expConstants4, 3, $0x3f811111111109b5)
FOUR(·expConstants4, 4, $0x3f56c16c17889ef1)
FOUR(·expConstants4, 5, $0x3f2a01a01a7c2efe)
FOUR(·expConstants4, 6, $0x3efa019b9149a41c)
FOUR(·expConstants4, 7, $0x3ec71de0db2f6b19)
FOUR(·expConstants4, 8, $0x3e928917c89a43a7)
FOUR(·expConstants4, 9, $0x3e5af389ecfc4b9c) // c11
GLOBL ·expConstants4(SB), RODATA|NOPTR, $320

FOUR(·log1pConstants4, 0, $0x4000000000000000)
FOUR(·log1pConstants4, 1, $0x3fe5555555555527)
FOUR(·log1pConstants4, 2, $0x3fd99999999a1c4f)
FOUR(·log1pConstants4, 3, $0x3fd249249201beac)
FOUR(·log1pConstants4, 4, $0x3fcc71c7445b2127)
FOUR(·log1pConstants4, 5, $0x3fc745caf74cbe5e)
FOUR(·log1pConstants4, 6, $0x3fc3b1e2bc8a12de)
FOUR(·log1pConstants4, 7, $0x3fc106443d797a85)
FOUR(·log1pConstants4, 8, $0x3fbf00852a5c69fa)
FOUR(·log1pConstants4, 9, $0x3fb54f8c703ce149)
FOUR(·log1pConstants4, 10, $0x3fc5d1081172f887)
GLOBL ·log1pConstants4(SB), RODATA|NOPTR, $352
