// Package release checks the things that are released with the command: the licences of the modules that are linked
// into it, the uses of unsafe, and the bill of materials.
package release
