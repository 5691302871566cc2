package container

import (
	"io/fs"
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
)

const (
	usualMemory = 8 << 30 // bytes, where the system does not say what it has
	nameBytes   = 120     // what a distinct name takes besides its text
	// Rows take a multiple of their size: slices that grow, and copies in another order.
	RowCopies = 5
)

// Budget is the memory that labels and names may take.
type Budget struct{ Limit, Used int64 }

// Spent reports whether it is used up.
func (b *Budget) Spent() bool { return b.Used > b.Limit }

// Name takes up a distinct name or spelling.
func (b *Budget) Name(length int) { b.Used += int64(length) + nameBytes }

// Fault is the error about a file that is too large.
func (b *Budget) Fault(line, rows int) error {
	return faults.OutOfMemory.Faultf("the labels need more memory than there is: more than %.3g GiB after %s",
		float64(b.Limit)/(1<<30), visible.Count(rows, "row")).AtLine(line).
		FixedBy(study.Choose("leave out rows or groups, or allow more memory", "max-memory"))
}

// NewBudget is the memory that the caller allows, or three quarters of the free memory, but at most half of the memory
// that the process may still take. Beyond that it would die without a message, because garbage grows to the size of the
// memory in use. Soft is the bound that GOMEMLIMIT sets, or math.MaxInt64.
func NewBudget(allowed int64, system fs.FS, soft int64) Budget {
	if allowed == 0 {
		allowed = usualMemory
		if free := FreeMemory(system); free < math.MaxInt64 {
			allowed = free / 4 * 3
		}
		allowed = min(allowed, ProcessMemory(system)/2, soft/4*3)
	}
	return Budget{Limit: allowed}
}

// SystemBudget is [NewBudget] for this process.
func SystemBudget(allowed int64) Budget {
	return NewBudget(allowed, os.DirFS("/"), debug.SetMemoryLimit(-1)) // a negative limit only asks
}

// FreeMemory returns the bytes that a process can still use by Linux's account, within the bound of the control group;
// math.MaxInt64 if that is not known.
func FreeMemory(system fs.FS) int64 {
	free := int64(math.MaxInt64)
	info, _ := fs.ReadFile(system, "proc/meminfo") // absent: empty
	for line := range strings.Lines(string(info)) {
		f := strings.Fields(line)
		if len(f) == 3 && f[0] == "MemAvailable:" && f[2] == "kB" {
			if kib, err := strconv.ParseInt(f[1], 10, 53); err == nil {
				free = kib << 10
			}
		}
	}
	bound, isBound := systemNumber(system, "sys/fs/cgroup/memory.max")
	if used, ok := systemNumber(system, "sys/fs/cgroup/memory.current"); ok && isBound {
		free = min(free, max(bound-used, 0))
	}
	return free
}

// ProcessMemory returns the bytes that Linux still lets this process map (ulimit -v and -d); math.MaxInt64 if nothing
// bounds it.
func ProcessMemory(system fs.FS) int64 {
	status, _ := fs.ReadFile(system, "proc/self/status") // absent: empty
	limits, _ := fs.ReadFile(system, "proc/self/limits")
	free := int64(math.MaxInt64)
	for _, r := range []struct{ limit, used string }{{"Max address space", "VmSize:"}, {"Max data size", "VmData:"}} {
		bound, isBound := firstNumber(string(limits), r.limit)
		used, known := firstNumber(string(status), r.used)
		if isBound && known {
			free = min(free, max(bound-used<<10, 0))
		}
	}
	return free
}

// firstNumber returns the first word behind the name that a line begins with, if it is a number.
func firstNumber(text, name string) (int64, bool) {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			words := strings.Fields(rest)
			if len(words) == 0 {
				return 0, false
			}
			n, err := strconv.ParseInt(words[0], 10, 53)
			return n, err == nil
		}
	}
	return 0, false
}

// systemNumber reads a file that holds one number; "max" is none.
func systemNumber(system fs.FS, name string) (int64, bool) {
	b, err := fs.ReadFile(system, name)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(b)), 10, 64)
	return n, err == nil
}
