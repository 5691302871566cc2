package study

// Codes is a list of whole numbers from 0, each in as few bytes as its neighbours need. A block keeps its smallest
// number, and the distance of each number to it (frame of reference, Goldstein, Ramakrishnan and Shaft 1998). The zero
// value is empty.
type Codes struct {
	blocks []codeBlock
	last   []int32 // those that are no block yet
}

// blockBits is the logarithm of the number of codes in a block. Larger blocks make distances larger, and smaller blocks
// have more overhead.
const blockBits = 12

const blockCodes = 1 << blockBits

// codeBlock is codes less their smallest, in one, two or four bytes.
type codeBlock struct {
	least int32
	one   []uint8
	two   []uint16
	four  []uint32
}

// Append adds a code; it must not be negative.
func (list *Codes) Append(code int32) {
	if code < 0 {
		panic("study: Codes.Append: a code is negative")
	}
	if list.last == nil {
		list.last = make([]int32, 0, blockCodes)
	}
	list.last = append(list.last, code)
	if len(list.last) == blockCodes {
		list.blocks = append(list.blocks, newCodeBlock(list.last))
		list.last = list.last[:0]
	}
}

// Len returns the number of codes.
func (list *Codes) Len() int { return len(list.blocks)*blockCodes + len(list.last) }

// At returns code n, 0 ≤ n < Len().
func (list *Codes) At(n int) int32 {
	k, i := n>>blockBits, n&(blockCodes-1)
	if k == len(list.blocks) {
		return list.last[i]
	}
	switch b := &list.blocks[k]; {
	case b.one != nil:
		return b.least + int32(b.one[i])
	case b.two != nil:
		return b.least + int32(b.two[i])
	case b.four != nil:
		return b.least + int32(b.four[i])
	default:
		return b.least
	}
}

func newCodeBlock(codes []int32) codeBlock {
	b := codeBlock{least: codes[0]}
	most := codes[0]
	for _, x := range codes {
		b.least, most = min(b.least, x), max(most, x)
	}
	switch span := most - b.least; {
	case span == 0:
	case span < 1<<8:
		b.one = distances[uint8](codes, b.least)
	case span < 1<<16:
		b.two = distances[uint16](codes, b.least)
	default:
		b.four = distances[uint32](codes, b.least)
	}
	return b
}

func distances[T uint8 | uint16 | uint32](codes []int32, least int32) []T {
	d := make([]T, len(codes))
	for i, x := range codes {
		d[i] = T(x - least)
	}
	return d
}
