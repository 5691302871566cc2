//go:build !slow

package slowtest

const asked = false
