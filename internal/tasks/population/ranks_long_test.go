//go:build long

package population

import "testing"

func TestLongRanks(t *testing.T) { checkRanks(t, 320) }
