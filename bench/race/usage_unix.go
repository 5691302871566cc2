//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// processor returns the processor seconds of a process and of those that it waited for.
func processor(p *os.ProcessState) float64 { return (p.UserTime() + p.SystemTime()).Seconds() }

// memory returns the largest memory of a process, in MB.
func memory(p *os.ProcessState) float64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return float64(usage.Maxrss) / (1 << 20) // bytes there, KiB elsewhere
	}
	return float64(usage.Maxrss) / (1 << 10)
}
