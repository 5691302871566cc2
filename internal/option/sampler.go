package option

import (
	"slices"
	"strings"

	"concord/posterior"
	"concord/sampler"
	"concord/study/read"
)

// Sampler returns what a call asks of the sampler.
func Sampler(call Asked) (sampler.Settings, error) {
	s := sampler.Settings{
		Chains: Chains.In(call), Draws: Draws.In(call), Warmup: Warmup.In(call), Seed: Seed.In(call),
		Workers: Cores.In(call), TargetAccept: TargetAccept.In(call), MaxDepth: MaxDepth.In(call),
	}
	var err error
	if s.Algorithm, err = Chosen(call, Algorithm, sampler.AutoAlgorithm, sampler.NUTS, sampler.HMC); err != nil {
		return s, err
	}
	if s.Chains < 1 {
		return s, Refuse("--chains %d: there must be at least one", s.Chains)
	}
	if err := CheckCounts(call, Chains, Draws, Warmup, Cores); err != nil {
		return s, err
	}
	const bytesOfChain, fewest = 20_000, 100 // its state, its warm-up; draws, if their number is found automatically
	const bytesOfDraw = 300                  // parameters, what follows from them, statistics of the sampler
	if err := CheckRoom(Draws.Name, s.Draws, bytesOfDraw); err != nil {
		return s, err
	}
	if err := CheckRoom(Chains.Name, s.Chains, bytesOfChain+bytesOfDraw*float64(max(s.Draws, fewest))); err != nil {
		return s, err
	}
	switch {
	case !(s.TargetAccept >= 0 && s.TargetAccept < 1):
		return s, Refuse("--target-accept %v: it must be between 0 and 1", s.TargetAccept)
	case s.MaxDepth < 1 || s.MaxDepth > 20:
		return s, Refuse("--max-depth %d: it must be between 1 and 20", s.MaxDepth)
	}
	return s, nil
}

// CredibleInterval returns the credible interval that a call asks for.
func CredibleInterval(call Asked) (posterior.Interval, error) {
	kind, err := Chosen(call, IntervalKind, posterior.EqualTailed, posterior.HighestDensity)
	if err == nil {
		err = CheckLevel(call)
	}
	return posterior.Interval{Level: Interval.In(call), Kind: kind}, err
}

// CheckLevel refuses a probability of intervals that is none.
func CheckLevel(call Asked) error {
	if l := Interval.In(call); !(l > 0 && l < 1) {
		return Refuse("--interval %v: it must be between 0 and 1", l)
	}
	return nil
}

// CheckTarget refuses a target that no reliability can reach.
func CheckTarget(call Asked) error {
	if t := Target.In(call); t < 0 || t >= 1 {
		return Refuse("--target %v: a reliability to reach lies between 0 and 1, such as 0.8", t)
	}
	return nil
}

// Automatic is the number of replications that leaves it open.
const Automatic = -1

// CheckReplications refuses an absurd number of replicated studies.
func CheckReplications(call Asked) error {
	const bytesOfReplicate = 300
	n := Replications.In(call)
	if n == Automatic {
		return nil
	}
	if err := CheckCount(Replications.Name, n); err != nil {
		return err
	}
	return CheckRoom(Replications.Name, n, bytesOfReplicate)
}

// CheckCounts refuses absurd numbers.
func CheckCounts(call Asked, keys ...Key[int]) error {
	for _, k := range keys {
		if err := CheckCount(k.Name, k.In(call)); err != nil {
			return err
		}
	}
	return nil
}

// CheckCount refuses an absurd number of something. More of anything takes years. The memory for the results is
// allocated at once, so that a failure would have no message.
func CheckCount(name string, n int) error {
	const most = 100_000_000
	switch {
	case n < 0:
		return Refuse("--%s %d: it cannot be negative", name, n)
	case n > most:
		return Refuse("--%s %d: at most %d", name, n, most)
	}
	return nil
}

// CheckRoom refuses a number of things, of at least a number of bytes each, that take more memory than can be used, and
// does so before the memory is allocated. A process that runs out of memory dies without a message. The least bytes
// that things take were measured on small files.
func CheckRoom(name string, n int, each float64) error {
	room := float64(read.Room(0))
	if total := float64(n) * each; total > room {
		return Refuse("--%s %d: this takes at least %.3g GB of memory, and %.3g GB can be used. "+
			"At most --%s %d fits", name, n, total/1e9, room/1e9, name, int(room/each))
	}
	return nil
}

// CheckFormat refuses a format that the command of a call does not have.
func CheckFormat(call Asked) error {
	choices := Of(call.request().flags.Lookup(Format.Name)).Choices
	if text := Format.In(call); !slices.Contains(choices, text) {
		return Refuse("--format %s: choose one of %s", text, strings.Join(choices, ", "))
	}
	return nil
}
