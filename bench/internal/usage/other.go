//go:build !unix

package usage

import "os"

// Processor returns the processor seconds of a process.
func Processor(p *os.ProcessState) float64 { return (p.UserTime() + p.SystemTime()).Seconds() }

// Memory is not known here.
func Memory(*os.ProcessState) float64 { return 0 }
