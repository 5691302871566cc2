//go:build unix

// Package usage says what a process took.
package usage

import (
	"os"
	"runtime"
	"syscall"
)

// Processor returns the processor seconds of a process and of those that it waited for.
func Processor(p *os.ProcessState) float64 { return (p.UserTime() + p.SystemTime()).Seconds() }

// Memory returns the largest memory of a process, in MB.
func Memory(p *os.ProcessState) float64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return float64(usage.Maxrss) / (1 << 20) // bytes there, KiB elsewhere
	}
	return float64(usage.Maxrss) / (1 << 10)
}
