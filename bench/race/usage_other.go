//go:build !unix

package main

import "os"

// processor returns the processor seconds of a process.
func processor(p *os.ProcessState) float64 { return (p.UserTime() + p.SystemTime()).Seconds() }

// memory is not known here.
func memory(*os.ProcessState) float64 { return 0 }
